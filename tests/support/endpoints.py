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


class Redirecting(BaseHTTPRequestHandler):
    """Sends whoever asks elsewhere, and remembers the keys of all requests."""

    target: ClassVar[str] = ""
    status: ClassVar[int] = 302
    keys: ClassVar[list[str | None]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.do_GET()

    def do_GET(self) -> None:
        self.keys.append(self.headers["Authorization"])
        self.send_response(self.status)
        self.send_header("Location", self.target)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Give the address of a server on this machine."""
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def endpoint(*answers: bytes) -> Iterator[str]:
    """Give the address of an endpoint on this machine."""
    Endpoint.answers, Endpoint.asked, Endpoint.keys = list(answers), [], []
    with listening(Endpoint) as address:
        yield f"{address}/v1/chat/completions"


def said(text: str) -> bytes:
    """Return the answer in which a language model says a text."""
    return json.dumps({"choices": [{"message": {"content": text}}]}).encode()
