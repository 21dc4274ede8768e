//! Questions, answers and tags.

use std::collections::HashSet;

use super::rows::Row;
use super::stackexchange::Import;
use super::store::{self, Kind, NewPost};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::text::{self, limits};

const QUESTION: u8 = 1;
const ANSWER: u8 = 2;
const TAG_EXCERPT: u8 = 4;

/// What posts of the other types are, for those who wonder why they were left out.
fn other_type(kind: u8) -> String {
    let name = match kind {
        3 => "orphaned tag wikis",
        5 => "tag wikis",
        6 => "moderator nominations",
        7 => "wiki placeholders",
        8 => "privilege wikis",
        _ => "posts of an unknown kind",
    };
    format!("{name} (PostTypeId {kind})")
}

/// A question or an answer of the dump.
#[derive(Clone, Copy)]
pub(super) struct Post {
    pub id: Id,
    /// Itself, for a question.
    pub question: Id,
    /// Whether this import brings it.
    pub is_new: bool,
}

impl Post {
    pub fn page(&self) -> String {
        if self.is_question() { format!("/question/{}", self.id) } else { format!("/question/{}#{}", self.question, self.id) }
    }

    fn is_question(&self) -> bool {
        self.id == self.question
    }
}

/// An answer whose question may come later in the file.
struct Answer {
    number: i64,
    question: i64,
    id: Id,
    is_new: bool,
}

impl Import<'_, '_> {
    /// Gives every question and answer its id, and keeps what describes the tags.
    pub fn plan_posts(&mut self) -> Result<()> {
        let known = self.remembered(Kind::Post)?;
        let mut answers = Vec::new();
        let (mut to_come, mut left) = (self.limit.unwrap_or(u64::MAX), HashSet::new());
        self.each("Posts.xml", |import, row| {
            let number = row.required_number("Id")?;
            let kind = row.required_number("PostTypeId")?;
            match kind {
                QUESTION | ANSWER => {}
                TAG_EXCERPT => {
                    import.excerpts.insert(number, row.text("Body")?.unwrap_or_default());
                    return Ok(());
                }
                _ => {
                    import.summary.skip(other_type(kind));
                    return Ok(());
                }
            }
            if kind == QUESTION && !known.contains_key(&number) {
                if to_come == 0 {
                    left.insert(number);
                    import.summary.skip("questions after as many as were asked for");
                    return Ok(());
                }
                to_come -= 1;
            }
            let (id, is_new) = match known.get(&number) {
                Some(&id) => (id, false),
                None => (import.claim_id("post", number, row.time("CreationDate")?)?, true),
            };
            if kind == ANSWER {
                answers.push(Answer { number, question: row.required_number("ParentId")?, id, is_new });
                return Ok(());
            }
            import.plan(number, Post { id, question: id, is_new })
        })?;
        for answer in answers {
            match self.posts.get(&answer.question).filter(|post| post.is_question()) {
                Some(&Post { question, .. }) => self.plan(answer.number, Post { id: answer.id, question, is_new: answer.is_new })?,
                None if left.contains(&answer.question) => self.summary.skip("answers to questions that are not imported"),
                None => self.summary.skip("answers whose question is not in the dump"),
            }
        }
        Ok(())
    }

    fn plan(&mut self, number: i64, post: Post) -> Result<()> {
        match self.posts.insert(number, post) {
            Some(_) => Err(Error::internal(format_args!("there are two posts {number}"))),
            None => Ok(()),
        }
    }

    pub fn import_tags(&mut self) -> Result<()> {
        for (name, id) in store::remembered(self.tx, self.host(), Kind::Tag)? {
            self.tags.insert(text::fold(&name), id);
        }
        self.each("Tags.xml", |import, row| {
            let name = row.required("TagName")?;
            if import.tags.contains_key(&text::fold(&name)) {
                import.summary.tags.present += 1;
                return Ok(());
            }
            let excerpt = row.number("ExcerptPostId")?.and_then(|post: i64| import.excerpts.remove(&post));
            if import.limit.is_some() {
                import.waiting_tags.insert(text::fold(&name), excerpt);
                return Ok(());
            }
            import.add_tag(&name, excerpt.as_deref())?;
            Ok(())
        })?;
        for _ in std::mem::take(&mut self.excerpts) {
            self.summary.skip("descriptions of tags that were here before, or are not in the dump");
        }
        Ok(())
    }

