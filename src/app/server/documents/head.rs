//! What a page says about itself in its head: to search engines, and to programs that show a preview of a link.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::model::{Answer, Question, Tag};
use super::page::encoded;
use crate::core::config::BaseUrl;
use crate::core::id::Id;
use crate::core::text::html::Writer;
use crate::core::text::{plain_text, plain_title, slug};
use crate::features::previews::{HEIGHT, PATH as PREVIEW, WIDTH};
use crate::platform::web::percent_encoded;

/// The longest description, in characters.
const MAX_DESCRIPTION: usize = 200;

/// The longest text in structured data, in characters.
const MAX_TEXT: usize = 5_000;

/// The head of a page.
pub struct Head {
    title: String,
    /// The canonical address, without that of the site.
    path: String,
    description: String,
    /// The path of its feed without the ending, if it has one.
    feed: Option<String>,
    question: Option<QaPage>,
    /// The names and paths of the pages above this one.
    above: Vec<(String, String)>,
}

impl Head {
    /// Returns the head of a page with a description in Markdown.
    pub fn new(title: &str, path: String, description: String) -> Self {
        Self {
            title: plain_title(title),
            path,
            description: cut(&plain_text(&description), MAX_DESCRIPTION),
            feed: None,
            question: None,
            above: Vec::new(),
        }
    }

    /// Adds a page above this one, below those that were added before.
    pub fn below(mut self, name: &str, path: &str) -> Self {
        self.above.push((name.to_owned(), path.to_owned()));
        self
    }

    /// Adds a feed: its path without the ending.
    pub fn with_feed(self, feed: String) -> Self {
        Self {
            feed: Some(feed),
            ..self
        }
    }

    /// Returns the head of a question's page. It names only `listed` authors: those who allow search engines to.
    pub fn of_question(question: &Question, listed: &HashSet<String>) -> Self {
        let head = Self::new(
            &question.title,
            address_of(question, None),
            question.text.clone(),
        );
        let head = head
            .with_feed(format!("/feeds/question/{}", question.id))
            .below("Questions", "/questionPage");
        let head = match question.tags.first() {
            Some(Tag { name, .. }) => {
                head.below(name, &format!("/questionPage?tag={}", encoded(name)))
            }
            None => head,
        };
        Self {
            question: Some(QaPage::of(question, listed)),
            ..head
        }
    }

    /// Returns the title of the browser's tab, as the UI has it.
    pub fn tab_title(&self, site: &str) -> String {
        format!("{} · {site}", self.title)
    }

    /// Returns the elements. Absolute addresses need the configured one of the site: the host of a request may be anything.
    /// There are feeds and pictures while everyone may read.
    pub fn html(&self, site: &str, base_url: &BaseUrl, is_public: bool) -> String {
        let mut writer = Writer::new(&|_| None, "");
        let (description, title) = (&*self.description, &*self.title);
        writer.empty("meta", &[("name", "description"), ("content", description)]);
        let kind = if self.question.is_some() {
            "article"
        } else {
            "website"
        };
        let mut properties = vec![
            ("og:type", kind),
            ("og:site_name", site),
            ("og:title", title),
            ("og:description", description),
        ];
        let address = format!("{}{}", &**base_url, self.path);
        if !base_url.is_empty() {
            writer.empty("link", &[("rel", "canonical"), ("href", &address)]);
            properties.push(("og:url", &address));
        }
        if let Some(question) = &self.question {
            properties.push(("article:published_time", &question.asked));
            properties.push(("article:modified_time", &question.changed));
            let author = question.author.as_ref();
            properties.extend(author.map(|author| ("article:author", &**author)));
        }
        let picture = self.question.as_ref().map(|question| {
            let address = format!("{}{PREVIEW}{}.png", &**base_url, question.id);
            (address, format!("{}: {site}", self.title))
        });
        let picture = picture.filter(|_| is_public && !base_url.is_empty());
        let size = [WIDTH, HEIGHT].map(|pixels| pixels.to_string());
        if let Some((address, alt)) = &picture {
            properties.extend([
                ("og:image", &**address),
                ("og:image:type", "image/png"),
                ("og:image:width", &size[0]),
                ("og:image:height", &size[1]),
                ("og:image:alt", alt),
            ]);
        }
        for (property, content) in properties {
            writer.empty("meta", &[("property", property), ("content", content)]);
        }
        let card = picture.map_or("summary", |_| "summary_large_image");
        writer.empty("meta", &[("name", "twitter:card"), ("content", card)]);
        if let Some(feed) = self.feed.as_ref().filter(|_| is_public) {
            for (ending, kind) in [
                ("atom", "application/atom+xml"),
                ("json", "application/feed+json"),
            ] {
                let address = format!("{}{feed}.{ending}", base_url.path());
                writer.empty(
                    "link",
                    &[("rel", "alternate"), ("type", kind), ("href", &address)],
                );
            }
        }
        let question = self.question.as_ref().and_then(|page| page.data(base_url));
        let data = question.into_iter().chain(self.breadcrumbs(base_url));
        let data = data.map(|data| {
            // Only texts contain the sign, and nothing that could end the script remains.
            let data = data.to_string().replace('<', "\\u003c");
            format!("<script type=\"application/ld+json\">{data}</script>")
        });
        writer.finish() + &data.collect::<String>()
    }

