// Replaces ways.js on the page of a game without options called up, down, left or right.

export const chooseByWays = () => {};
