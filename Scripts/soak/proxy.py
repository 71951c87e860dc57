"""A TCP proxy of the checker's own, whose connections can be cut, or held so that nothing passes (a cable pulled)."""
import asyncio
import socket

SMALL = 128 << 10  # of buffers: who stops reading is soon felt by the server; below a loopback segment TCP crawls


class Proxy:
    def __init__(self):
        self.target = None
        self.port = None
        self._links = set()
        self._refusing = False
        self._flowing = asyncio.Event()
        self._flowing.set()

    async def start(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self._shrink(listener)
        self._server = await asyncio.start_server(self._accept, sock=listener, limit=SMALL)
        self.port = listener.getsockname()[1]
        return self

    @staticmethod
    def _shrink(end):
        for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            end.setsockopt(socket.SOL_SOCKET, option, SMALL)
        return end

    async def stop(self):
        self._server.close()
        self.cut()

    def cut(self, share=1.0, dice=None):
        """Drops connections without a word: all of them, or a share."""
        for link in list(self._links):
            if dice is None or dice.random() < share:
                for writer in link:
                    writer.transport.abort()

    def hold(self):
        self._flowing.clear()

    def refuse(self):
        self._refusing = True
        self.cut()

    def let_go(self):
        self._refusing = False
        self._flowing.set()

    async def _accept(self, reader, writer):
        if self._refusing or self.target is None:
            return writer.transport.abort()
        try:
            far = self._shrink(socket.socket())
            far.setblocking(False)
            await asyncio.get_running_loop().sock_connect(far, ("127.0.0.1", self.target))
            far_reader, far_writer = await asyncio.open_connection(sock=far, limit=SMALL)
            for end in (writer, far_writer):
                end.transport.set_write_buffer_limits(SMALL)
        except OSError:
            return writer.transport.abort()
        link = (writer, far_writer)
        self._links.add(link)
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except asyncio.CancelledError:
            pass  # the round is over
        finally:
            self._links.discard(link)
            for end in link:
                end.transport.abort()

    async def _pump(self, reader, writer):
        try:
            while piece := await reader.read(65_536):
                await self._flowing.wait()
                writer.write(piece)
                await writer.drain()
            writer.write_eof()
        except (OSError, RuntimeError):
            writer.transport.abort()  # so that the other direction ends as well
