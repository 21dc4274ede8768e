//! Converts what these sites add to Markdown: names of languages as `lang-py`, tags of the other
//! one of a site and its meta site, and formulas without dollar signs. The result is as that of
//! [`crate::operations::import::html`].

use crate::core::text;
use crate::operations::import::html::math;
use crate::operations::import::links::Links;

/// Converts the Markdown of an author. Takes linear time.
pub(super) fn convert(markdown: &str, links: &Links<'_>) -> String {
    convert_parts(&convert_lines(markdown), links)
}

/// Converts fences.
fn convert_lines(markdown: &str) -> String {
    let parts = text::Markdown::new(markdown);
    let mut out = String::with_capacity(markdown.len());
    let mut start = 0;
    for line in markdown.split_inclusive('\n') {
        let quoted = line.trim_start_matches([' ', '>']);
        let prefix = &line[..line.len() - quoted.len()];
        let at = start + prefix.len();
        out.push_str(prefix);
        start += line.len();
        let block = parts
            .code_blocks()
            .binary_search_by_key(&at, |block| block.start);
        if block.is_ok() {
            out.push_str(&without_lang(quoted));
        } else {
            out.push_str(quoted);
        }
    }
    out
}

/// Returns the first line of a code block without `lang-` before its language.
fn without_lang(line: &str) -> String {
    let info = line.trim_start_matches(['`', '~']);
    let fence = &line[..line.len() - info.len()];
    match info.trim_start().strip_prefix("lang-") {
        Some("none\n" | "default\n") => format!("{fence}\n"),
        Some(language) => format!("{fence}{language}"),
        None => line.to_owned(),
    }
}

