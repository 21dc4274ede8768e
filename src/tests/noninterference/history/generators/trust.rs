//! Steps about trust: vouching, and protected questions.

use serde_json::json;

use super::super::{Kind, PEOPLE, ROOT, Writer};

/// Vouches for a member, and may take it back.
pub fn vouch(writer: &mut Writer, is_undone: bool) -> Option<()> {
    let member = writer.any_user();
    let by = if writer.random.percent(80) {
        ROOT
    } else {
        writer.any_user()
    };
    let body = json!({"userId": PEOPLE[member], "reason": "I know them"});
    writer.call(by, false, "POST vouchUser", "", body.clone());
    if is_undone {
        writer.call(by, false, "POST unvouchUser", "", body);
    }
    Some(())
}

/// Protects a question, and may end that, as the owner of its community, as an administrator or as any user.
pub fn protect(writer: &mut Writer, is_undone: bool) -> Option<()> {
    let reader = writer.any_user();
    let question = writer.post(reader, Kind::Question, false)?;
    let by = match question.community {
        Some(number) if !writer.gone.contains(&writer.communities[number].owner) => {
            writer.communities[number].owner
        }
        Some(_) => reader,
        None => ROOT,
    };
    let is_secret = writer.is_secret(by, question.community);
    let body = json!({"qid": question.key, "reason": "Only advertising"});
    writer.call(by, is_secret, "POST protectQuestion", "", body.clone());
    if is_undone {
        writer.call(by, is_secret, "POST unprotectQuestion", "", body);
    }
    Some(())
}
