//! Makes HTML of plain text, as the pages of the site show it.

/// What an address in a text does not end with.
const AFTER: &[char] = &['.', ',', ';', ':', '!', '?', '\'', '*', '_'];

/// Returns a plain text as HTML: its lines and spaces stay, and addresses in it are links.
pub fn of_plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let paragraphs = text.split("\n\n").filter(|part| !part.trim().is_empty());
    let paragraphs =
        paragraphs.map(|part| format!("<p>{}</p>", paragraph(part.trim_matches('\n'))));
    paragraphs.collect()
}

fn paragraph(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("http") {
        let (before, found) = rest.split_at(at);
        push(&mut html, before);
        let length = match before.chars().next_back() {
            Some(c) if c.is_alphanumeric() => 0,
            _ => length_of_address(found),
        };
        let (address, after) = found.split_at(length.max("http".len()));
        if length > 0 {
            let mut escaped = String::new();
            push(&mut escaped, address);
            html.push_str(&format!("<a href=\"{escaped}\">{escaped}</a>"));
        } else {
            push(&mut html, address);
        }
        rest = after;
    }
    push(&mut html, rest);
    html
}

/// Returns the length of the address that a text begins with, or 0.
fn length_of_address(text: &str) -> usize {
    let mut schemes = ["http://", "https://"].iter();
    let host = schemes.find_map(|scheme| text.strip_prefix(scheme));
    if !host.is_some_and(|host| host.starts_with(char::is_alphanumeric)) {
        return 0;
    }
    let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"');
    let mut address = &text[..text.find(ends).unwrap_or(text.len())];
    let count = |bracket: char| address.matches(bracket).count();
    let mut unopened = [('(', ')'), ('[', ']'), ('{', '}')]
        .map(|(open, close)| (close, count(close).saturating_sub(count(open))));
    loop {
        address = address.trim_end_matches(AFTER);
        // A bracket that the address did not open.
        let mut brackets = unopened.iter_mut();
        let Some((_, left)) = brackets.find(|(close, left)| *left > 0 && address.ends_with(*close))
        else {
            return address.len();
        };
        *left -= 1;
        address = &address[..address.len() - 1];
    }
}

/// Writes a text as HTML.
fn push(html: &mut String, text: &str) {
    let mut before = html.chars().next_back();
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\n' => html.push_str("<br>"),
            '\t' => html.push_str("&nbsp; &nbsp; "),
            ' ' if before.is_none_or(|before| before == ' ' || before == '\n') => {
                html.push_str("&nbsp;");
            }
            c => html.push(c),
        }
        before = Some(c);
    }
}

#[cfg(test)]
mod tests {
    use super::of_plain;

    #[test]
    fn a_plain_text_is_shown_as_it_was_written() {
        for (text, html) in [
            ("", ""),
            ("a < b & \"c\"", "<p>a &lt; b &amp; &quot;c&quot;</p>"),
            ("a\r\nb\n\n\nc", "<p>a<br>b</p><p>c</p>"),
            ("if x:\n  y", "<p>if x:<br>&nbsp;&nbsp;y</p>"),
            (
                "(see https://a.example/x_(y)?a=1&b=2).",
                "<p>(see <a href=\"https://a.example/x_(y)?a=1&amp;b=2\">https://a.example/x_(y)?a=1&amp;b=2</a>).</p>",
            ),
            ("xhttp://a http:// https", "<p>xhttp://a http:// https</p>"),
        ] {
            assert_eq!(of_plain(text), html, "{text}");
        }
    }

    #[test]
    fn a_hostile_text_takes_linear_time() {
        for part in ["http", "http://a)", "http://((", "\n\n "] {
            let text = part.repeat(100_000 / part.len());
            assert!(of_plain(&text).len() < text.len() * 12);
        }
    }
}
