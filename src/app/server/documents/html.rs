//! What the parts of pages are written with: the elements that several of them have.

use std::collections::HashSet;

use crate::core::text::formulas;
use crate::core::text::html::{Options, Pictures, Writer, write_element};

use super::page::encoded;
use super::styles::{AUTHOR_LINE, AVATAR, COVER, TAG_BUTTON};
use crate::core::id::Id;
use crate::platform::web::percent_encoded;

/// The formulas of a title that are marked. Further ones are text, as in the UI.
const MAX_TITLE_FORMULAS: usize = 10;

/// The HTML of one page.
pub struct Html<'a> {
    pub writer: Writer<'a>,
    base: &'a str,
    /// The number of texts in Markdown.
    texts: usize,
    /// The shapes of the icons that the page has.
    icons: Vec<&'static str>,
    pub is_stranger: bool,
    /// The authors whom search engines may name.
    pub listed_authors: HashSet<String>,
}

impl<'a> Html<'a> {
    /// Begins a page under the path prefix of the site.
    pub fn new(base: &'a str, is_stranger: bool) -> Self {
        Self {
            writer: Writer::new(&|_| None, base),
            base,
            texts: 0,
            icons: Vec::new(),
            is_stranger,
            listed_authors: HashSet::new(),
        }
    }

    /// Writes an opening tag with a class.
    pub fn open(&mut self, tag: &'static str, class: &str) {
        self.writer.open(tag, &[("class", class)]);
    }

    /// Closes as many elements.
    pub fn close(&mut self, count: usize) {
        for _ in 0..count {
            self.writer.close();
        }
    }

    /// Writes an element with a class and a text.
    pub fn element(&mut self, tag: &'static str, class: &str, text: &str) {
        self.writer.element(tag, &[("class", class)], text);
    }

