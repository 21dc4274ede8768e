"""What the comparisons of pages of imported sites share."""

import html.parser
import http.client
import socket
import urllib.parse
import urllib.request

BLOCKS = set("p div li ul ol pre blockquote table tr td th h1 h2 h3 br hr".split())
# Elements without an end.
VOID = set("br hr img input meta link".split())


class Texts(html.parser.HTMLParser):
    """Collects the visible words, links and pictures of the elements that `is_text` chooses."""

    def __init__(self, is_text):
        super().__init__()
        self.is_text, self.depth, self.found = is_text, 0, []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if self.depth == 0:
            if self.is_text(tag, attributes):
                self.depth = 1
                self.found.append("")
            return
        if tag in BLOCKS:
            self.found[-1] += " "
        if tag == "img":
            self.found[-1] += f" (picture: {attributes.get('alt', '')}) "
        if tag not in VOID:
            self.depth += 1

    def handle_endtag(self, tag):
        if self.depth and tag not in VOID:
            self.depth -= 1
            if tag in BLOCKS and self.depth:
                self.found[-1] += " "

    def handle_data(self, data):
        if self.depth:
            self.found[-1] += data


def texts(page, is_text):
    """Returns the texts of a page, sorted, with one space for each run of white space."""
    parser = Texts(is_text)
    parser.feed(page)
    return sorted(" ".join(text.split()) for text in parser.found)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def get(url):
    request = urllib.request.Request(url, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.read().decode()


class Comparison:
    def __init__(self):
        self.checks, self.differences = 0, []

    def equal(self, what, old, new):
        self.checks += 1
        if old != new:
            self.differences.append(f"{what}:\n    old: {old}\n    new: {new}")


def redirect(url, path):
    """Returns the status of an address, and where it leads."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=60)
    connection.request("GET", path, headers={"Accept": "text/html"})
    response = connection.getresponse()
    response.read()
    return response.status, response.getheader("Location")
