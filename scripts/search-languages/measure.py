#!/usr/bin/env python3
"""Measures the search in languages other than English, beside PostgreSQL's configurations and tantivy's stemmers.

For each language, a site has the pages of two public corpora that Debian packages: its manual pages, and GNOME's
help. A query is the one-line summary of a page, or its three longest words; the summary is taken out of the page,
and the names of the command out of the summary. One page is right: that with the summary.

    python3 -m venv env && env/bin/pip install --require-hashes -r requirements.txt
    env/bin/python measure.py --stoa ../../target/release/stoa --packages packages

Needs Debian with apt-get (run apt-get update first) and the programs of PostgreSQL, which run as the user nobody if
this program runs as root. Packages that --packages has already are not fetched again.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import csv
import gzip
import html
import io
import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.error
import urllib.parse
import xml.etree.ElementTree as XML

import tantivy

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import testing  # noqa: E402

# The setting of Stoa (none: the script of the words tells), PostgreSQL's configuration, tantivy's stemmer, the folders
# of the two corpora, and the packages of manual pages.
LANGUAGES = {
    "cs": ("cs", "simple", None, "cs", "cs", "cs cs-dev"),
    "de": ("de", "german", "german", "de", "de", "de de-dev"),
    "es": ("es", "spanish", "spanish", "es", "es", "es es-dev"),
    "fr": ("fr", "french", "french", "fr", "fr", "fr fr-dev"),
    "hu": ("hu", "hungarian", "hungarian", "hu", "hu", "hu"),
    "it": ("it", "italian", "italian", "it", "it", "it it-dev"),
    "nl": ("nl", "dutch", "dutch", "nl", "nl", "nl nl-dev"),
    "pl": ("pl", "simple", None, "pl", "pl", "pl pl-dev"),
    "pt": ("pt", "portuguese", "portuguese", "pt_BR", "pt_BR", "pt-br pt-br-dev"),
    "sv": ("sv", "swedish", "swedish", "sv", "sv", "sv"),
    "ru": (None, "russian", "russian", "ru", "ru", "ru ru-dev"),
    "uk": (None, "simple", None, "uk", "uk", "uk uk-dev"),
    "ja": (None, "simple", "bigrams", "ja", "ja", "ja"),
    "zh": (None, "simple", "bigrams", "zh_CN", "zh_CN", "zh"),
}
UNSPACED = ("ja", "zh")
HELP = "gnome-user-docs"
# The characters of a page that count: those of a long question.
LENGTH = 3_000
# The words that a query of keywords has.
KEYWORDS = 3
RESULTS = 10
RESAMPLES = 2_000
SEED = 42
ENGLISH = {"the", "and", "with"}


# The corpora


def fetch(folder, languages):
    """Downloads the packages that are not in a folder, and returns the folder that they are unpacked into."""
    names = [f"manpages-{part}" for language in languages for part in LANGUAGES[language][5].split()] + [HELP]
    missing = [name for name in names if not list(folder.glob(f"{name}_*.deb"))]
    if missing:
        # All in one command: reading the lists of packages takes longer than the download.
        subprocess.run(["apt-get", "--quiet", "download", *missing], cwd=folder, check=True)
    unpacked = folder / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    for name in names:
        (package,) = folder.glob(f"{name}_*.deb")
        subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
        version = subprocess.run(["dpkg-deb", "-f", package, "Version"], check=True, capture_output=True, text=True)
        print(name, version.stdout.strip(), flush=True)
    return unpacked


SIGNS = {"em": "—", "en": "–", "bu": "•", "hy": "-", "aq": "'", "dq": '"', "rs": "\\", "ti": "~", "ha": "^"}
ESCAPE = re.compile(
    r'\\(?:".*|[fmF]\[[^]]*\]|f\(..|f.|s[-+]?\d+|\*\[[^]]*\]|\*\(..|\*.|\[u(?P<code>[0-9A-F]{4,6})\]|'
    r"\[(?P<long>[^]]*)\]|\((?P<sign>..)|(?P<one>.))"
)
ONE = {"-": "-", "e": "\\", " ": " ", "~": " ", "0": " ", "'": "'", "`": "`", ".": "."}


def unescaped(line):
    """Returns a line of a manual page without the escapes of roff."""

    def sign(match):
        if match["code"]:
            return chr(int(match["code"], 16))
        if match["one"]:
            return ONE.get(match["one"], "")
        return SIGNS.get(match["sign"] or match["long"], "")

    return ESCAPE.sub(sign, line)


def arguments(line):
    """Returns the arguments of a macro."""
    return [quoted.replace('""', '"') or plain for quoted, plain in re.findall(r'"((?:[^"]|"")*)"?|(\S+)', line)]


def manual_page(source):
    """Returns the first sections of a manual page in the macros `man`, as heading and text."""
    sections, lines, skipped_until = [], iter(source[: 16 * LENGTH].split("\n")), None
    for line in lines:
        name, _, rest = line[1:].partition(" ") if line.startswith((".", "'")) else ("", "", line)
        if skipped_until is not None:
            skipped_until = None if line.startswith(skipped_until) else skipped_until
            continue
        if name == "Dd":
            return []
        if name in ("de", "ig"):
            skipped_until = ".."
        elif name == "TS":
            skipped_until = ".TE"
        elif name == "SH":
            heading = " ".join(arguments(rest)) or next(lines, "")
            sections.append((unescaped(heading).strip(), []))
        elif sections and name in ("", "B", "I", "SM", "SB", "SS", "IP"):
            text = rest if name == "" else " ".join(arguments(rest)[: 1 if name == "IP" else None])
            sections[-1][1].append(unescaped(text) if text.strip() else "\n")
        elif sections and name in ("BR", "RB", "IR", "RI", "BI", "IB"):
            sections[-1][1].append(unescaped("".join(arguments(rest))))
        elif sections and name in ("PP", "LP", "P", "TP", "HP", "br", "sp"):
            sections[-1][1].append("\n")
    return [(heading, "\n".join(text)) for heading, text in sections]


def paragraphs(text):
    """Returns a text with single spaces, and one empty line between paragraphs."""
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    return "\n\n".join(part for part in parts if part)


def manual_pages(folder):
    """Returns title, text, summary and names of each manual page in a folder."""
    for path in sorted(folder.glob("man*/*")):
        if path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        try:
            source = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
        except UnicodeDecodeError:
            continue
        name, _, section = path.name.removesuffix(".gz").rpartition(".")
        sections = manual_page(source)
        if len(sections) < 2:
            continue
        first = " ".join(sections[0][1].split())
        names, *summary = re.split(r"\s+(?:--?|–|—)\s+", first, maxsplit=1)
        text = "\n\n".join(f"{heading}\n\n{text}" for heading, text in sections[1:])
        yield f"{name}({section})", text, "".join(summary), {name, *re.split(r"[,\s]+", names)}


def help_pages(folder, english):
    """Returns title, text, summary and names (none) of each translated page of GNOME's help in a folder."""
    space = "{http://projectmallard.org/1.0/}"

    def text(element):
        return " ".join("".join(element.itertext()).split()) if element is not None else ""

    for path in sorted(folder.glob("*/*.page")):
        page = XML.parse(path).getroot()
        original = XML.parse(english / path.relative_to(folder)).getroot()
        summary, original_summary = (text(one.find(f"{space}info/{space}desc")) for one in (page, original))
        title, original_title = (text(one.find(f"{space}title")) for one in (page, original))
        if not title or title == original_title or summary == original_summary:
            continue
        info = page.find(f"{space}info")
        if info is not None:
            page.remove(info)
        parts = [text(part) for part in page.iter() if part.tag in (f"{space}p", f"{space}title", f"{space}code")]
        yield title, "\n\n".join(parts[1:]), summary, set()


