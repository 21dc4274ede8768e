//! Steps of the administrator with questions that everybody may read. What is in private communities they do
//! not read.

use serde_json::{Value, json};

use super::super::{Kind, Post, ROOT, Writer};

impl Writer {
    fn public_question(&mut self) -> Option<Post> {
        let questions: Vec<Post> = self
            .posts
            .iter()
            .filter(|post| post.kind == Kind::Question)
            .filter(|post| {
                post.community
                    .is_none_or(|number| !self.communities[number].is_private)
            })
            .cloned()
            .collect();
        self.random.pick(&questions)
    }

    fn moderate(&mut self, route: &'static str, post: &Post, mut body: Value) {
        body["id"] = json!(post.key);
        body["reason"] = json!(self.words(post.community));
        self.call(ROOT, false, route, "", body);
    }
}

/// Closes a question, and may reopen it.
pub fn close(writer: &mut Writer, is_reopened: bool) -> Option<()> {
    let post = writer.public_question()?;
    let reason = writer.random.pick(&["duplicate", "off-topic", "unclear"])?;
    let note = writer.words(post.community);
    let body = json!({"id": post.key, "reason": reason, "note": note});
    writer.call(ROOT, false, "POST closeQuestion", "", body);
    if is_reopened {
        writer.moderate("POST reopenQuestion", &post, json!({}));
    }
    Some(())
}

/// Locks a question, and mostly unlocks it.
pub fn lock(writer: &mut Writer) -> Option<()> {
    let post = writer.public_question()?;
    writer.moderate("PATCH setLock", &post, json!({"locked": true}));
    if writer.random.percent(80) {
        writer.moderate("PATCH setLock", &post, json!({"locked": false}));
    }
    Some(())
}

/// Edits a question.
pub fn edit(writer: &mut Writer) -> Option<()> {
    let post = writer.public_question()?;
    let body = writer.question(ROOT, post.community);
    writer.moderate("PATCH editPost", &post, body);
    Some(())
}

/// Pins a question, or unpins it.
pub fn pin(writer: &mut Writer) -> Option<()> {
    let post = writer.public_question()?;
    let is_pinned = writer.random.percent(70);
    let body = json!({"place": "site", "pinned": is_pinned});
    writer.moderate("PATCH setPin", &post, body);
    Some(())
}

/// Moves a question to a public community or out of its community, and may undo it.
pub fn relocate(writer: &mut Writer, is_undone: bool) -> Option<()> {
    let post = writer.public_question()?;
    let communities: Vec<(usize, String)> = writer
        .communities
        .iter()
        .enumerate()
        .filter(|(_, community)| !community.is_private)
        .map(|(number, community)| (number, community.key.clone()))
        .collect();
    let to = match post.community {
        Some(_) => None,
        None => writer.random.pick(&communities),
    };
    let key = to.as_ref().map_or("", |(_, key)| key);
    writer.moderate("POST moveQuestion", &post, json!({"communityId": key}));
    if is_undone {
        writer.moderate("POST undoMove", &post, json!({}));
    }
    Some(())
}

/// Merges a question into another one of its place, and may undo it.
pub fn merge(writer: &mut Writer, is_undone: bool) -> Option<()> {
    let post = writer.public_question()?;
    let into = writer.public_question()?;
    let body = json!({"into": into.key});
    writer.moderate("POST mergeQuestions", &post, body);
    if is_undone {
        writer.moderate("POST undoMerge", &post, json!({}));
    }
    Some(())
}
