//! Imports questions, answers and tags.

use std::collections::HashSet;

use super::model::{Post, tag_names};
use super::session::Import;
use super::skipped;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::text::{self, limits};
use crate::features::addresses;
use crate::operations::import::html;
use crate::operations::import::rows::Row;
use crate::operations::import::store::{self, Kind, NewPost};

const QUESTION: u8 = 1;
const ANSWER: u8 = 2;
const TAG_EXCERPT: u8 = 4;

/// Describes posts of other types, for the report of skipped rows.
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

/// An answer whose question can come later in the file.
struct PendingAnswer {
    number: i64,
    question: i64,
    id: Id,
    is_new: bool,
}

impl Import<'_, '_> {
    /// Assigns an id to every question and answer, and collects the descriptions of tags.
    pub fn plan_posts(&mut self) -> Result<()> {
        let known = self.known_ids(Kind::Post)?;
        let mut answers = Vec::new();
        let (mut remaining, mut skipped_questions) =
            (self.limit.unwrap_or(u64::MAX), HashSet::new());
        self.for_each_row("Posts.xml", |import, row| {
            let number = row.required_number("Id")?;
            let kind = row.required_number("PostTypeId")?;
            match kind {
                QUESTION | ANSWER => {}
                TAG_EXCERPT => {
                    import
                        .excerpts
                        .insert(number, row.text("Body")?.unwrap_or_default());
                    return Ok(());
                }
                _ => {
                    import.summary.skip(other_type(kind));
                    return Ok(());
                }
            }
            let former_ids = row.text("FormerIds")?.unwrap_or_default();
            let former_ids = former_ids.split(' ').filter_map(|id| id.parse().ok());
            import.former_ids.extend(former_ids.map(|id| (id, number)));
            if let (Some(topic), Some(place)) = (row.number("TopicId")?, row.number("PostNumber")?)
            {
                import.topics.insert((topic, place), number);
            }
            if row.text("DeletionDate")?.is_some() {
                skipped_questions.extend((kind == QUESTION).then_some(number));
                import.summary.skip("deleted posts");
                return Ok(());
            }
            if kind == QUESTION && !known.contains_key(&number) {
                if remaining == 0 {
                    skipped_questions.insert(number);
                    import.summary.skip("questions beyond the limit");
                    return Ok(());
                }
                remaining -= 1;
            }
            let (id, is_new) = match known.get(&number) {
                Some(&id) => (id, false),
                None => (
                    import.claim_id("post", number, import.created_at(row)?)?,
                    true,
                ),
            };
            if kind == ANSWER {
                answers.push(PendingAnswer {
                    number,
                    question: row.required_number("ParentId")?,
                    id,
                    is_new,
                });
                return Ok(());
            }
            import.plan(
                number,
                Post {
                    id,
                    question: id,
                    is_new,
                },
            )
        })?;
        for answer in answers {
            match self
                .posts
                .get(&answer.question)
                .filter(|post| post.is_question())
            {
                Some(&Post { question, .. }) => self.plan(
                    answer.number,
                    Post {
                        id: answer.id,
                        question,
                        is_new: answer.is_new,
                    },
                )?,
                None if skipped_questions.contains(&answer.question) => self
                    .summary
                    .skip("answers to questions that are not imported"),
                None => self
                    .summary
                    .skip("answers whose question is not in the dump"),
            }
        }
        Ok(())
    }

    /// Remembers a post.
    fn plan(&mut self, number: i64, post: Post) -> Result<()> {
        match self.posts.insert(number, post) {
            Some(_) => Err(Error::internal(format_args!(
                "the dump contains post {number} twice"
            ))),
            None => Ok(()),
        }
    }

    /// Imports the tags, or with a limit only collects their descriptions.
    pub fn import_tags(&mut self) -> Result<()> {
        for (name, id) in store::external_ids(self.tx, self.host(), Kind::Tag)? {
            self.tags.insert(text::fold(&name), id);
        }
        self.for_each_row("Tags.xml", |import, row| {
            let name = row.required("TagName")?;
            if import.tags.contains_key(&text::fold(&name)) {
                import.summary.tags.present += 1;
                return Ok(());
            }
            import.report_skipped(&skipped::TAGS, row);
            if let Some(main) = row.text("SynonymOf")? {
                return import.add_synonym(&name, &main);
            }
            let excerpt = row
                .number("ExcerptPostId")?
                .and_then(|post: i64| import.excerpts.remove(&post));
            if import.limit.is_some() {
                import.pending_tags.insert(text::fold(&name), excerpt);
                return Ok(());
            }
            import.add_tag(&name, excerpt.as_deref())?;
            Ok(())
        })?;
        for _ in std::mem::take(&mut self.excerpts) {
            self.summary
                .skip("descriptions of tags that existed before or are not in the dump");
        }
        Ok(())
    }

    /// Adds another name of a tag, unless the site uses it otherwise.
    fn add_synonym(&mut self, name: &str, main: &str) -> Result<()> {
        let Some(&main) = self.tags.get(&text::fold(main)) else {
            self.summary.skip("synonyms of tags that are not imported");
            return Ok(());
        };
        match store::insert_synonym(self.tx, name, &text::fold(name), main)? {
            Some(id) => self.record_tag(name, id),
            None => {
                self.summary
                    .skip("synonyms that this site uses as tags or for other tags");
                Ok(())
            }
        }
    }

