//! Steps about reports.

use serde_json::json;

use super::super::{Kind, Post, ROOT, VIEWERS, Writer};

impl Writer {
    fn is_in_secret(&self, post: &Post) -> bool {
        post.community
            .is_some_and(|number| self.communities[number].is_secret)
    }
}

/// Reports a post. What a viewer reports in a secret community is theirs to know later, so they do not.
fn report(writer: &mut Writer) -> Option<(usize, Post)> {
    let by = writer.any_user();
    let kind = writer
        .random
        .pick(&[Kind::Question, Kind::Answer, Kind::Comment])?;
    let post = writer.post(by, kind, false)?;
    let is_secret = writer.is_secret(by, post.community);
    if writer.is_in_secret(&post) && (VIEWERS.contains(&by) || VIEWERS.contains(&post.author)) {
        return None;
    }
    let word = match kind {
        Kind::Question => "question",
        Kind::Answer => "answer",
        _ => "comment",
    };
    let reason = writer
        .random
        .pick(&["spam", "rude", "attention", "illegal"])?;
    let text = writer.words(post.community);
    let body = json!({"kind": word, "id": post.key, "reason": reason, "text": text});
    writer.call(by, is_secret, "POST addFlag", "", body);
    Some((by, post))
}

pub fn flag(writer: &mut Writer) -> Option<()> {
    report(writer).map(drop)
}

/// Reports a post and withdraws the report.
pub fn withdraw(writer: &mut Writer) -> Option<()> {
    let (by, post) = report(writer)?;
    let is_secret = writer.is_secret(by, post.community);
    let body = json!({"id": post.key});
    writer.call(by, is_secret, "POST withdrawFlag", "", body);
    Some(())
}

/// Reports a post, and an administrator opens, claims and decides it, and may undo the decision. Who
/// moderates the site sees every case, also of what they may not read, and opens it. So all that the
/// administrator does with a post in a secret community is secret, and no viewer moderates the site.
pub fn decide(writer: &mut Writer, is_undone: bool) -> Option<()> {
    let (_, post) = report(writer)?;
    let is_secret = writer.is_in_secret(&post);
    let reference = json!({"id": post.key});
    writer.call(ROOT, is_secret, "POST openCase", "", reference.clone());
    writer.call(ROOT, is_secret, "POST claimCase", "", reference.clone());
    let decision = writer.random.pick(&["uphold", "decline", "abuse"])?;
    let remove = decision == "uphold" && writer.random.percent(50);
    let reason = writer.words(post.community);
    let body = json!({"id": post.key, "decision": decision, "remove": remove, "reason": reason});
    writer.call(ROOT, is_secret, "POST decideCase", "", body);
    if is_undone {
        writer.call(ROOT, is_secret, "POST undoDecision", "", reference);
    }
    Some(())
}
