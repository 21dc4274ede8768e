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
    report_by(writer, by, &post)?;
    Some((by, post))
}

fn report_by(writer: &mut Writer, by: usize, post: &Post) -> Option<()> {
    let is_secret = writer.is_secret(by, post.community);
    if writer.is_in_secret(post) && (VIEWERS.contains(&by) || VIEWERS.contains(&post.author)) {
        return None;
    }
    let word = match post.kind {
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
    Some(())
}

/// Reports a post, sometimes by so many that this may hide it.
pub fn flag(writer: &mut Writer) -> Option<()> {
    if writer.random.percent(15) {
        return flag_picture(writer);
    }
    let (_, post) = report(writer)?;
    if writer.random.percent(40) {
        for _ in 0..4 {
            let by = writer.any_user();
            report_by(writer, by, &post);
        }
    }
    Some(())
}

/// Reports a picture. That succeeds if the user sees it, which for others than viewers may be a secret: then
/// nobody learns of the report. What a viewer sees in a secret community is theirs to know later, so they report
/// none while they are a member.
fn flag_picture(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (picture, owner) = writer.random.pick(&writer.pictures.clone())?;
    let mut secret = writer.communities.iter().filter(|one| one.is_secret);
    let is_member = secret.any(|one| one.members.contains(&by));
    if VIEWERS.contains(&owner) || is_member && VIEWERS.contains(&by) {
        return None;
    }
    let body = json!({"kind": "picture", "id": picture, "reason": "spam"});
    writer.call(by, false, "POST addFlag", "", body);
    Some(())
}

/// Reports an address, as visitors do. The reply is the same whether a post is a secret or not.
pub fn report_as_visitor(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let kind = writer.random.pick(&[Kind::Question, Kind::Answer])?;
    let post = writer.post(by, kind, false)?;
    let path = format!("/question/{}#{}", post.key, post.key);
    let body = json!({"address": path, "place": "Utopia", "text": "unlawful"});
    writer.call(by, false, "POST addReport", "", body);
    Some(())
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
