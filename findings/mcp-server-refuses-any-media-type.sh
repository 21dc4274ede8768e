#!/usr/bin/env bash
# `Accept: */*` accepts every media type (RFC 9110, 12.5.1), and is what curl and many HTTP libraries send by default. The servers of
# both official packages for the Model Context Protocol refuse it with 406: the two types must be named.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet mcp==1.30.0

cat >server.mjs <<'EOF'
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

createServer(async (request, response) => {
  const server = new McpServer({ name: 'a', version: '1' });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(18431, '127.0.0.1');
EOF
cat >server.py <<'EOF'
from mcp.server.fastmcp import FastMCP

FastMCP("a", host="127.0.0.1", port=18432, stateless_http=True, json_response=True, log_level="ERROR").run("streamable-http")
EOF
node server.mjs &
server=$!
venv/bin/python server.py 2>/dev/null &
server="$server $!"
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT

body='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}'
status() {
  curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$1/mcp" \
    -H 'Content-Type: application/json' -H "Accept: $2" --data "$body" || true
}
for port in 18431 18432; do
  for _ in $(seq 100); do
    [ "$(status $port 'application/json, text/event-stream')" = 000 ] || break
    sleep 0.2
  done
done
echo "node $(node --version), @modelcontextprotocol/sdk 1.32.2; $(venv/bin/python --version), mcp 1.30.0"
echo "Input: a valid initialize request to a stateless server that answers with JSON."
echo "Good guess: Accept: */* is as good as naming both types."
echo "Seen:"
is_as_seen=true
for port in 18431 18432; do
  any=$(status $port '*/*') both=$(status $port 'application/json, text/event-stream')
  [ $port = 18431 ] && name=npm || name=PyPI
  echo "  $name: */* gets $any, application/json, text/event-stream gets $both"
  [ "$any $both" = "406 200" ] || is_as_seen=false
done
$is_as_seen
