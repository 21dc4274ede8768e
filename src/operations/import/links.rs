//! Rewrites links from one post of a dump to another.
//!
//! The scanner is our own: it needs the byte range of each address, also of bare ones.
//! `pulldown-cmark` reports only ranges of whole links, and [`crate::core::text`] only validates inline
//! links.

use std::ops::Range;

use crate::core::text;
use crate::features::addresses::question2answer::Page;
use crate::features::addresses::{discourse, page_of_other, short_id};
use crate::platform::web::percent_encoded;

/// The address of the questions with a tag, whose name follows.
pub(super) const TAG_PAGE: &str = "/questionPage?tag=";

/// Maps addresses of the dumped site to addresses of this site.
pub(super) struct Links<'a> {
    /// The host name of the dumped site.
    pub host: &'a str,
    /// Returns the page on this site of the post with this id in the dump.
    pub page: &'a dyn Fn(i64) -> Option<String>,
    /// Returns the id in the dump of the post with this number in a topic.
    pub in_topic: &'a dyn Fn(i64, i64) -> Option<i64>,
    /// Returns the id in the dump of the post with this path, on sites whose addresses do not have ids.
    pub post_at: &'a dyn Fn(&str) -> Option<i64>,
    /// Returns whether the tag with this name is imported.
    pub has_tag: &'a dyn Fn(&str) -> bool,
    /// Returns whether the dump's HTML shows the image `https://` and this address.
    pub has_secure_image: &'a dyn Fn(&str) -> bool,
}

impl Links<'_> {
    /// Returns the address that replaces `url`, if it must change: the page of an imported post, or
    /// the list of an imported tag, the absolute address of another page of the dumped site, or the
    /// secure address of an image.
    pub fn target(&self, url: &str) -> Option<String> {
        if let Some(page) = self.local(url).or_else(|| self.tag(url)) {
            return Some(page);
        }
        if url.starts_with("//") {
            return Some(format!("https:{url}"));
        }
        if url.starts_with('/') {
            return Some(format!("https://{}{url}", self.host));
        }
        let image = url.strip_prefix("http://")?;
        (self.has_secure_image)(image).then(|| format!("https://{image}"))
    }

    /// Returns the list of questions with a tag, if `url` names it in the dump.
    fn tag(&self, url: &str) -> Option<String> {
        let path = path_on(self.host, url)?;
        if let Some(Page::Tag(name)) = page_of_other(path) {
            let address = percent_encoded(&name);
            return (self.has_tag)(&name).then(|| format!("{TAG_PAGE}{address}"));
        }
        let tag = path.strip_prefix("/questions/tagged/")?;
        let name = tag
            .to_ascii_lowercase()
            .replace("%2b", "+")
            .replace("%23", "#");
        (self.has_tag)(&name).then(|| format!("{TAG_PAGE}{tag}"))
    }

    /// Returns the page on this site, if `url` names an imported post.
    fn local(&self, url: &str) -> Option<String> {
        let path = path_on(self.host, url)?;
        if let Some(post) = (self.post_at)(path) {
            return (self.page)(post);
        }
        match discourse::page(path) {
            Some(discourse::Page::Topic { topic, number }) => {
                let post = (self.in_topic)(topic, number).or_else(|| (self.in_topic)(topic, 1));
                return post.and_then(self.page);
            }
            Some(discourse::Page::Post(id)) => return (self.page)(id),
            _ => {}
        }
        if let Some(Page::Post(ids)) = page_of_other(path) {
            return ids.into_iter().find_map(self.page);
        }
        let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
        let path = path.split('?').next().unwrap_or_default();
        let mut parts = path.split('/').skip(1);
        let kind = parts.next()?;
        let post = parts.next().and_then(short_id::any)?;
        let inner = match kind {
            // `/questions/1/title/2#2` and `/questions/1/title#2` name the answer 2, and
            // `#comment3_2` names a comment on it. Apache Answer can leave the title out.
            "questions" => {
                let rest: Vec<&str> = parts.collect();
                let answer = rest.first().and_then(|part| short_id::number(part));
                let named = rest.get(1).copied().or(fragment.rsplit('_').next());
                answer.or_else(|| named.and_then(short_id::any))
            }
            "q" | "a" => fragment
                .rsplit('_')
                .next()
                .and_then(|answer| answer.parse().ok()),
            _ => return None,
        };
        inner
            .and_then(|answer| (self.page)(answer))
            .or_else(|| (self.page)(post))
    }

    /// Rewrites the links of a Markdown text. Code does not change.
    pub fn rewrite(&self, markdown: &str) -> String {
        let mut out = String::with_capacity(markdown.len());
        let mut copied = 0;
        for (range, replacement) in self.replacements(markdown) {
            out.push_str(&markdown[copied..range.start]);
            out.push_str(&replacement);
            copied = range.end;
        }
        out.push_str(&markdown[copied..]);
        out
    }

    /// Returns the ranges to replace, and their replacements.
    fn replacements(&self, markdown: &str) -> Vec<(Range<usize>, String)> {
        let masked = text::mask(markdown);
        let mut found = Vec::new();
        let mut start = 0;
        for line in markdown.split_inclusive('\n') {
            // An indented line can be code. If it continues a list item instead, its links are not
            // rewritten.
            let is_indented = line.starts_with("    ") || line.starts_with('\t');
            let mut at = 0;
            while let Some(next) = line[at..].find(['h', '/']).filter(|_| !is_indented) {
                let Some(link) = Link::at(line, at + next) else {
                    at += next + 1;
                    continue;
                };
                at = link.url.end;
                if let Some(page) = self
                    .target(&line[link.url.clone()])
                    .filter(|_| !masked[start + link.url.start])
                {
                    let (range, text) = link.replacement(line, &page);
                    found.push((start + range.start..start + range.end, text));
                }
            }
            start += line.len();
        }
        found
    }
}