class Query:
    def __init__(self, text, kind, right):
        self.text, self.kind, self.right = text, kind, right


def words(text):
    return re.findall(r"[^\W_]+(?:['’·][^\W_]+)*", text)


def is_of(language, summary):
    """Returns whether a summary is in the language, and long enough."""
    letters = [c for c in summary if c.isalpha()]
    if language in UNSPACED:
        return sum(ord(c) > 0x2E80 for c in letters) >= 6
    if LANGUAGES[language][0] is None and sum(c > "\u0370" for c in letters) < len(letters) / 2:
        return False
    return len(words(summary)) >= KEYWORDS and not ENGLISH & set(summary.lower().split())


def corpus(unpacked, language, number):
    """Returns the posts of a language, as title and text, and at most a number of queries of each corpus."""
    share, generator = unpacked / "usr" / "share", random.Random(SEED)
    manual, guide = LANGUAGES[language][3:5]
    posts, candidates = {}, {"manual": [], "help": []}
    pages = [("manual", *page) for page in manual_pages(share / "man" / manual)]
    pages += [("help", *page) for page in help_pages(share / "help" / guide, share / "help" / "C")]
    normal = lambda summary: " ".join(words(summary.lower()))
    summaries = collections.Counter(normal(page[3]) for page in pages)
    for kind, title, text, summary, names in pages:
        title = unicodedata.normalize("NFC", title)
        without = text.replace(summary, " ") if summary else text
        without = paragraphs(unicodedata.normalize("NFC", without))[:LENGTH].rpartition(" ")[0]
        if title in posts or len(without) < 100:
            continue
        posts[title] = without
        query = " ".join(word for word in summary.split() if word.strip(".,:;()") not in names)
        if summaries[normal(summary)] == 1 and is_of(language, query):
            candidates[kind].append((unicodedata.normalize("NFC", query), title))
    queries = []
    for kind, found in candidates.items():
        chosen = generator.sample(found, min(number, len(found)))
        for place, (query, title) in enumerate(chosen):
            form = "summary"
            if place % 2 and language not in UNSPACED:
                form = "keywords"
                longest = sorted(dict.fromkeys(words(query)), key=len)[-KEYWORDS:]
                query = " ".join(word for word in dict.fromkeys(words(query)) if word in longest)
            queries.append(Query(query, (kind, form), title))
    generator.shuffle(queries)
    return posts, queries


