"""A database of PostgreSQL for a site that is imported."""

import os
import pathlib
import subprocess
import time

from pages import free_port


class PostgreSql:
    """Starts PostgreSQL in a directory, with an empty database. Needs Debian's postgresql."""

    def __init__(self, directory, name):
        self.directory, self.name = directory, name
        self.log = open(directory / "peer.log", "wb")
        self.processes = []
        # Debian's programs are in no folder of PATH, and do not run as root.
        programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda it: int(it.parent.name))
        database = directory / "database"
        database.mkdir()
        user = []
        if os.getuid() == 0:
            directory.chmod(0o755)
            subprocess.run(["chown", "postgres", database], check=True)
            user = ["runuser", "-u", "postgres", "--"]
        self.port = str(free_port())
        self.run(*user, programs / "initdb", "-D", database / "data", "-A", "trust", "-U", "postgres")
        options = ["-c", f"port={self.port}", "-c", f"unix_socket_directories={database}", "-c", "listen_addresses=127.0.0.1"]
        self.start(*user, programs / "postgres", "-D", database / "data", *options)
        self.connection = ["-h", "127.0.0.1", "-p", self.port, "-U", "postgres"]
        for _ in range(300):
            if subprocess.run(["pg_isready", *self.connection], stdout=self.log).returncode == 0:
                break
            time.sleep(0.1)
        self.run("createdb", *self.connection, name)

    def start(self, *command, **options):
        """Starts a program that runs until the end."""
        self.processes.append(subprocess.Popen([*map(str, command)], stdout=self.log, stderr=self.log, **options))

    def run(self, *command, **options):
        """Runs a command. Returns what it printed."""
        options = {"cwd": self.directory, **options}
        return subprocess.run([*map(str, command)], check=True, stdout=subprocess.PIPE, stderr=self.log, **options).stdout

    def sql(self, statement):
        """Returns the rows of a query as lists of texts."""
        rows = self.run("psql", *self.connection, "-At", "-F", "\t", "-c", statement, self.name).decode()
        return [row.split("\t") for row in rows.splitlines()]

    def dump(self, *options):
        """Makes a dump as text. Returns its file."""
        file = self.directory / f"{self.name}.sql"
        file.write_bytes(self.run("pg_dump", *self.connection, "--format=plain", *options, self.name))
        return file

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        self.log.close()
