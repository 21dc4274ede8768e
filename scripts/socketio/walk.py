"""The walk of each client, in the virtual environment that `run` creates."""

import asyncio
import pathlib
import queue
import sys
import tempfile

import aiohttp
import requests
import socketio

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from testing import Server  # noqa: E402

PASSWORD = "colonnade at noon"
# Seconds in which an event arrives or a client returns. Its first try may come after 1.5 seconds.
PATIENCE = 20
# Seconds without an event that must not arrive.
SILENCE = 2
EVENT = "questionUpdate"
TRANSPORTS = [["polling", "websocket"], ["websocket"]]


class Site:
    """A server that restarts on its port, with a user who asks questions."""

    def __init__(self, binary, directory):
        self.binary, self.server = binary, Server(binary, directory)
        self.url = self.server.url
        self.questions = 0
        self.passed = True
        for name in ["ann", "ben"]:
            account = {"username": name, "password": PASSWORD}
            _, headers = self.server.call("POST", "/user/signup", account)
            if name == "ann":
                self.cookies = "; ".join(
                    cookie.split(";")[0] for cookie in headers.get_all("Set-Cookie")
                )

    def ask(self):
        """Asks a question. Returns its title."""
        self.questions += 1
        title = f"Question {self.questions}"
        question = {"title": title, "text": "x", "tags": [{"name": "a", "description": "a"}]}
        self.server.call("POST", "/question/addQuestion", question, self.cookies)
        return title

    def restart(self):
        self.stop()
        port = self.url.rsplit(":", 1)[1]
        self.server = Server(self.binary, self.server.directory, port)

    def stop(self):
        self.passed &= self.server.close()


def check(step, expected, found):
    if expected != found:
        raise AssertionError(f"{step}: expected {expected!r}, found {found!r}")


def walk(site, transports):
    """Walks with the synchronous client."""
    session, events, connections = requests.Session(), queue.Queue(), queue.Queue()
    client = socketio.Client(http_session=session, reconnection_delay=1)
    client.on("connect", lambda: connections.put(client.sid))
    client.on(EVENT, lambda question: events.put(question["title"]))

    def post(path, body):
        session.post(site.url + path, json=body).raise_for_status()

    def expect_question(step):
        check(step, site.ask(), events.get(timeout=PATIENCE))

    def expect_silence(step):
        site.ask()
        try:
            raise AssertionError(f"{step}: {events.get(timeout=SILENCE)!r} arrived")
        except queue.Empty:
            pass

    # This client does not store the cookies of a websocket's handshake: the login finds it by its address.
    try:
        client.connect(site.url, transports=transports)
        connections.get(timeout=PATIENCE)
        expect_silence("before the login")
        post("/user/login", {"username": "ben", "password": PASSWORD})
        expect_question("at once after the login")
        connections.get(timeout=PATIENCE)
        expect_question("after the login")
        site.restart()
        connections.get(timeout=PATIENCE)
        expect_question("after a restart")
        post("/user/logout", {})
        connections.get(timeout=PATIENCE)
        expect_silence("after the logout")
    finally:
        client.disconnect()


async def walk_async(site, transports):
    """Walks with the asynchronous client."""
    events, connections = asyncio.Queue(), asyncio.Queue()
    # Cookies of a host that is an address.
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        client = socketio.AsyncClient(http_session=session, reconnection_delay=1)
        client.on("connect", lambda: connections.put_nowait(client.sid))
        client.on(EVENT, lambda question: events.put_nowait(question["title"]))

        async def post(path, body):
            async with session.post(site.url + path, json=body) as response:
                response.raise_for_status()

        async def expect_connection():
            await asyncio.wait_for(connections.get(), PATIENCE)

        async def expect_question(step):
            title = await asyncio.to_thread(site.ask)
            check(step, title, await asyncio.wait_for(events.get(), PATIENCE))

        async def expect_silence(step):
            await asyncio.to_thread(site.ask)
            try:
                title = await asyncio.wait_for(events.get(), SILENCE)
                raise AssertionError(f"{step}: {title!r} arrived")
            except TimeoutError:
                pass

        try:
            await client.connect(site.url, transports=transports)
            await expect_connection()
            await expect_silence("before the login")
            await post("/user/login", {"username": "ben", "password": PASSWORD})
            await expect_question("at once after the login")
            await expect_connection()
            await expect_question("after the login")
            await asyncio.to_thread(site.restart)
            await expect_connection()
            await expect_question("after a restart")
            await post("/user/logout", {})
            await expect_connection()
            await expect_silence("after the logout")
        finally:
            await client.disconnect()


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        site = Site(pathlib.Path(sys.argv[1]), directory)
        for transports in TRANSPORTS:
            for name, run in [
                ("Client", walk),
                ("AsyncClient", lambda *arguments: asyncio.run(walk_async(*arguments))),
            ]:
                try:
                    run(site, transports)
                    print(f"{name}, {' and '.join(transports)}: passed")
                except Exception as error:
                    failures += 1
                    print(f"{name}, {' and '.join(transports)}: FAILED: {error!r}")
        site.stop()
    return 0 if site.passed and not failures else 1


if __name__ == "__main__":
    sys.exit(main())