    /// Returns the address of a path of the site.
    pub fn href(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Opens a link to a page.
    pub fn open_link(&mut self, path: &str, class: &str) {
        let href = self.href(path);
        if class.is_empty() {
            self.writer.open("a", &[("href", &href)]);
        } else {
            self.writer.open("a", &[("class", class), ("href", &href)]);
        }
    }

    /// Writes a link to a page.
    pub fn link(&mut self, path: &str, class: &str, text: &str) {
        self.open_link(path, class);
        self.writer.text(text);
        self.close(1);
    }

    /// Writes the cover of the site, if it has one, as `Cover.tsx` does.
    pub fn cover(&mut self, cover: Option<Id>) {
        let Some(cover) = cover else {
            return;
        };
        let src = self.href(&format!("/site/getCover/{cover}"));
        let class = COVER.class("cover");
        let attributes = [
            ("src", &*src),
            ("alt", ""),
            ("width", "5"),
            ("height", "1"),
            ("loading", "lazy"),
            ("class", &class),
        ];
        self.writer.empty("img", &attributes);
    }

    /// Writes a space between the boxes of a row, for browsers without styles. Others show none there.
    pub fn space(&mut self) {
        self.writer.text(" ");
    }

    /// Writes what separates elements in a line for browsers without styles, and for screen readers.
    pub fn comma(&mut self) {
        self.element("span", "visually-hidden", ", ");
    }

    /// Writes a link to a tag's questions.
    pub fn tag(&mut self, name: &str) {
        let page = if self.is_stranger {
            "questionPage"
        } else {
            "home"
        };
        let path = format!("/{page}?tag={}", encoded(name).replace('+', "%20"));
        self.link(&path, &TAG_BUTTON.class("tag"), name);
    }

    /// Writes a field that the app fills with life.
    pub fn search_field(&mut self, class: &str, label: &str) {
        let attributes = [
            ("class", class),
            ("type", "search"),
            ("placeholder", label),
            ("aria-label", label),
            // What is typed before the app is there would be lost.
            ("readonly", ""),
        ];
        self.writer.empty("input", &attributes);
    }

    /// Writes the name of a user, which leads to their profile. Search engines show it only if the user allows that, as
    /// `AuthorLink.tsx` says too.
    pub fn author(&mut self, name: &str) {
        if name == "[deleted]" {
            return self.element("span", "muted", name);
        }
        let is_listed = self.listed_authors.contains(name);
        let unlisted = [("data-nosnippet", "")];
        self.writer
            .open("span", if is_listed { &[] } else { &unlisted });
        self.open_link(&format!("/user/{}", percent_encoded(name)), "");
        self.writer.element("bdi", &[], name);
        self.close(2);
    }

    /// Writes that an author is a bot, or else their reputation, unless the site does without it.
    pub fn points(&mut self, is_bot: bool, points: Option<u32>) {
        if is_bot {
            self.space();
            self.writer.element("b", &[], "bot");
        } else if let Some(points) = points {
            self.space();
            self.writer.open("b", &[("title", "Reputation")]);
            self.writer.text(&points.to_string());
            self.element("span", "visually-hidden", " reputation");
            self.close(1);
        }
    }

    /// Writes a time. Readers in other time zones see theirs when the browser's app is there.
    pub fn time(&mut self, time: &str) {
        let text = date(time).unwrap_or_else(|| time.to_owned());
        self.writer.element("time", &[("datetime", time)], &text);
    }

    /// Writes what a user has written above it: their picture, name, whether they are a bot, reputation, and when.
    pub fn author_line(
        &mut self,
        before: &str,
        name: &str,
        (is_bot, points): (bool, Option<u32>),
        what: impl FnOnce(&mut Self),
        end: impl FnOnce(&mut Self),
    ) {
        self.open("div", &AUTHOR_LINE.class("line"));
        self.avatar(name, "1.75rem");
        self.writer.open("div", &[]);
        self.writer.text(before);
        self.author(name);
        self.points(is_bot, points);
        self.space();
        self.open("span", &AUTHOR_LINE.class("what"));
        what(self);
        self.close(2);
        end(self);
        self.close(1);
    }

    /// Writes the pattern of a user, as `Avatar.tsx` draws it.
    pub fn avatar(&mut self, seed: &str, size: &str) {
        let hash = avatar_hash(&seed.to_lowercase());
        let is_filled = |x: u32, y: u32| x < 5 && hash >> (y * 3 + x.min(4 - x)) & 1 == 1;
        let mut cells = String::new();
        for y in 0..5 {
            let mut x = 0;
            while x < 5 {
                let width = (x..).take_while(|x| is_filled(*x, y)).count() as u32;
                if width > 0 {
                    cells += &format!("M{x} {y}h{width}v1h-{width}z");
                }
                x += width + 1;
            }
        }
        let hue = (hash >> 15) % 360;
        let background = format!("hsl({hue} 40% var(--avatar-bg))");
        let fill = format!("hsl({hue} 62% var(--avatar))");
        let attributes = [
            ("viewBox", "-1 -1 7 7"),
            ("width", size),
            ("height", size),
            ("class", &AVATAR.class("avatar")),
            ("aria-hidden", "true"),
        ];
        self.writer.open("svg", &attributes);
        for (shape, color) in [("M-1-1h7v7h-7z", &background), (&*cells, &fill)] {
            self.writer
                .element("path", &[("d", shape), ("fill", color)], "");
        }
        self.close(1);
    }

    /// Writes a picture of `icons.tsx`, with its shape only once in the page. `serverPage.css` says how it is drawn.
    pub fn icon(&mut self, shape: &'static str) {
        let known = self.icons.iter().position(|other| *other == shape);
        let id = format!("icon-{}", known.unwrap_or(self.icons.len()));
        let attributes = [
            ("viewBox", "0 0 24 24"),
            ("width", "20"),
            ("height", "20"),
            ("class", "drawn-icon"),
            ("aria-hidden", "true"),
        ];
        self.writer.open("svg", &attributes);
        if known.is_some() {
            self.writer
                .element("use", &[("href", &format!("#{id}"))], "");
        } else {
            self.writer
                .element("path", &[("id", &id), ("d", shape)], "");
            self.icons.push(shape);
        }
        self.close(1);
    }

    /// Writes a title with its formulas.
    pub fn title(&mut self, title: &str) {
        let found = formulas(title, &[]);
        if found.is_empty() {
            return self.writer.text(title);
        }
        self.open("span", "title-formulas");
        let mut done = 0;
        for range in found.into_iter().take(MAX_TITLE_FORMULAS) {
            self.writer.text(&title[done..range.start]);
            self.element("span", "math", &title[range.clone()]);
            done = range.end;
        }
        self.writer.text(&title[done..]);
        self.close(1);
    }

    /// Writes a text in Markdown. `size_of` returns the sizes of its pictures.
    pub fn markdown(&mut self, text: &str, mentions: &[String], pictures: Pictures<'_>) {
        let find_member = |written: &str| {
            let written = written.to_lowercase();
            let is_written = |name: &&String| name.to_lowercase() == written;
            mentions.iter().find(is_written).cloned()
        };
        self.texts += 1;
        let name = format!("text-{}", self.texts);
        let options = Options {
            base: self.base,
            name: &name,
            has_mail: false,
            pictures,
            find_member: &find_member,
        };
        write_element(&mut self.writer, text, options);
    }

    /// Returns the HTML.
    pub fn finish(self) -> String {
        self.writer.finish()
    }
}

/// Formats a count with its noun, as `pluralize.ts` does.
pub fn pluralize(count: i64, noun: &str) -> String {
    format!("{count} {noun}{}", plural(count))
}

/// Returns the end of a noun after a count.
pub fn plural(count: i64) -> &'static str {
    if count.abs() == 1 { "" } else { "s" }
}