# The systems. Each returns the titles of the first results of each query.


def write_dump(folder, posts):
    rows = []
    for number, (title, text) in enumerate(posts.items(), 1):
        body = "".join(f"<p>{html.escape(part, quote=False)}</p>\n" for part in text.split("\n\n"))
        values = {
            "Id": number,
            "PostTypeId": 1,
            "CreationDate": f"2024-01-{number // 1440 + 1:02}T{number // 60 % 24:02}:{number % 60:02}:00.000",
            "Score": 0,
            "ViewCount": 0,
            "Body": body,
            "OwnerUserId": 1,
            "Title": html.escape(title, quote=False),
            "Tags": "<page>",
            "ContentLicense": "CC BY-SA 4.0",
        }
        rows.append("<row " + " ".join(f'{name}="{html.escape(str(value))}"' for name, value in values.items()) + "/>")
    user = '<row Id="1" DisplayName="Author" CreationDate="2024-01-01T00:00:00.000" Reputation="1"/>'
    start = '<?xml version="1.0" encoding="utf-8"?>\n'
    (folder / "Posts.xml").write_text(f"{start}<posts>\n" + "\n".join(rows) + "\n</posts>\n")
    (folder / "Users.xml").write_text(f"{start}<users>\n{user}\n</users>\n")


class Stoa:
    """A site with the posts, which is served once for each setting."""

    def __init__(self, binary, posts):
        self.binary, self.directory, self.cookies = binary, tempfile.TemporaryDirectory(), ""
        self.data = pathlib.Path(self.directory.name) / "data"
        dump = pathlib.Path(self.directory.name) / "dump"
        for folder in (self.data, dump):
            folder.mkdir()
        write_dump(dump, posts)
        command = [binary, "import", "stackexchange", "--site", "pages.example.com", "--data-dir", self.data, dump]
        done = subprocess.run(command, env=testing.ENVIRONMENT, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)

    def search(self, language, queries):
        testing.ENVIRONMENT["STOA_SEARCH_LANGUAGE"] = language
        with contextlib.closing(testing.Server(self.binary, self.data)) as server:
            found = self.results(server, queries)
        if "ERROR" in (self.data / "log").read_text():
            sys.exit("The server logged errors.")
        return found

    def results(self, server, queries):
        if not self.cookies:
            body = {"username": "reader", "password": "colonnade at noon"}
            _, headers = server.call("POST", "/user/signup", body)
            self.cookies = "; ".join(line.split(";")[0] for line in headers.get_all("set-cookie"))

        def titles(query):
            parameters = urllib.parse.urlencode({"search": query.text, "order": "relevance", "limit": RESULTS})
            return [question["title"] for question in self.get(server, f"/question/getQuestion?{parameters}")]

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            return list(pool.map(titles, queries))


    def get(self, server, path):
        """Returns a reply. A server that is too busy is asked again: the machine may have other work."""
        for _ in range(20):
            try:
                return server.call("GET", path, cookies=self.cookies)[0]
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
                time.sleep(1)
        sys.exit("The server is too busy.")


