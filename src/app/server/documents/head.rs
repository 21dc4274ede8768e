//! What a page says about itself in its head: to search engines, and to programs that show a preview of a link.

use serde_json::{Value, json};

use super::model::{Answer, Question};
use crate::core::config::BaseUrl;
use crate::core::id::Id;
use crate::core::text::html::Writer;
use crate::core::text::{formulas, plain_text};
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
    question: Option<QaPage>,
}

impl Head {
    /// Returns the head of a page with a description in Markdown.
    pub fn new(title: &str, path: String, description: String) -> Self {
        Self {
            title: plain_title(title),
            path,
            description: cut(&plain_text(&description), MAX_DESCRIPTION),
            question: None,
        }
    }

    /// Returns the head of a question's page.
    pub fn of_question(question: &Question) -> Self {
        let path = address_of(question.id, None);
        Self {
            question: Some(QaPage::of(question)),
            ..Self::new(&question.title, path, question.text.clone())
        }
    }

    /// Returns the title of the browser's tab, as the UI has it.
    pub fn tab_title(&self, site: &str) -> String {
        format!("{} · {site}", self.title)
    }

    /// Returns the elements. Absolute addresses need the configured one of the site: the host of a request may be anything.
    pub fn html(&self, site: &str, base_url: &BaseUrl) -> String {
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
            properties.push(("article:author", &question.author));
        }
        for (property, content) in properties {
            writer.empty("meta", &[("property", property), ("content", content)]);
        }
        writer.empty("meta", &[("name", "twitter:card"), ("content", "summary")]);
        let data = self.question.as_ref().and_then(|page| page.data(base_url));
        let data = data.map(|data| {
            // Only texts contain the sign, and nothing that could end the script remains.
            let data = data.to_string().replace('<', "\\u003c");
            format!("<script type=\"application/ld+json\">{data}</script>")
        });
        writer.finish() + &data.unwrap_or_default()
    }
}

/// A question as schema.org describes it, with what Google asks for
/// (<https://developers.google.com/search/docs/appearance/structured-data/qapage>).
struct QaPage {
    author: String,
    asked: String,
    changed: String,
    question: Value,
    answers: Vec<(Value, bool)>,
    id: Id,
}

impl QaPage {
    fn of(question: &Question) -> Self {
        let changed = question
            .edited_at
            .as_ref()
            .unwrap_or(&question.ask_date_time);
        Self {
            author: question.asked_by.clone(),
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
            answers: question
                .answers
                .iter()
                .map(|answer| {
                    (
                        of_answer(answer),
                        question.accepted_answer_id == Some(answer.id),
                    )
                })
                .collect(),
            id: question.id,
        }
    }

    /// Returns the data. None without answers or absolute addresses.
    fn data(&self, base_url: &BaseUrl) -> Option<Value> {
        if base_url.is_empty() || self.answers.is_empty() {
            return None;
        }
        let absolute = |path: String| format!("{}{path}", &**base_url);
        let author = |name: &str| {
            json!({
                "@type": "Person",
                "name": name,
                "url": absolute(format!("/user/{}", percent_encoded(name))),
            })
        };
        let mut question = self.question.clone();
        question["author"] = author(&self.author);
        let answers = |is_accepted| {
            let answers = self
                .answers
                .iter()
                .filter(move |(_, accepted)| *accepted == is_accepted);
            answers.map(|(answer, _)| {
                let mut answer = answer.clone();
                let id = answer["url"].as_str().and_then(|id| id.parse().ok());
                answer["url"] = absolute(address_of(self.id, id)).into();
                let name = answer["author"].as_str().unwrap_or_default().to_owned();
                answer["author"] = author(&name);
                answer
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
        Some(json!({
            "@context": "https://schema.org",
            "@type": "QAPage",
            "url": absolute(address_of(self.id, None)),
            "author": author(&self.author),
            "datePublished": self.asked,
            "mainEntity": question,
        }))
    }
}

/// Returns an answer, with an id and a name in place of addresses.
fn of_answer(answer: &Answer) -> Value {
    json!({
        "@type": "Answer",
        "text": cut(&plain_text(&answer.text), MAX_TEXT),
        "upvoteCount": answer.score,
        "datePublished": answer.ans_date_time,
        "url": answer.id,
        "author": answer.ans_by,
    })
}

fn address_of(question: Id, answer: Option<Id>) -> String {
    match answer {
        Some(answer) => format!("/question/{question}#{answer}"),
        None => format!("/question/{question}"),
    }
}

/// Returns a title without the signs around its formulas.
fn plain_title(title: &str) -> String {
    let mut plain = title.to_owned();
    for range in formulas(title, &[]).into_iter().rev() {
        let formula = title[range.clone()].trim_matches('$').to_owned();
        plain.replace_range(range, &formula);
    }
    plain
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

    #[test]
    fn a_description_is_cut_at_a_word() {
        assert_eq!(cut("one  two\nthree", 20), "one two three");
        assert_eq!(cut("one two three", 9), "one two…");
        assert_eq!(cut("üüüü", 2), "üü…");
    }

    #[test]
    fn the_title_of_a_page_has_formulas_without_signs() {
        assert_eq!(plain_title("Why $a<b$ and $5?"), "Why a<b and $5?");
    }
}
