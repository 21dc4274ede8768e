#!/usr/bin/env bash
# python-socketio's synchronous client shares one HTTP session between the handshake and the program's own requests, so
# that the server can recognize both. If the client connects by websocket at once, the session stays empty: the cookie of
# the 101 reply is dropped. With long polling first, and in the asynchronous client, it is kept.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet 'python-socketio[client]==5.16.3' python-engineio==4.13.3 aiohttp==3.14.4 websocket-client==1.9.0 requests==2.34.2
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund socket.io@4.8.3
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(python-socketio|python-engineio|aiohttp|websocket-client|requests) '
echo 'input: a server that sets a cookie with the handshake, and clients that connect by polling or by websocket'
echo 'good guess: the session of the client has the cookie afterwards, whichever transport made the handshake'
cat >server.mjs <<'JS'
import { createServer } from 'node:http';
import { Server } from 'socket.io';
const http = createServer();
const server = new Server(http);
server.engine.on('initial_headers', (headers) => {
  headers['set-cookie'] = 'visitor=1; Path=/';
});
http.listen(0, '127.0.0.1', () => console.log(http.address().port));
JS
cat >try.py <<'PYTHON'
import asyncio, subprocess
import requests, socketio
from aiohttp import ClientSession, CookieJar

server = subprocess.Popen(["node", "server.mjs"], stdout=subprocess.PIPE, text=True)
url = f"http://127.0.0.1:{server.stdout.readline().strip()}"

def synchronous(transport):
    session = requests.Session()
    client = socketio.Client(http_session=session)
    client.connect(url, transports=[transport])
    names = [cookie.name for cookie in session.cookies]
    client.disconnect()
    return names

async def asynchronous(transport):
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        client = socketio.AsyncClient(http_session=session)
        await client.connect(url, transports=[transport])
        names = [cookie.key for cookie in session.cookie_jar]
        await client.disconnect()
        return names

seen = {}
for transport in ("polling", "websocket"):
    seen["synchronous", transport] = synchronous(transport)
    seen["asynchronous", transport] = asyncio.run(asynchronous(transport))
for (kind, transport), names in seen.items():
    print(f"seen: {kind}, {transport}: {names}")
server.terminate()
assert seen == {
    ("synchronous", "polling"): ["visitor"],
    ("asynchronous", "polling"): ["visitor"],
    ("synchronous", "websocket"): [],
    ("asynchronous", "websocket"): ["visitor"],
}
PYTHON
venv/bin/python try.py
