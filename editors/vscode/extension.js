// Starts `tilewright lsp` for the texts of games, and ends it. All that is known of a text is known there.

"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** What VS Code calls when a text of a game is opened first. */
function activate() {
  const command = workspace.getConfiguration("tilewright").get("command", "tilewright");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("tilewright", "tilewright", server, { documentSelector: [{ scheme: "file", language: "tilewright" }, { scheme: "untitled", language: "tilewright" }] });
  return client.start();
}

/** What VS Code calls before it ends. */
function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