class PostgreSQL:
    """A temporary cluster."""

    RANKS = [f"{function}(v, q, {norm})" for function in ("ts_rank", "ts_rank_cd") for norm in (0, 1, 2)]

    def __init__(self, programs):
        self.programs = programs
        self.directory = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        os.chmod(self.directory.name, 0o777)
        self.data = pathlib.Path(self.directory.name) / "data"
        self.run("initdb", "--pgdata", self.data, "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust", "--no-sync", "--username=reader")
        options = f"-c listen_addresses= -c unix_socket_directories={self.directory.name} -c fsync=off"
        # Not with a pipe as its output: the server would keep that open.
        self.run("pg_ctl", "--pgdata", self.data, "--wait", "--options", options, "--log", f"{self.data}.log", "start", output=False)

    def run(self, program, *arguments, text=None, output=True):
        user = ["setpriv", "--reuid=nobody", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*user, self.programs / program, *arguments]
        done = subprocess.run(
            command,
            input=text,
            text=True,
            cwd=self.directory.name,
            stdout=subprocess.PIPE if output else subprocess.DEVNULL,
            stderr=subprocess.PIPE if output else subprocess.DEVNULL,
        )
        if done.returncode:
            sys.exit(f"{program}: {done.stderr}")
        return done.stdout

    def sql(self, text):
        options = ["--host", self.directory.name, "--username", "reader", "--dbname", "postgres"]
        return self.run("psql", *options, "--no-psqlrc", "--quiet", "--csv", "--tuples-only", "--set=ON_ERROR_STOP=1", "--file=-", text=text)

    def search(self, configuration, posts, queries):
        """Returns the results by the way of ranking."""

        def copy(table, rows):
            lines = io.StringIO()
            csv.writer(lines, lineterminator="\n").writerows(rows)
            return f"COPY {table} FROM STDIN (FORMAT csv);\n{lines.getvalue()}\\.\n"

        self.sql(
            "DROP TABLE IF EXISTS posts, queries;"
            "CREATE TABLE posts (id int, title text, body text); CREATE TABLE queries (id int, text text);\n"
            + copy("posts (id, title, body)", ((number, *post) for number, post in enumerate(posts.items())))
            + copy("queries (id, text)", ((number, query.text) for number, query in enumerate(queries)))
            + f"""ALTER TABLE posts ADD v tsvector; ALTER TABLE queries ADD q tsquery;
            UPDATE posts SET v = setweight(to_tsvector('{configuration}', title), 'A') || to_tsvector('{configuration}', body);
            UPDATE queries SET q = replace(replace(plainto_tsquery('{configuration}', text)::text, ' & ', ' | '), ' <-> ', ' | ')::tsquery;
            CREATE INDEX ON posts USING gin (v); VACUUM ANALYZE posts;"""
        )
        titles, found = list(posts), {}
        for rank in self.RANKS:
            rows = self.sql(
                f"SELECT queries.id, best.id FROM queries, LATERAL (SELECT id, {rank} AS r FROM posts WHERE v @@ q"
                f" ORDER BY r DESC, id LIMIT {RESULTS}) best ORDER BY queries.id, r DESC, best.id;"
            )
            found[rank] = [[] for _ in queries]
            for query, post in csv.reader(io.StringIO(rows)):
                found[rank][int(query)].append(titles[int(post)])
        return found

    def close(self):
        self.run("pg_ctl", "--pgdata", self.data, "--wait", "--mode=immediate", "stop")
        self.directory.cleanup()


