// Stands for prompting.js on the page of a game without zones: nothing beside the board is chosen.

export class Prompt {
  begin() {}

  show() {}
}
