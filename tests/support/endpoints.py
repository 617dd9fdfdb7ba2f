"""An endpoint for chat completions on this machine, which answers what a test wants."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar


class Endpoint(BaseHTTPRequestHandler):
    """Answers what is written, and remembers what it was asked."""

    answers: ClassVar[list[bytes]] = []
    asked: ClassVar[list[dict[str, object]]] = []
    keys: ClassVar[list[str | None]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append(json.loads(body))
        self.keys.append(self.headers["Authorization"])
        answer = self.answers.pop(0)
        self.send_response(200 if answer else 500)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def endpoint(*answers: bytes) -> Iterator[str]:
    """Give the address of an endpoint on this machine."""
    Endpoint.answers, Endpoint.asked, Endpoint.keys = list(answers), [], []
    with HTTPServer(("127.0.0.1", 0), Endpoint) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
        finally:
            server.shutdown()
            thread.join()


def said(text: str) -> bytes:
    """Return the answer in which a language model says a text."""
    return json.dumps({"choices": [{"message": {"content": text}}]}).encode()
