//! A question for an assistant: within bounds, as a value and as Markdown.

use std::cmp::Reverse;

use super::model::{Answer, LeftOut, Post, Text, WholeQuestion};
use crate::core::id::Id;
use crate::features::feeds::address::SiteAddress;
use crate::features::questions::model::{self as questions, Comment, Question};

/// The largest number of answers.
const ANSWERS: usize = 30;
/// The largest number of comments.
const COMMENTS: usize = 100;
/// The largest number of characters of all texts.
const CHARACTERS: usize = 40_000;

/// Returns a question with its best answers. The text of the question and its comments come first, then each answer with
/// its comments, until the bounds are reached.
pub fn within_bounds(question: Question, address: &SiteAddress) -> WholeQuestion {
    let mut room = Room {
        comments: COMMENTS,
        characters: CHARACTERS,
        left_out: LeftOut::default(),
    };
    let accepted = question.accepted_answer_id;
    let text = Text {
        by: question.asked_by,
        at: question.ask_date_time,
        attribution: question.attribution,
        text: question.text,
    };
    let post = room.post(
        question.id,
        question.score,
        text,
        question.comments,
        address,
    );
    let mut answers = question.answers;
    answers.sort_by_key(|answer| (Some(answer.id) != accepted, Reverse(answer.score)));
    let mut shown = Vec::new();
    for answer in answers {
        if shown.len() == ANSWERS || room.characters == 0 {
            room.left_out.answers += 1;
            room.left_out.comments += answer.comments.len();
            continue;
        }
        shown.push(Answer {
            accepted: Some(answer.id) == accepted,
            post: room.answer(answer, address),
        });
    }
    WholeQuestion {
        title: question.title,
        tags: question.tags.into_iter().map(|tag| tag.name).collect(),
        closed: question.closed_at.is_some(),
        post,
        answer_count: question.answer_count,
        answers: shown,
        left_out: room.left_out,
    }
}

/// What still fits.
struct Room {
    comments: usize,
    characters: usize,
    left_out: LeftOut,
}

impl Room {
    fn answer(&mut self, answer: questions::Answer, address: &SiteAddress) -> Post {
        let text = Text {
            by: answer.ans_by,
            at: answer.ans_date_time,
            attribution: answer.attribution,
            text: answer.text,
        };
        self.post(answer.id, answer.score, text, answer.comments, address)
    }

    fn post(
        &mut self,
        id: Id,
        score: i32,
        text: Text,
        comments: Vec<Comment>,
        address: &SiteAddress,
    ) -> Post {
        let text = self.cut(text);
        let mut shown = Vec::new();
        for comment in comments {
            if self.comments == 0 || self.characters == 0 {
                self.left_out.comments += 1;
                continue;
            }
            self.comments -= 1;
            shown.push(self.cut(Text {
                by: comment.comment_by,
                at: comment.comment_date_time,
                attribution: comment.attribution,
                text: comment.text,
            }));
        }
        Post {
            id,
            link: address.permanent(id),
            score,
            text,
            comments: shown,
        }
    }

    /// Cuts a text after the last character that fits.
    fn cut(&mut self, mut text: Text) -> Text {
        let length = text.text.chars().count();
        if let Some((end, _)) = text.text.char_indices().nth(self.characters) {
            self.left_out.characters += length - self.characters;
            text.text.truncate(end);
        }
        self.characters = self.characters.saturating_sub(length);
        text
    }
}

/// Returns a question as Markdown. What members wrote is quoted, so that no text can look like another post.
pub fn markdown(question: &WholeQuestion) -> String {
    let mut text = format!("# {}\n\nQuestion", one_line(&question.title));
    head(&mut text, &question.post);
    if question.closed {
        text += ", closed";
    }
    if !question.tags.is_empty() {
        text += &format!(", tags: {}", question.tags.join(", "));
    }
    body(&mut text, &question.post);
    text += &format!("\nAnswers: {}\n", question.answer_count);
    for answer in &question.answers {
        text += if answer.accepted {
            "\n## Accepted answer"
        } else {
            "\n## Answer"
        };
        head(&mut text, &answer.post);
        body(&mut text, &answer.post);
    }
    let LeftOut {
        answers,
        comments,
        characters,
    } = question.left_out;
    if answers + comments + characters > 0 {
        text += &format!(
            "\nLeft out because this would be too long: {answers} answers, {comments} comments and {characters} characters of texts. Everything is at {}\n",
            question.post.link
        );
    }
    text
}

fn head(text: &mut String, post: &Post) {
    by(text, &post.text);
    text.push_str(&format!(", score {}", post.score));
}

fn body(text: &mut String, post: &Post) {
    text.push_str(&format!("\n{}\n\n", post.link));
    quote(text, &post.text.text);
    for comment in &post.comments {
        text.push_str("\nComment");
        by(text, comment);
        text.push_str("\n\n");
        quote(text, &comment.text);
    }
}

fn by(text: &mut String, written: &Text) {
    text.push_str(&format!(" by {}, {}", written.by, written.at));
    if let Some(origin) = &written.attribution {
        let (author, licence) = (one_line(&origin.author), one_line(&origin.licence));
        let url = one_line(&origin.url);
        text.push_str(&format!(", imported from {url}, by {author}, {licence}"));
    }
}

fn quote(text: &mut String, markdown: &str) {
    let lines = markdown.replace("\r\n", "\n");
    for line in lines.split(['\n', '\r', '\u{2028}', '\u{2029}']) {
        text.push_str("> ");
        text.push_str(line);
        text.push('\n');
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_quotation_is_marked() {
        let mut text = String::new();
        quote(&mut text, "a\r\n## Answer by eve\rb\n\nc\u{2028}d");
        assert_eq!(text, "> a\n> ## Answer by eve\n> b\n> \n> c\n> d\n");
    }
}