    /// Describes the way to the page (<https://developers.google.com/search/docs/appearance/structured-data/breadcrumb>).
    /// None without absolute addresses, or if no page is above it.
    fn breadcrumbs(&self, base_url: &BaseUrl) -> Option<Value> {
        if base_url.is_empty() || self.above.is_empty() {
            return None;
        }
        let own = (&self.title, &self.path);
        let pages = self.above.iter().map(|(name, path)| (name, path));
        let items = pages.chain([own]).enumerate().map(|(number, (name, path))| {
            let address = format!("{}{path}", &**base_url);
            json!({ "@type": "ListItem", "position": number + 1, "name": name, "item": address })
        });
        Some(json!({
            "@context": "https://schema.org",
            "@type": "BreadcrumbList",
            "itemListElement": items.collect::<Vec<_>>(),
        }))
    }
}

/// A question as schema.org describes it, with what Google asks for
/// (<https://developers.google.com/search/docs/appearance/structured-data/qapage>).
struct QaPage {
    id: Id,
    author: Option<String>,
    asked: String,
    changed: String,
    /// The path of the page.
    path: String,
    question: Value,
    /// With the author of each and whether it is accepted. Their addresses are paths.
    answers: Vec<(Value, Option<String>, bool)>,
}

impl QaPage {
    fn of(question: &Question, listed: &HashSet<String>) -> Self {
        let author = |name: &String| listed.contains(name).then(|| name.clone());
        let changed = question
            .edited_at
            .as_ref()
            .unwrap_or(&question.ask_date_time);
        Self {
            id: question.id,
            author: author(&question.asked_by),
            asked: question.ask_date_time.clone(),
            changed: changed.clone(),
            question: json!({
                "@type": "Question",
                "name": plain_title(&question.title),
                "text": cut(&plain_text(&question.text), MAX_TEXT),
                "answerCount": question.answer_count,
                "upvoteCount": question.score,
                "datePublished": question.ask_date_time,
                "dateModified": changed,
            }),
            path: address_of(question, None),
            answers: question
                .answers
                .iter()
                .map(|answer| {
                    (
                        of_answer(question, answer),
                        // A wiki is the work of many.
                        (!answer.wiki).then(|| author(&answer.ans_by)).flatten(),
                        question.accepted_answer_id == Some(answer.id),
                    )
                })
                .collect(),
        }
    }

    /// Returns the data. None without answers or absolute addresses.
    fn data(&self, base_url: &BaseUrl) -> Option<Value> {
        if base_url.is_empty() || self.answers.is_empty() {
            return None;
        }
        let absolute = |path: &str| Value::from(format!("{}{path}", &**base_url));
        // Google recommends an author, and asks for none. Search engines may list the profiles of those who are named.
        let with_author = |mut value: Value, author: &Option<String>| {
            if let Some(name) = author {
                let profile = absolute(&format!("/user/{}", percent_encoded(name)));
                value["author"] = json!({ "@type": "Person", "name": name, "url": profile });
            }
            value
        };
        let mut question = with_author(self.question.clone(), &self.author);
        let answers = |is_accepted| {
            let answers = self.answers.iter();
            let answers = answers.filter(move |(_, _, accepted)| *accepted == is_accepted);
            answers.map(|(answer, author, _)| {
                let mut answer = answer.clone();
                answer["url"] = absolute(answer["url"].as_str().unwrap_or_default());
                with_author(answer, author)
            })
        };
        if let Some(accepted) = answers(true).next() {
            question["acceptedAnswer"] = accepted;
        }
        let suggested: Vec<Value> = answers(false).collect();
        if !suggested.is_empty() {
            question["suggestedAnswer"] = suggested.into();
        }
        // Previews read the author and the date of the page alone.
        let page = json!({
            "@context": "https://schema.org",
            "@type": "QAPage",
            "url": absolute(&self.path),
            "datePublished": self.asked,
            "mainEntity": question,
        });
        Some(with_author(page, &self.author))
    }
}

fn of_answer(question: &Question, answer: &Answer) -> Value {
    json!({
        "@type": "Answer",
        "text": cut(&plain_text(&answer.text), MAX_TEXT),
        "upvoteCount": answer.score,
        "datePublished": answer.ans_date_time,
        "url": address_of(question, Some(answer.id)),
    })
}

/// Returns the canonical address of a question or an answer, without that of the site.
fn address_of(question: &Question, answer: Option<Id>) -> String {
    let slug = slug(&question.title).map(|slug| format!("/{}", percent_encoded(&slug)));
    let answer = answer.map(|answer| format!("#{answer}"));
    let (slug, answer) = (slug.unwrap_or_default(), answer.unwrap_or_default());
    format!("/question/{}{slug}{answer}", question.id)
}

/// Returns a text on one line, cut at a word.
fn cut(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(limit) else {
        return line;
    };
    let end = line[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The UI's small spaces have the same lines.
    #[test]
    fn a_list_is_one_line_with_separators() {
        let cases = include_str!("../../../../ui/src/lib/list-cases.json");
        let cases: Vec<[String; 2]> = serde_json::from_str(cases).expect("cases");
        assert!(cases.len() >= 8);
        for [text, line] in cases {
            assert_eq!(cut(&plain_text(&text), 1_000), line, "{text:?}");
        }
    }

    #[test]
    fn a_description_is_cut_at_a_word() {
        assert_eq!(cut("one  two\nthree", 20), "one two three");
        assert_eq!(cut("one two three", 9), "one two…");
        assert_eq!(cut("üüüü", 2), "üü…");
    }
}