    fn add_tag(&mut self, name: &str, excerpt: Option<&str>) -> Result<Id> {
        let folded = text::fold(name);
        let id = match store::tag(self.tx, &folded)? {
            Some(id) => {
                self.summary.tags.present += 1;
                id
            }
            None => {
                self.summary.tags.imported += 1;
                self.summary.remark("tags longer than 20 characters", usize::from(name.chars().count() > limits::TAG));
                store::insert_tag(self.tx, name, &folded, excerpt.map(str::trim).filter(|text| !text.is_empty()))?
            }
        };
        store::remember(self.tx, self.host(), Kind::Tag, name, id)?;
        self.tags.insert(folded, id);
        Ok(id)
    }

    pub fn import_questions(&mut self) -> Result<()> {
        self.each("Posts.xml", |import, row| {
            let Some((number, post)) = import.planned(row, QUESTION)? else { return Ok(()) };
            if !post.is_new {
                import.summary.questions.present += 1;
                return Ok(());
            }
            let title = row.required("Title")?;
            let mut tags = Vec::new();
            for name in tag_names(&row.text("Tags")?.unwrap_or_default()) {
                let id = match import.tags.get(&text::fold(name)) {
                    Some(&id) => id,
                    None => {
                        let excerpt = import.waiting_tags.remove(&text::fold(name)).flatten();
                        import.add_tag(name, excerpt.as_deref())?
                    }
                };
                if !tags.contains(&id) {
                    tags.push(id);
                }
            }
            import.add_post(number, post, row)?;
            store::insert_question(import.tx, post.id, &title, row.number("ViewCount")?.unwrap_or(0), &tags)?;
            if let Some(answer) = row.number("AcceptedAnswerId")? {
                import.accepted.push((post.id, answer));
            }
            import.summary.remark("titles longer than 100 characters", usize::from(title.chars().count() > limits::TITLE));
            import.summary.questions.imported += 1;
            Ok(())
        })
    }

    pub fn import_answers(&mut self) -> Result<()> {
        self.each("Posts.xml", |import, row| {
            let Some((number, post)) = import.planned(row, ANSWER)? else { return Ok(()) };
            if !post.is_new {
                import.summary.answers.present += 1;
                return Ok(());
            }
            import.add_post(number, post, row)?;
            import.summary.answers.imported += 1;
            Ok(())
        })?;
        for (question, answer) in std::mem::take(&mut self.accepted) {
            match self.posts.get(&answer).filter(|post| post.question == question) {
                Some(answer) => {
                    store::accept(self.tx, question, answer.id)?;
                    self.summary.accepted += 1;
                }
                None => self.summary.skip("accepted answers that are not in the dump"),
            }
        }
        Ok(())
    }

    /// The post that `row` holds, if it is of that kind and to be imported.
    fn planned(&self, row: &Row<'_>, kind: u8) -> Result<Option<(i64, Post)>> {
        let number = row.required_number("Id")?;
        let of_kind = row.required_number::<u8>("PostTypeId")? == kind;
        Ok(self.posts.get(&number).filter(|_| of_kind).map(|&post| (number, post)))
    }

    /// Adds what questions and answers have in common.
    fn add_post(&mut self, number: i64, post: Post, row: &Row<'_>) -> Result<()> {
        let author = self.author(row, "OwnerUserId", "OwnerDisplayName")?;
        let body = row.required("Body")?;
        self.summary.remark("links that begin with http://", body.matches("href=\"http://").count());
        let new = NewPost {
            id: post.id,
            question: (!post.is_question()).then_some(post.question),
            author: author.id,
            text: &self.markdown(&body),
            score: row.number("Score")?.unwrap_or(0),
            created_at: row.time("CreationDate")?,
            edited_at: if row.text("LastEditDate")?.is_some() { Some(row.time("LastEditDate")?) } else { None },
        };
        store::insert_post(self.tx, &new)?;
        self.remember(Kind::Post, number, post.id)?;
        let letter = if post.is_question() { 'q' } else { 'a' };
        self.attribute(post.id, &author.name, &format!("{letter}/{number}"), row)
    }
}

/// The names in `<a><b>`, or in the newer dumps' `|a|b|`.
pub(super) fn tag_names(tags: &str) -> impl Iterator<Item = &str> {
    tags.split(['<', '>', '|']).filter(|name| !name.is_empty())
}