    /// Adds a tag, unless the site has it.
    fn add_tag(&mut self, name: &str, excerpt: Option<&str>) -> Result<Id> {
        let name_key = text::fold(name);
        let id = match store::public_tag(self.tx, &name_key)? {
            Some(id) => {
                self.summary.tags.present += 1;
                id
            }
            None => {
                self.summary.tags.imported += 1;
                self.summary.remark(
                    "tags longer than 20 characters",
                    usize::from(name.chars().count() > limits::TAG),
                );
                store::insert_tag(
                    self.tx,
                    name,
                    &name_key,
                    excerpt.map(str::trim).filter(|text| !text.is_empty()),
                )?
            }
        };
        self.record_tag(name, id)?;
        self.tags.insert(name_key, id);
        Ok(id)
    }

    /// Records where a tag comes from, also by the name in its address on sites that have one there.
    fn record_tag(&self, name: &str, id: Id) -> Result<()> {
        self.record_origin(Kind::Tag, name, id)?;
        if !self.dump.is_licensed {
            self.record_origin(Kind::Tag, addresses::external_name(name), id)?;
        }
        Ok(())
    }

    /// Imports the new questions.
    pub fn import_questions(&mut self) -> Result<()> {
        self.for_each_row("Posts.xml", |import, row| {
            let Some((number, post)) = import.planned(row, QUESTION)? else {
                return Ok(());
            };
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
                        let excerpt = import.pending_tags.remove(&text::fold(name)).flatten();
                        import.add_tag(name, excerpt.as_deref())?
                    }
                };
                if !tags.contains(&id) {
                    tags.push(id);
                }
            }
            import.add_post(number, post, row)?;
            let closed_at = import.time(row, "ClosedDate")?;
            store::insert_question(
                import.tx,
                post.id,
                &title,
                row.number("ViewCount")?.unwrap_or(0),
                closed_at,
                &tags,
            )?;
            import.summary.closed += u64::from(closed_at.is_some());
            if let Some(answer) = row.number("AcceptedAnswerId")? {
                import.accepted.push((post.id, answer));
            }
            import.summary.remark(
                "titles longer than 100 characters",
                usize::from(title.chars().count() > limits::TITLE),
            );
            import.summary.questions.imported += 1;
            Ok(())
        })
    }

    /// Imports the new answers, and accepts those that are accepted in the dump.
    pub fn import_answers(&mut self) -> Result<()> {
        self.for_each_row("Posts.xml", |import, row| {
            let Some((number, post)) = import.planned(row, ANSWER)? else {
                return Ok(());
            };
            if !post.is_new {
                import.summary.answers.present += 1;
                return Ok(());
            }
            import.add_post(number, post, row)?;
            import.summary.answers.imported += 1;
            Ok(())
        })?;
        for (question, answer) in std::mem::take(&mut self.accepted) {
            match self
                .posts
                .get(&answer)
                .filter(|post| post.question == question)
            {
                Some(answer) => {
                    store::accept(self.tx, question, answer.id)?;
                    self.summary.accepted += 1;
                }
                None => self
                    .summary
                    .skip("accepted answers that are not in the dump"),
            }
        }
        Ok(())
    }

    /// Returns the post of `row`, if it has this type and is imported.
    fn planned(&self, row: &Row<'_>, kind: u8) -> Result<Option<(i64, Post)>> {
        let number = row.required_number("Id")?;
        let of_kind = row.required_number::<u8>("PostTypeId")? == kind;
        Ok(self
            .posts
            .get(&number)
            .filter(|_| of_kind)
            .map(|&post| (number, post)))
    }

    /// Inserts the part that questions and answers have in common.
    fn add_post(&mut self, number: i64, post: Post, row: &Row<'_>) -> Result<()> {
        self.report_skipped(&skipped::POSTS, row);
        let is_editor = |(name, _)| matches!(name, "LastEditorUserId" | "LastEditorDisplayName");
        if !self.has_history && row.attributes().any(is_editor) {
            self.summary.leave_out("last editors of posts");
        }
        let author = self.author(row, "OwnerUserId", "OwnerDisplayName")?;
        let body = row.required("Body")?;
        self.summary.remark(
            "links that begin with http://",
            body.matches("href=\"http://").count(),
        );
        if self.has_history {
            let images = body.split("src=\"https://").skip(1);
            let addresses =
                images.filter_map(|image| Some(image.split_once('"')?.0.replace("&amp;", "&")));
            self.secure_images.extend(addresses);
        }
        let created_at = self.created_at(row)?;
        let text = match row.text("Markdown")? {
            Some(markdown) => {
                self.summary.remark(
                    "posts with HTML in their Markdown, which this site shows as text",
                    usize::from(html::contains_html(&markdown)),
                );
                self.rewrite_links(&markdown)
            }
            None => self.markdown(&body),
        };
        let text = self.with_pictures(text, post, author.id, created_at)?;
        let new = NewPost {
            id: post.id,
            question: (!post.is_question()).then_some(post.question),
            author: author.id,
            text: &text,
            score: row.number("Score")?.unwrap_or(0),
            created_at,
            edited_at: self.time(row, "LastEditDate")?,
        };
        store::insert_post(self.tx, &new)?;
        self.record_origin(Kind::Post, number, post.id)?;
        // Those of posts that were merged into this one, and others that lead to it.
        for former in row
            .text("FormerIds")?
            .unwrap_or_default()
            .split_whitespace()
        {
            store::insert_former_id(self.tx, self.host(), former, post.id)?;
        }
        if let (Some(topic), Some(place)) = (row.number("TopicId")?, row.number("PostNumber")?) {
            let place = addresses::discourse::external_id(topic, place);
            self.record_origin(Kind::Post, place, post.id)?;
        }
        let letter = if post.is_question() { 'q' } else { 'a' };
        self.attribute(post.id, &author.name, &format!("{letter}/{number}"), row)
    }
}
