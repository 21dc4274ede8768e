"""What the tests in Python share: pinned packages, and a server in a temporary directory."""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import urllib.request
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# The caller's environment without the configuration of another Stoa.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("STOA_")}


def install(requirements):
    """Installs pinned requirements into a virtual environment named like their directory. Returns
    the directory of its programs."""
    directory = TARGET / requirements.parent.name
    # The hash includes the path, because the scripts of a virtual environment contain it.
    digest = hashlib.sha256(requirements.read_bytes() + bytes(directory)).hexdigest()
    stamp = directory / digest
    if not stamp.exists():
        venv.create(directory, clear=True, with_pip=True)
        pip = [
            directory / "bin" / "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
        ]
        subprocess.run([*pip, "--requirement", requirements], check=True)
        stamp.touch()
    return directory / "bin"


class Server:
    """Server without limits, on the loopback address."""

    def __init__(self, binary, directory, port=0, settings={}):
        self.directory = directory
        self.log = open(pathlib.Path(directory) / "log", "ab")
        environment = {
            **ENVIRONMENT,
            "STOA_LIMITS_ENABLED": "false",
            "STOA_AUTH_COMMON_PASSWORDS": "allow",
            "STOA_LOG_LEVEL": "warn",
            **settings,
        }
        serve = [binary, "serve", "--listen", f"127.0.0.1:{port}", "--data-dir", directory]
        self.process = subprocess.Popen(
            serve, env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        self.url = next(
            filter(None, (re.search(r"http://[\d.:]+", line) for line in self.process.stdout))
        ).group()

    def call(self, method, path, body=None, cookies=""):
        """Sends a request. Returns the JSON of its response, and the headers."""
        headers = {"Content-Type": "application/json", "Cookie": cookies}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response), response.headers

    def close(self):
        """Stops the server with SIGTERM. Returns whether it was still running and logged no
        errors."""
        was_running = self.process.poll() is None
        self.process.terminate()
        self.process.wait()
        self.log.close()
        log = (pathlib.Path(self.directory) / "log").read_text(errors="replace")
        errors = [line for line in log.splitlines() if "ERROR" in line or "panicked" in line]
        for line in errors[:20]:
            print(line)
        return was_running and not errors
