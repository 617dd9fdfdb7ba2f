// Replaces prompting.js on the page of a game without zones: there is never a prompt.

export class Prompt {
  begin() {}

  show() {}
}