/// Converts tags and formulas.
fn convert_parts(markdown: &str, links: &Links<'_>) -> String {
    let masked = text::mask(markdown);
    let mut out = String::with_capacity(markdown.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = markdown[at..].find(['[', '\\']) {
        at += found;
        let rest = &markdown[at..];
        let converted = if masked[at] {
            None
        } else {
            tag(rest, links).or_else(|| formula(rest))
        };
        if let Some((length, converted)) = converted {
            out.push_str(&markdown[copied..at]);
            out.push_str(&converted);
            at += length;
            copied = at;
        } else {
            at += 1;
        }
    }
    out.push_str(&markdown[copied..]);
    out
}

/// Returns the length of the tag that a text begins with, and the tag or link that replaces it. `[tag:…]` on a meta
/// site is a tag of the main site, and `[meta-tag:…]` elsewhere one of the meta site.
fn tag(text: &str, links: &Links<'_>) -> Option<(usize, String)> {
    let inside = text.strip_prefix('[')?;
    let (inside, is_meta) = match inside.strip_prefix("meta-") {
        Some(inside) => (inside, true),
        None => (inside, false),
    };
    let (name, _) = inside.strip_prefix("tag:")?.split_once(']')?;
    if name.is_empty()
        || name.len() > MAX_TAG
        || name.contains(|c: char| c.is_whitespace() || c == '[')
    {
        return None;
    }
    let length = text.find(']')? + 1;
    let host = if is_meta == is_meta_site(links.host) {
        links.host.to_owned()
    } else {
        other_site(links.host)
    };
    let converted = if host == links.host && (links.has_tag)(name) {
        format!("[tag:{name}]")
    } else {
        let path = name.replace('+', "%2b").replace('#', "%23");
        format!("[{name}](https://{host}/questions/tagged/{path})")
    };
    Some((length, converted))
}

/// The longest name of a tag, in bytes. These sites allow 35 characters.
const MAX_TAG: usize = 200;

fn is_meta_site(host: &str) -> bool {
    host.split('.').any(|label| label == "meta")
}

/// Returns the host of the meta site, or for a meta site that of the main site.
fn other_site(host: &str) -> String {
    if is_meta_site(host) {
        let labels: Vec<&str> = host.split('.').filter(|label| *label != "meta").collect();
        return labels.join(".");
    }
    match host.split_once(".stackexchange.com") {
        Some((name, "")) => format!("{name}.meta.stackexchange.com"),
        _ => format!("meta.{host}"),
    }
}

/// Returns the length of the formula without dollar signs that a text begins with, and the formula with them.
fn formula(text: &str) -> Option<(usize, String)> {
    let (open, close) = (r"\\[", r"\\]");
    let (length, inside) = if text.starts_with(open) {
        let length = math::delimited(text, open, close)?;
        (length, &text[open.len()..length - close.len()])
    } else {
        let length = math::environment(text)?;
        (length, &text[..length])
    };
    let is_paragraph = !inside.lines().skip(1).any(|line| line.trim().is_empty());
    is_paragraph.then(|| (length, format!("$${inside}$$")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(markdown: &str, host: &str) -> String {
        let links = Links {
            host,
            page: &|_| None,
            in_topic: &|_, _| None,
            has_tag: &|name| name == "wheel" || name == "c++",
            post_at: &|_| None,
            has_secure_image: &|_| false,
        };
        convert(markdown, &links)
    }

    #[test]
    fn spoilers_stay() {
        let spoiler = ">! It was\n>! the butler.";
        assert_eq!(converted(spoiler, "things.example"), spoiler);
    }

    #[test]
    fn languages_have_their_own_names() {
        for (fence, plain) in [
            (
                "```lang-py\nx\n```\n~~~ lang-c++\ny\n~~~",
                "```py\nx\n```\n~~~c++\ny\n~~~",
            ),
            ("> ```lang-none\n> x\n> ```", "> ```\n> x\n> ```"),
            ("````\n```lang-py\n````", "````\n```lang-py\n````"),
            ("```lang-py", "```py"),
        ] {
            assert_eq!(converted(fence, "things.example"), plain);
        }
    }

    #[test]
    fn tags_lead_to_their_site() {
        let both = "[tag:wheel] [meta-tag:c++] [tag:a-b]";
        assert_eq!(
            converted(both, "bikes.stackexchange.com"),
            "[tag:wheel] [c++](https://bikes.meta.stackexchange.com/questions/tagged/c%2b%2b) \
             [a-b](https://bikes.stackexchange.com/questions/tagged/a-b)"
        );
        assert_eq!(
            converted(both, "bikes.meta.stackexchange.com"),
            "[wheel](https://bikes.stackexchange.com/questions/tagged/wheel) [tag:c++] \
             [a-b](https://bikes.stackexchange.com/questions/tagged/a-b)"
        );
        assert_eq!(
            converted("[meta-tag:x]", "superuser.com"),
            "[x](https://meta.superuser.com/questions/tagged/x)"
        );
        for text in [
            "`[tag:x]`",
            "[tag:]",
            "[tag:a b]",
            "[tag:x",
            "[meta-tag]",
            "[tags:x]",
        ] {
            assert_eq!(converted(text, "superuser.com"), text);
        }
    }

    #[test]
    fn formulas_without_dollars_get_them() {
        for (source, formula) in [
            (
                "So\n\\begin{align}\na &= b \\\\\n- c &= d_1\n\\end{align}\nholds",
                "So\n$$\\begin{align}\na &= b \\\\\n- c &= d_1\n\\end{align}$$\nholds",
            ),
            (r"a \\[ x_1 \\] b", "a $$ x_1 $$ b"),
            (
                r"$$\begin{align} a \end{align}$$",
                r"$$\begin{align} a \end{align}$$",
            ),
            (
                r"`\begin{align} a \end{align}`",
                r"`\begin{align} a \end{align}`",
            ),
            (
                r"\begin{document} a \end{document}",
                r"\begin{document} a \end{document}",
            ),
            (
                "\\begin{align} a\n\n\\end{align}",
                "\\begin{align} a\n\n\\end{align}",
            ),
            (r"\[x\]", r"\[x\]"),
        ] {
            assert_eq!(converted(source, "things.example"), formula);
        }
    }

    #[test]
    fn a_hostile_text_takes_linear_time() {
        for pattern in [
            "[tag:",
            "\\\\[",
            "\\begin{align}",
            ">!",
            "```lang-",
            "[meta-tag:x]\n",
        ] {
            let text = pattern.repeat(100_000 / pattern.len());
            assert!(converted(&text, "things.example").len() <= text.len() * 9);
        }
    }
}