def search_tantivy(stemmer, posts, queries):
    """Returns the results by the weight of titles."""
    if stemmer == "bigrams":
        analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(2, 2)).filter(tantivy.Filter.lowercase())
    else:
        analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.remove_long(40))
        analyzer = analyzer.filter(tantivy.Filter.lowercase())
        analyzer = analyzer.filter(tantivy.Filter.stemmer(stemmer)) if stemmer else analyzer
    analyzer = analyzer.build()
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("name", stored=True, tokenizer_name="raw")
    for field in ("title", "body"):
        schema.add_text_field(field, tokenizer_name="words")
    index = tantivy.Index(schema.build())
    index.register_tokenizer("words", analyzer)
    writer = index.writer(num_threads=1)
    for title, text in posts.items():
        writer.add_document(tantivy.Document(name=title, title=title, body=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher, found = index.searcher(), {}
    for weight in (1.0, 2.0, 4.0):
        found[f"title {weight}"] = []
        for query in queries:
            parts = []
            for term in dict.fromkeys(analyzer.analyze(query.text)):
                for field in ("title", "body"):
                    part = tantivy.Query.term_query(index.schema, field, term, "freq")
                    boosted = tantivy.Query.boost_query(part, weight if field == "title" else 1.0)
                    parts.append((tantivy.Occur.Should, boosted))
            hits = searcher.search(tantivy.Query.boolean_query(parts), RESULTS).hits
            found[f"title {weight}"].append([searcher.doc(address)["name"][0] for _, address in hits])
    return found


# Figures


def metrics(found, queries):
    """Returns success@1, success@5 and nDCG@10 of each query; one result is right."""
    rows = []
    for titles, query in zip(found, queries):
        rank = titles.index(query.right) if query.right in titles else math.inf
        rows.append((float(rank < 1), float(rank < 5), 1 / math.log2(rank + 2) if rank < RESULTS else 0.0))
    return rows


def mean(values):
    return sum(values) / len(values)


def interval(differences):
    generator = random.Random(SEED)
    means = sorted(mean(generator.choices(differences, k=len(differences))) for _ in range(RESAMPLES))
    return means[RESAMPLES // 40], means[RESAMPLES - RESAMPLES // 40 - 1]


def best(variants, queries):
    """Returns the variant with the best nDCG@10 on the first half of the queries, and its results."""
    half = len(queries) // 2
    return max(variants.items(), key=lambda item: mean([row[2] for row in metrics(item[1][:half], queries[:half])]))


def table(results, part):
    lines = ["| language | posts, queries | system | success@1 | success@5 | nDCG@10 | Stoa − system, success@5 | nDCG@10 |", "|" + "---|" * 8]
    for language, (number, queries, found) in results.items():
        chosen = [index for index, query in enumerate(queries) if part(index, query, len(queries))]
        if not chosen:
            continue
        rows = {name: [metrics(titles, queries)[index] for index in chosen] for name, titles in found.items()}
        for name, values in rows.items():
            cells = ["", "", name] if name != "Stoa" else [language, f"{number}, {len(chosen)}", name]
            cells += [f"{mean([row[column] for row in values]):.3f}" for column in range(3)]
            for column in (1, 2):
                differences = [own[column] - other[column] for own, other in zip(rows["Stoa"], values)]
                low, high = interval(differences)
                cells.append("" if name == "Stoa" else f"{mean(differences):+.3f} ({low:+.3f} to {high:+.3f})")
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines).replace("-0.", "−0.")


def listed(results):
    """Returns all queries with what was found, to look at misses."""
    return [
        {
            "language": language,
            "query": query.text,
            "kind": query.kind,
            "right": query.right,
            "is_reported": index >= len(queries) // 2,
            "found": {name: titles[index] for name, titles in found.items()},
        }
        for language, (_, queries, found) in results.items()
        for index, query in enumerate(queries)
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stoa", type=pathlib.Path, help="the binary to measure")
    parser.add_argument("--packages", type=pathlib.Path, help="keeps the packages in this folder")
    parser.add_argument("--postgres", type=pathlib.Path, help="the folder of PostgreSQL's programs")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--queries", type=int, default=150, help="of each corpus, at most")
    parser.add_argument("--ui", type=pathlib.Path, help="the built UI, for a binary without it")
    parser.add_argument("--results", type=pathlib.Path, help="writes all queries and results to this file, as JSON")
    options = parser.parse_args()
    if options.ui:
        testing.ENVIRONMENT["STOA_UI_DIST"] = str(options.ui.resolve())
    programs = options.postgres or max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))

    with tempfile.TemporaryDirectory() as temporary:
        folder = options.packages or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        unpacked = fetch(folder.resolve(), options.languages)
        corpora = {language: corpus(unpacked, language, options.queries) for language in options.languages}
        shutil.rmtree(unpacked)
    print(tantivy.__version__)
    with contextlib.closing(PostgreSQL(programs)) as postgres:
        print(postgres.sql("SELECT version();").strip('"\n'))
        results = {}
        for language, (posts, queries) in corpora.items():
            setting, configuration, stemmer = LANGUAGES[language][:3]
            found = {}
            if options.stoa:
                site = Stoa(options.stoa.resolve(), posts)
                found["Stoa"] = site.search(setting or "en", queries)
                if setting:
                    found['Stoa, "en"'] = site.search("en", queries)
            rank, found[f"PostgreSQL, {configuration}"] = best(postgres.search(configuration, posts, queries), queries)
            weight, found[f"tantivy, {stemmer or 'no stemmer'}"] = best(search_tantivy(stemmer, posts, queries), queries)
            print(f"{language}: {len(posts)} posts, {len(queries)} queries, {rank}, {weight}", flush=True)
            results[language] = (len(posts), queries, found)
            if options.results:
                options.results.write_text(json.dumps(listed(results), ensure_ascii=False, indent=1))

    if options.stoa:
        parts = {"all queries": lambda index, query, length: True, "the half to report": lambda index, query, length: index >= length // 2}
        for kind in ("manual", "help"):
            for form in ("summary", "keywords"):
                parts[f"{kind}, {form}"] = lambda index, query, length, wanted=(kind, form): query.kind == wanted
        for name, part in parts.items():
            print(f"\n{name}\n\n{table(results, part)}")


main()