/// Returns the path of an address of a site, also of one that is only a path.
pub(super) fn path_on<'u>(host: &str, url: &'u str) -> Option<&'u str> {
    let scheme = ["https://", "http://", "//"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme));
    let path = match scheme {
        Some(rest) => {
            let found = rest
                .get(..host.len())
                .filter(|found| found.eq_ignore_ascii_case(host))?;
            &rest[found.len()..]
        }
        None => url,
    };
    path.starts_with('/').then_some(path)
}

/// A link in a line of Markdown.
struct Link {
    url: Range<usize>,
    form: Form,
}

/// The syntax of a link.
enum Form {
    /// `[text](url)` or `[label]: url`
    Destination,
    /// `<url>`
    Bracketed,
    /// An address in a text.
    Bare,
}

impl Link {
    /// Returns the link whose address starts at `start`.
    fn at(line: &str, start: usize) -> Option<Self> {
        let (before, rest) = line.split_at(start);
        let is_absolute = rest.starts_with("https://") || rest.starts_with("http://");
        let (form, ends): (_, &[char]) = if before.ends_with("](") || is_definition(before) {
            (Form::Destination, &[')', ' ', '\t', '\n'])
        } else if before.ends_with("](<") {
            (Form::Destination, &['>', '\n'])
        } else if before.ends_with('<') && is_absolute {
            (Form::Bracketed, &['>', ' ', '\n'])
        } else if (before.is_empty() || before.ends_with([' ', '\t', '(']))
            && is_absolute
            && before.rfind('[') <= before.rfind(']')
        {
            (Form::Bare, &[' ', '\t', '\n', '<', '>', '"', ')', ']'])
        } else {
            return None;
        };
        let url = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let url = match form {
            Form::Bare => url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']),
            Form::Bracketed if !rest[url.len()..].starts_with('>') => return None,
            _ => url,
        };
        Some(Self {
            url: start..start + url.len(),
            form,
        })
    }

    /// Returns the range in `line` to replace and its replacement, so that the link leads to
    /// `page`.
    fn replacement(self, line: &str, page: &str) -> (Range<usize>, String) {
        let url = &line[self.url.clone()];
        match self.form {
            Form::Destination => (self.url, page.to_owned()),
            // An address without a host is not a link by itself.
            Form::Bare => (self.url.clone(), format!("[{url}]({page})")),
            Form::Bracketed => (
                self.url.start - 1..self.url.end + 1,
                format!("[{url}]({page})"),
            ),
        }
    }
}

/// Returns whether an address after `before` belongs to a link definition, as in `[1]: url`.
fn is_definition(before: &str) -> bool {
    let label = before.trim_end_matches([' ', '\t', '<']);
    label.trim_start().starts_with('[') && label.ends_with("]:")
}

#[cfg(test)]
mod tests {
    use super::Links;

    const HOST: &str = "things.example.com";

    fn page(post: i64) -> Option<String> {
        match post {
            1 => Some("/question/q1".to_owned()),
            2 => Some("/question/q1#a2".to_owned()),
            _ => None,
        }
    }

