"""A reverse proxy of the smallest kind: takes a path prefix off each request and passes all bytes on."""
import socket
import threading


class PrefixProxy:
    def __init__(self, prefix):
        self._prefix = prefix.encode()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.target = None

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return  # closed: the test is over
            threading.Thread(target=self._serve, args=[browser], daemon=True).start()

    def _serve(self, browser):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = browser.recv(65536)
            if not piece:
                return browser.close()
            head += piece
        method, path, rest = head.split(b" ", 2)
        if not path.startswith(self._prefix + b"/"):
            browser.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return browser.close()
        if b"upgrade: websocket" not in rest.lower():
            rest = rest.replace(b"Connection: keep-alive", b"Connection: close", 1)  # so that each request comes here
        server = socket.create_connection(("127.0.0.1", self.target))
        server.sendall(b" ".join([method, path.removeprefix(self._prefix), rest]))
        threading.Thread(target=self._pump, args=[browser, server], daemon=True).start()
        self._pump(server, browser)

    @staticmethod
    def _pump(source, sink):
        try:
            while piece := source.recv(65536):
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the other direction has closed it