/// Returns the day of a time, such as `Nov 27, 2026`.
pub fn date(time: &str) -> Option<String> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month: usize = time.get(5..7)?.parse().ok()?;
    let name = MONTHS.get(month.checked_sub(1)?)?;
    Some(format!("{name} {}, {}", time.get(8..10)?, time.get(..4)?))
}

/// Returns 32 bits that differ for similar texts, as `Avatar.tsx` has them.
fn avatar_hash(text: &str) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    for letter in text.chars() {
        hash = (hash ^ letter as u32).wrapping_mul(0x0100_0193);
    }
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash ^ hash >> 13
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_avatar_has_the_cells_that_the_ui_draws() {
        let mut html = Html::new("", true);
        html.avatar("kavya", "1.75rem");
        let cells = "\"M1 0h3v1h-3zM0 1h1v1h-1z";
        let html = html.finish();
        assert!(html.contains(cells), "{html}");
        assert!(html.contains("hsl(134 62%"), "{html}");
    }

    #[test]
    fn the_shape_of_an_icon_is_in_the_page_once() {
        let mut html = Html::new("", true);
        html.icon("M1 1");
        html.icon("M2 2");
        html.icon("M1 1");
        let html = html.finish();
        assert_eq!(html.matches("M1 1").count(), 1, "{html}");
        assert!(html.contains("<use href=\"#icon-0\">"), "{html}");
    }

    #[test]
    fn a_time_is_shown_as_its_day() {
        assert_eq!(
            date("2026-11-07T10:19:21.331Z").as_deref(),
            Some("Nov 07, 2026")
        );
        for time in ["", "2026-13-07T", "2026-00-01", "é-é-é-é-é"] {
            assert_eq!(date(time), None, "{time}");
        }
    }

    #[test]
    fn the_formulas_of_a_title_are_marked() {
        let mut html = Html::new("", true);
        html.title("Why $a<b$?");
        let expected =
            "<span class=\"title-formulas\">Why <span class=\"math\">$a&lt;b$</span>?</span>";
        assert_eq!(html.finish(), expected);
    }
}
