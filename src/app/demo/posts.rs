//! The records of questions, with everything below them.

use std::collections::BTreeSet;

use serde_json::json;

use super::content::{Comment, LOGIN, Question};
use super::records::{HOUR, Member, NEWS, Records, time};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::badges::Badge;

/// A question or an answer.
struct Post {
    id: Id,
    author: Id,
    question: Id,
    at: i64,
    /// Who has opened its page.
    viewers: BTreeSet<Id>,
}

impl<'c> Records<'c> {
    pub fn add_question(&mut self, question: &'c Question) -> Result<()> {
        let author = self.member(&question.by)?.id;
        let at = self.now - question.ago.millis - self.random.below(HOUR as usize) as i64;
        let id = self.new_id(at);
        let readers = self.readers(question.community.as_deref())?;
        let community = match &question.community {
            Some(name) => Some(self.community(name)?),
            None => None,
        };
        let is_public = community.is_none_or(|community| !community.is_private);
        let mut record = json!({
            "id": id, "author": author, "community": community.map(|community| community.id), "title": question.title,
            "text": question.text, "tags": question.tags, "created_at": time(at),
        });
        let closed_at = question
            .closed
            .as_ref()
            .map(|closed| self.after(at, closed.after));
        if let Some((closed, closed_at)) = question.closed.as_ref().zip(closed_at) {
            record["closed_at"] = json!(time(closed_at));
            record["close_reason"] = json!(closed.reason);
            record["close_note"] = json!(closed.note);
        }
        self.add("question", record);
        self.questions.insert(&question.title, id);
        let mut post = Post {
            id,
            author,
            question: id,
            at,
            viewers: BTreeSet::from([author]),
        };
        self.add_mentions(id, author, at, &question.text, &readers);
        self.add_comments(&mut post, &question.comments, &readers)?;
        self.add_votes(&mut post, question.votes, &readers, is_public);
        let mut viewers = post.viewers;
        let mut seen = None;
        for answer in &question.answers {
            let (author, at) = (self.member(&answer.by)?.id, self.after(at, answer.after));
            let answer_id = self.new_id(at);
            self.add(
                "answer",
                json!({
                    "id": answer_id, "question": id, "author": author, "text": answer.text,
                    "accepted": answer.accepted, "created_at": time(at),
                }),
            );
            self.answers
                .insert((&question.title, &answer.by), (answer_id, author));
            if !self.is_news(at) {
                seen = seen.max(Some(answer_id));
            }
            if answer.accepted && is_public {
                let accepted_at = self.soon_after(at);
                self.earn(post.author, Badge::Solved, accepted_at);
                self.earn(author, Badge::Helped, accepted_at);
            }
            let mut below = Post {
                id: answer_id,
                author,
                question: id,
                at,
                viewers: BTreeSet::from([author]),
            };
            self.add_notification(post.author, &below, answer_id, author, at);
            self.add_mentions(answer_id, author, at, &answer.text, &readers);
            self.add_comments(&mut below, &answer.comments, &readers)?;
            self.add_votes(&mut below, answer.votes, &readers, is_public);
            viewers.append(&mut below.viewers);
        }
        for name in &question.starred_by {
            let user = self.member(name)?;
            let starred_at = self.soon_after(at.max(user.joined));
            viewers.insert(user.id);
            self.add(
                "star",
                json!({"user": user.id, "question": id, "starred_at": time(starred_at)}),
            );
        }
        if !self.is_news(at) {
            let visited = time(self.now - NEWS);
            self.add(
                "visit",
                json!({"user": post.author, "question": id, "last_answer": seen, "renewed_at": visited}),
            );
        }
        self.add_views(id, viewers, &readers);
        self.add_duplicate(question, id, at)?;
        if let Some((closed, closed_at)) = question.closed.as_ref().zip(closed_at) {
            let (entry, actor) = (self.new_id(closed_at), self.member(&closed.by)?);
            let detail = format!("{}: {}", closed.reason.word(), closed.note);
            self.add(
                "admin_log_entry",
                json!({
                    "id": entry, "logged_at": time(closed_at), "actor_id": actor.id, "actor": actor.name,
                    "action": "close-question", "target_kind": "question", "target_id": id,
                    "target": question.title, "detail": detail, "concerns": post.author,
                }),
            );
        }
        Ok(())
    }

    fn add_comments(
        &mut self,
        post: &mut Post,
        comments: &[Comment],
        readers: &[Member<'c>],
    ) -> Result<()> {
        for comment in comments {
            let author = self.member(&comment.by)?.id;
            let at = self.after(post.at, comment.after);
            let id = self.new_id(at);
            self.add(
                "comment",
                json!({"id": id, "post": post.id, "author": author, "text": comment.text, "created_at": time(at)}),
            );
            self.add_notification(post.author, post, id, author, at);
            self.add_mentions(id, author, at, &comment.text, readers);
            post.viewers.insert(author);
        }
        Ok(())
    }

    /// Notifies the author of a post of an answer or a comment by another member.
    fn add_notification(&mut self, recipient: Id, post: &Post, response: Id, author: Id, at: i64) {
        if recipient == author {
            return;
        }
        let viewed_at = (!self.is_news(at)).then(|| time(self.soon_after(at)));
        self.add(
            "notification",
            json!({
                "recipient": recipient, "id": response, "post": post.id, "question": post.question,
                "viewed_at": viewed_at,
            }),
        );
    }

    /// Adds votes of other members with this sum. What many have liked, one has not.
    fn add_votes(&mut self, post: &mut Post, score: i64, readers: &[Member<'c>], is_public: bool) {
        let mut voters: Vec<_> = readers
            .iter()
            .filter(|reader| reader.id != post.author)
            .collect();
        for number in (1..voters.len()).rev() {
            voters.swap(number, self.random.below(number + 1));
        }
        // The one vote against what many like is not that of the administrator, whom the tour shows.
        if score > 0 && voters.first().is_some_and(|voter| voter.name == LOGIN) {
            voters.rotate_left(1);
        }
        let down = (-score).max(i64::from(score >= 9));
        let up = score + down;
        for (number, voter) in (0..up + down).zip(voters) {
            let value = if number < down { -1 } else { 1 };
            let at = self.soon_after(post.at.max(voter.joined));
            if value == 1 && is_public {
                self.earn(voter.id, Badge::Voted, at);
            }
            post.viewers.insert(voter.id);
            self.add(
                "vote",
                json!({"post": post.id, "user": voter.id, "value": value, "voted_at": time(at)}),
            );
        }
    }

    /// Adds the views of those who have left something on the page, and of about a third of the others.
    fn add_views(&mut self, question: Id, mut viewers: BTreeSet<Id>, readers: &[Member<'c>]) {
        for reader in readers {
            if self.random.below(3) == 0 {
                viewers.insert(reader.id);
            }
        }
        for user in viewers {
            self.add("view", json!({"question": question, "user": user}));
        }
    }

    fn add_duplicate(&mut self, question: &Question, id: Id, at: i64) -> Result<()> {
        if let Some((original, by)) = question
            .duplicate_of
            .as_ref()
            .zip(question.duplicate_by.as_ref())
        {
            let (original, by) = (self.question(original)?, self.member(by)?.id);
            let linked_at = at + HOUR;
            self.add(
                "duplicate",
                json!({"question": id, "original": original, "linked_by": by, "linked_at": time(linked_at)}),
            );
        }
        Ok(())
    }
}
