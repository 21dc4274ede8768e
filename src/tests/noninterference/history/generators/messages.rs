//! Steps about messages and chats.

use serde_json::json;

use super::super::{Chat, PEOPLE, VIEWERS, Writer};

pub fn write_to_all(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (key, text) = (writer.key('m'), writer.text(by, None));
    let original = writer.random.pick(&writer.messages.clone());
    let reply_to = original.filter(|_| writer.random.percent(40));
    writer
        .call(
            by,
            false,
            "POST addMessage",
            "",
            json!({"messageToAdd": {"msg": text, "replyTo": reply_to}}),
        )
        .makes = Some(key.clone());
    writer.messages.push(key);
    Some(())
}

/// Writes a message to the global chat. Returns its key, and mostly its author, sometimes another user.
fn write_own(writer: &mut Writer) -> Option<(String, usize)> {
    write_to_all(writer)?;
    let (author, key) = {
        let step = writer.steps.last().expect("the message");
        (step.by, step.makes.clone().expect("its key"))
    };
    let by = if writer.random.percent(80) {
        author
    } else {
        writer.any_user()
    };
    Some((key, by))
}

/// Removes a message of the global chat; of others the server keeps it.
pub fn delete_message(writer: &mut Writer) -> Option<()> {
    let (key, by) = write_own(writer)?;
    let body = json!({"messageId": key});
    writer.call(by, false, "DELETE deleteMessage", "", body);
    Some(())
}

/// Changes a message of the global chat; of others the server keeps it as it is.
pub fn edit_message(writer: &mut Writer) -> Option<()> {
    let (key, by) = write_own(writer)?;
    let body = json!({"messageId": key, "msg": writer.text(by, None)});
    writer.call(by, false, "PATCH editMessage", "", body);
    Some(())
}

pub fn read_all(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let message = writer.random.pick(&writer.messages.clone())?;
    writer.call(
        by,
        false,
        "POST markRead",
        "",
        json!({"messageId": message}),
    );
    Some(())
}

/// Creates a chat of two or three users, with or without viewers.
pub fn create_chat(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let mut participants = vec![by, writer.any_user(), writer.any_user()];
    participants.sort_unstable();
    participants.dedup();
    if participants.len() == 1 {
        return None;
    }
    let names: Vec<&str> = participants.iter().map(|user| PEOPLE[*user]).collect();
    let (key, text) = (writer.key('d'), writer.text(by, None));
    let chat = Chat {
        key: key.clone(),
        participants,
    };
    let body = json!({"participants": names, "messages": [{"msg": text}]});
    writer
        .call(by, chat.is_secret(), "POST createChat", "", body)
        .makes = Some(key);
    writer.chats.push(chat);
    Some(())
}

/// Mostly an action of a participant, sometimes of another user.
pub fn in_chat(writer: &mut Writer, route: &'static str) -> Option<()> {
    let chat = writer.random.pick(&writer.chats.clone())?;
    let by = if writer.random.percent(85) {
        writer.random.pick(&chat.participants)?
    } else {
        writer.any_user()
    };
    if writer.gone.contains(&by) {
        return None;
    }
    let is_secret = chat.is_secret() && chat.participants.contains(&by);
    let text = writer.text(by, None);
    writer.call(
        by,
        is_secret,
        route,
        &chat.key,
        json!({"msg": text, "messageId": "§message§"}),
    );
    Some(())
}

/// A viewer stays: the same chat may be known under another key, which would not notice.
pub fn leave_chat(writer: &mut Writer) -> Option<()> {
    let chat = writer.random.pick(&writer.chats.clone())?;
    let by = writer.random.pick(&chat.participants)?;
    if writer.gone.contains(&by) || VIEWERS.contains(&by) {
        return None;
    }
    writer.call(
        by,
        chat.is_secret(),
        "POST chat/leave",
        &chat.key,
        json!({}),
    );
    Some(())
}

/// An added participant reads the later messages: no viewer is added where those are secret.
pub fn add_participant(writer: &mut Writer) -> Option<()> {
    let number = writer.random.below(writer.chats.len().max(1));
    let chat = writer.chats.get(number)?.clone();
    let (by, user) = (writer.random.pick(&chat.participants)?, writer.any_user());
    if writer.gone.contains(&by) || chat.is_secret() && VIEWERS.contains(&user) {
        return None;
    }
    writer.call(
        by,
        chat.is_secret(),
        "POST chat/addParticipant",
        &chat.key,
        json!({"username": PEOPLE[user]}),
    );
    // The call may be rejected because these users have a chat already: then another key stands for
    // its messages.
    if !chat.participants.contains(&user) {
        writer.chats[number].participants.push(user);
    }
    Some(())
}
