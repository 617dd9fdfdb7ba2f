// Replaces dice.js on the page of a game without chance.

export const showDrawn = () => {};
