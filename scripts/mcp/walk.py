"""The walk of each client, in the virtual environment that `run` creates."""

import asyncio
import json
import pathlib
import subprocess
import sys
import tempfile

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from testing import ENVIRONMENT, Server  # noqa: E402

TOOLS = ["search", "read_question", "list_tags"]
failures = 0


def check(step, expected, found):
    global failures
    failures += expected != found
    print(f"ok    {step}" if expected == found else f"WRONG {step}: {found!r}, not {expected!r}")


def examine(client, question, seen):
    """Checks what a client has seen, whatever it is written in."""
    check(f"{client}: the server", "stoa", seen["server"])
    check(f"{client}: the tools", TOOLS, seen["tools"])
    found = seen["search"]["questions"]
    check(f"{client}: search", [(question, "Columns")], [(it["id"], it["title"]) for it in found])
    check(f"{client}: the text of search", seen["search"], json.loads(seen["search_text"]))
    check(f"{client}: read_question", "Ninety.", seen["question"]["answers"][0]["text"])
    check(f"{client}: Markdown", True, "\n## Answer by ann, " in seen["question_text"])
    check(f"{client}: list_tags", ["history"], [tag["name"] for tag in seen["tags"]["tags"]])
    check(f"{client}: an error", (True, "Post not found"), tuple(seen["absent"]))


async def python(url, token, question, mode):
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            found = await client.call_tool("search", {"query": "columns"})
            read = await client.call_tool("read_question", {"question": found.structured_content["questions"][0]["link"]})
            tags = await client.call_tool("list_tags", {"name": "hist"})
            absent = await client.call_tool("read_question", {"question": "0000000000001"})
            seen = {
                "server": client.server_info.name,
                "tools": [tool.name for tool in (await client.list_tools()).tools],
                "search": found.structured_content,
                "search_text": found.content[0].text,
                "question": read.structured_content,
                "question_text": read.content[0].text,
                "tags": tags.structured_content,
                "absent": [absent.is_error, absent.content[0].text],
            }
            examine(f"Python, {mode} ({client.protocol_version})", question, seen)


def javascript(program, url, token, question):
    run = subprocess.run(["node", program, url, token], stdout=subprocess.PIPE, timeout=60)
    check("JavaScript: ends", 0, run.returncode)
    if run.returncode == 0:
        seen = json.loads(run.stdout)
        examine(f"JavaScript ({seen['version']})", question, seen)


async def refused(url):
    try:
        async with Client(url, mode="legacy") as client:
            await client.list_tools()
            return "answered"
    except BaseException as error:
        # The SDK collects errors of its tasks in groups.
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        return type(error).__name__


binary, program = sys.argv[1:]
with tempfile.TemporaryDirectory() as directory:
    server = Server(binary, directory, settings={"STOA_MCP_ENABLED": "true", "STOA_LOG_LEVEL": "trace"})
    person = {"username": "ann", "password": "colonnade at noon"}
    _, headers = server.call("POST", "/user/signup", person)
    cookies = "; ".join(it.split(";")[0] for it in headers.get_all("Set-Cookie"))
    asked = {"title": "Columns", "text": "How many?", "tags": [{"name": "history"}]}
    question = server.call("POST", "/question/addQuestion", asked, cookies)[0]["_id"]
    answer = {"qid": question, "ans": {"text": "Ninety."}}
    server.call("POST", "/answer/addAnswer", answer, cookies)
    create = [binary, "token", "create", "ann", "--name", "assistant", "--scope", "read", "--json"]
    made = subprocess.run(
        [*create, "--data-dir", directory], env=ENVIRONMENT, stdout=subprocess.PIPE, check=True
    )
    token = json.loads(made.stdout)["token"]
    url = f"{server.url}/mcp"
    for mode in ["legacy", "auto"]:
        asyncio.run(python(url, token, question, mode))
    javascript(program, url, token, question)
    check("without a token", True, asyncio.run(refused(url)) != "answered")
    check("the server ends without an error in its log", True, server.close())
    log = (pathlib.Path(directory) / "log").read_text(errors="replace")
    check("the log has requests", True, "/mcp" in log)
    check("the log has no token and no search", [False, False], [token[5:41] in log, "columns" in log.lower()])
sys.exit(failures > 0)