    fn links() -> Links<'static> {
        Links {
            host: HOST,
            page: &page,
            in_topic: &|topic, number| (topic == 9 && number < 3).then_some(number),
            has_tag: &|name| matches!(name, "wheel" | "c++"),
            post_at: &|_| None,
            has_secure_image: &|address| address == "i.example/a.png",
        }
    }

    #[test]
    fn addresses_of_imported_tags_lead_to_their_questions() {
        for (url, page) in [
            ("/questions/tagged/wheel", "/questionPage?tag=wheel"),
            (
                "https://things.example.com/questions/tagged/c%2b%2b",
                "/questionPage?tag=c%2b%2b",
            ),
            ("/tag/wheel", "/questionPage?tag=wheel"),
            (
                "https://things.example.com/?qa=tag/c%2B%2B",
                "/questionPage?tag=c%2B%2B",
            ),
            (
                "/questions/tagged/absent",
                "https://things.example.com/questions/tagged/absent",
            ),
            (
                "/questions/tagged/wheel+or+c%2b%2b",
                "https://things.example.com/questions/tagged/wheel+or+c%2b%2b",
            ),
        ] {
            assert_eq!(links().target(url).as_deref(), Some(page), "{url}");
        }
        assert_eq!(
            links().target("https://other.example.com/questions/tagged/wheel"),
            None
        );
    }

    #[test]
    fn images_are_secure_where_the_html_of_the_dump_shows_them_so() {
        assert_eq!(
            links().rewrite("![a](http://i.example/a.png) ![b](http://i.example/b.png)"),
            "![a](https://i.example/a.png) ![b](http://i.example/b.png)"
        );
        assert_eq!(
            links().rewrite("![a][1]\n\n  [1]: http://i.example/a.png"),
            "![a][1]\n\n  [1]: https://i.example/a.png"
        );
    }

    #[test]
    fn addresses_of_imported_posts_lead_to_this_site() {
        for url in [
            "https://things.example.com/questions/1/how-to",
            "http://things.example.com/questions/1",
            "//Things.Example.com/q/1",
            "/q/1/17",
            "/t/how-to/9",
            "/t/how-to/9/77",
            "/questions/1/how-to?noredirect=1&lq=1",
            "https://things.example.com/questions/1/how-to#comment9_1",
            "https://things.example.com/questions/1/how-to/77#77",
        ] {
            assert_eq!(links().local(url).as_deref(), Some("/question/q1"), "{url}");
        }
        for url in [
            "https://things.example.com/1/how-to?show=2#a2",
            "/question/1/how-to/?answer=2#post-id-2",
            "https://things.example.com/t/how-to/9/2?u=ada",
            "/t/9/2",
            "/p/2",
            "/index.php?qa=1&qa_1=how-to&show=2",
            "https://things.example.com/a/2",
            "/a/2/17",
            "/questions/2",
            "https://things.example.com/questions/1/how-to/2#2",
            "https://things.example.com/questions/1/how-to#2",
            "https://things.example.com/questions/1/how-to#comment9_2",
        ] {
            assert_eq!(
                links().local(url).as_deref(),
                Some("/question/q1#a2"),
                "{url}"
            );
        }
    }

    #[test]
    fn other_addresses_have_no_page_on_this_site() {
        for url in [
            "https://things.example.com",
            "https://things.example.com/",
            "https://things.example.com/questions/3/absent",
            "https://things.example.com/questions/tagged/1",
            "https://things.example.com/users/1",
            "https://things.example.community/q/1",
            "https://other.example.com/q/1",
            "ftp://things.example.com/q/1",
            "mailto:a@things.example.com",
            "q/1",
            "",
        ] {
            assert_eq!(links().local(url), None, "{url}");
        }
    }

    #[test]
    fn relative_addresses_of_other_pages_become_absolute() {
        assert_eq!(links().target("/q/1").as_deref(), Some("/question/q1"));
        assert_eq!(
            links().target("/users/1").as_deref(),
            Some("https://things.example.com/users/1")
        );
        assert_eq!(
            links().target("//other.example.com/a").as_deref(),
            Some("https://other.example.com/a")
        );
        assert_eq!(links().target("https://things.example.com/users/1"), None);
        assert_eq!(links().target("#top"), None);
        assert_eq!(
            links().rewrite("[a](/faq#x) /faq"),
            "[a](https://things.example.com/faq#x) /faq"
        );
    }

    #[test]
    fn links_in_markdown_are_rewritten() {
        for (before, after) in [
            (
                "see [this](https://things.example.com/q/1).",
                "see [this](/question/q1).",
            ),
            (
                "[a](/q/1 \"title\") [b](</a/2>)",
                "[a](/question/q1 \"title\") [b](</question/q1#a2>)",
            ),
            (
                "[1]: http://things.example.com/questions/1/x\n  [2]: /a/2",
                "[1]: /question/q1\n  [2]: /question/q1#a2",
            ),
            (
                "<https://things.example.com/q/1>",
                "[https://things.example.com/q/1](/question/q1)",
            ),
            (
                "(https://things.example.com/q/1), and",
                "([https://things.example.com/q/1](/question/q1)), and",
            ),
            (
                "https://things.example.com/q/1.",
                "[https://things.example.com/q/1](/question/q1).",
            ),
            (
                "[https://things.example.com/q/1](https://things.example.com/q/1)",
                "[https://things.example.com/q/1](/question/q1)",
            ),
        ] {
            assert_eq!(links().rewrite(before), after);
        }
    }

    #[test]
    fn code_and_words_do_not_change() {
        for text in [
            "`[a](/q/1)` and `https://things.example.com/q/1`",
            "```\n[a](/q/1)\n```",
            "    [a](/q/1)",
            "and/or, 1/2, /q/1 and either/q/1",
            "[see https://things.example.com/q/1 here](https://example.org)",
            "<https://things.example.com/q/1 unfinished",
            "ü/ä",
            "",
        ] {
            assert_eq!(links().rewrite(text), text);
        }
    }
}
