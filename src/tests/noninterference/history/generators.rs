//! Generators of history steps, one for each route.

use serde_json::{Value, json};

use super::{Act, Chat, Community, FAY, HAL, IDA, Kind, PEOPLE, Post, TAGS, VIEWERS, Writer};

pub type Generator = fn(&mut Writer) -> Option<()>;

/// The generators by the route that they call. A write route without one fails a test.
pub const GENERATORS: &[(&str, Generator)] = &[
    ("POST addQuestion", ask),
    ("POST addAnswer", answer),
    ("POST addComment", comment),
    ("POST upvoteQuestion", |w| {
        vote(w, "POST upvoteQuestion", Kind::Question)
    }),
    ("POST downvoteQuestion", |w| {
        vote(w, "POST downvoteQuestion", Kind::Question)
    }),
    ("POST upvoteAnswer", |w| {
        vote(w, "POST upvoteAnswer", Kind::Answer)
    }),
    ("POST downvoteAnswer", |w| {
        vote(w, "POST downvoteAnswer", Kind::Answer)
    }),
    ("POST getSimilarQuestions", compare),
    ("POST acceptAnswer", accept),
    ("POST unacceptAnswer", unaccept),
    ("POST addDuplicate", |w| link(w, "POST addDuplicate")),
    ("DELETE removeDuplicate", |w| {
        link(w, "DELETE removeDuplicate")
    }),
    ("PATCH editQuestion", edit_question),
    ("PATCH editAnswer", |w| {
        edit(w, "PATCH editAnswer", Kind::Answer)
    }),
    ("PATCH editComment", |w| {
        edit(w, "PATCH editComment", Kind::Comment)
    }),
    ("DELETE purgeRevision", purge),
    ("POST removePost", |w| remove(w, false)),
    ("POST restorePost", |w| remove(w, true)),
    ("DELETE deleteQuestion", |w| {
        delete(w, "DELETE deleteQuestion", Kind::Question)
    }),
    ("DELETE deleteAnswer", |w| {
        delete(w, "DELETE deleteAnswer", Kind::Answer)
    }),
    ("DELETE deleteComment", |w| {
        delete(w, "DELETE deleteComment", Kind::Comment)
    }),
    ("POST undeleteQuestion", |w| {
        undelete(w, "POST undeleteQuestion", Kind::Question)
    }),
    ("POST undeleteAnswer", |w| {
        undelete(w, "POST undeleteAnswer", Kind::Answer)
    }),
    ("POST undeleteComment", |w| {
        undelete(w, "POST undeleteComment", Kind::Comment)
    }),
    ("POST addStar", |w| vote(w, "POST addStar", Kind::Question)),
    ("DELETE removeStar", |w| {
        vote(w, "DELETE removeStar", Kind::Question)
    }),
    ("PATCH setStarNote", note),
    ("PATCH markSeen", see),
    ("PATCH editTagDescription", describe),
    ("DELETE purgeTagRevision", describe),
    ("PATCH setFollow", follow),
    ("PATCH markInboxSeen", |w| {
        see_up_to(w, "PATCH markInboxSeen")
    }),
    ("PATCH markMentionsSeen", |w| {
        see_up_to(w, "PATCH markMentionsSeen")
    }),
    ("PATCH setWatchAnswered", watch_answered),
    ("PATCH updateBiography", |w| {
        oneself(w, "PATCH updateBiography")
    }),
    ("PATCH viewNotification", view_notification),
    ("PATCH clearAllNotifications", |w| {
        oneself(w, "PATCH clearAllNotifications")
    }),
    ("DELETE endSession", end_session),
    ("POST endOtherSessions", |w| {
        oneself(w, "POST endOtherSessions")
    }),
    ("POST login", log_in),
    ("POST signup", |w| from_another_browser(w, "POST signup")),
    ("POST logout", |w| from_another_browser(w, "POST logout")),
    ("PATCH resetPassword", reset_password),
    ("PATCH setMailAddress", |w| {
        about_mail(w, "PATCH setMailAddress")
    }),
    ("DELETE removeMailAddress", |w| {
        about_mail(w, "DELETE removeMailAddress")
    }),
    ("PATCH chooseDelivery", |w| {
        about_mail(w, "PATCH chooseDelivery")
    }),
    ("POST forgotPassword", |w| {
        about_mail(w, "POST forgotPassword")
    }),
    ("DELETE deleteUser", delete_user),
    ("POST addCommunity", found),
    ("POST addMember", join),
    ("POST addMemberRequest", request),
    ("POST approveMemberRequest", approve),
    ("DELETE rejectMemberRequest", reject),
    ("POST addModerator", |w| promote(w, "POST addModerator")),
    ("DELETE removeModerator", |w| {
        promote(w, "DELETE removeModerator")
    }),
    ("DELETE removeMember", remove_member),
    ("POST leaveCommunity", leave),
    ("POST handOverCommunity", hand_over),
    ("POST archiveCommunity", |w| {
        archive(w, "POST archiveCommunity")
    }),
    ("POST unarchiveCommunity", |w| {
        archive(w, "POST unarchiveCommunity")
    }),
    ("POST addMessage", write_to_all),
    ("POST markRead", read_all),
    ("PATCH editMessage", edit_message),
    ("DELETE deleteMessage", delete_message),
    ("POST createChat", create_chat),
    ("POST chat/addMessage", |w| {
        in_chat(w, "POST chat/addMessage")
    }),
    ("PATCH chat/editMessage", |w| {
        in_chat(w, "PATCH chat/editMessage")
    }),
    ("POST chat/markRead", |w| in_chat(w, "POST chat/markRead")),
    ("POST chat/addParticipant", add_participant),
    ("POST chat/leave", leave_chat),
    ("POST blockUser", |w| block(w, "POST blockUser")),
    ("POST unblockUser", |w| block(w, "POST unblockUser")),
    ("POST create", |w| create_game(w).map(drop)),
    ("POST join", |w| in_game(w, "POST join")),
    ("POST leave", |w| in_game(w, "POST leave")),
    ("POST claim", |w| play_game(w, "POST claim")),
    ("POST rematch", |w| play_game(w, "POST rematch")),
    ("POST createGamer", |w| report_gamer(w, "POST createGamer")),
    ("PATCH updateGamerInfo", |w| {
        report_gamer(w, "PATCH updateGamerInfo")
    }),
    ("a view", view),
];

/// Routes that hash passwords, which is slow: few histories contain them.
pub const SLOW: [&str; 4] = [
    "POST login",
    "POST signup",
    "POST logout",
    "PATCH resetPassword",
];

pub fn ask(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let mine: Vec<usize> = (0..writer.communities.len())
        .filter(|number| writer.communities[*number].members.contains(&by))
        .collect();
    let community = match writer.random.below(10) {
        0..4 => None,
        4 => Some(writer.random.below(writer.communities.len())),
        _ => writer.random.pick(&mine),
    };
    let is_member = community.is_none_or(|community| mine.contains(&community));
    let mut body = writer.question(community);
    if let Some(community) = community {
        body["communityId"] = json!(writer.communities[community].key);
    }
    let (key, is_secret) = (
        writer.key('p'),
        is_member && writer.is_secret(by, community),
    );
    writer
        .call(by, is_secret, "POST addQuestion", "", body)
        .makes = Some(key.clone());
    if is_member {
        writer.posts.push(Post {
            key: key.clone(),
            kind: Kind::Question,
            question: key,
            community,
            author: by,
            is_deleted: false,
        });
    }
    Some(())
}

pub fn answer(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let question = writer.post(by, Kind::Question, false)?;
    let (key, text, is_secret) = (
        writer.key('p'),
        writer.words(question.community),
        writer.is_secret(by, question.community),
    );
    writer
        .call(
            by,
            is_secret,
            "POST addAnswer",
            "",
            json!({"qid": question.key, "ans": {"text": text}}),
        )
        .makes = Some(key.clone());
    if writer.may_read(by, question.community) {
        writer.posts.push(Post {
            key,
            kind: Kind::Answer,
            author: by,
            is_deleted: false,
            ..question
        });
    }
    Some(())
}

pub fn comment(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (kind, name) = if writer.random.percent(50) {
        (Kind::Question, "question")
    } else {
        (Kind::Answer, "answer")
    };
    let post = writer.post(by, kind, false)?;
    let (key, text, is_secret) = (
        writer.key('p'),
        writer.words(post.community),
        writer.is_secret(by, post.community),
    );
    let body = json!({"id": post.key, "type": name, "comment": {"text": text}});
    writer
        .call(by, is_secret, "POST addComment", "", body)
        .makes = Some(key.clone());
    if writer.may_read(by, post.community) {
        writer.posts.push(Post {
            key,
            kind: Kind::Comment,
            author: by,
            is_deleted: false,
            ..post
        });
    }
    Some(())
}

/// An action on a post that any user may take.
fn vote(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, kind, false)?;
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", named(kind, &post.key));
    Some(())
}

/// Changes the note and the reminder of a question, which the user stars first. Histories take place
/// on 21 November 2026, so that some reminders become due.
fn note(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Question, false)?;
    let is_secret = writer.is_secret(by, post.community);
    let star = named(Kind::Question, &post.key);
    writer.call(by, is_secret, "POST addStar", "", star);
    let time = writer.random.pick(&[
        "2026-11-21T00:00:15Z",
        "2026-11-21T00:00:30Z",
        "2027-01-01T00:00:00Z",
        "none",
    ])?;
    let note = writer.random.pick(&["", "read again", "my own note"])?;
    let body = json!({"qid": post.key, "note": note, "remindAt": time});
    writer.call(by, is_secret, "PATCH setStarNote", "", body);
    Some(())
}

/// Marks a question as seen, up to one of its answers or whole.
fn see(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, false)?;
    let is_secret = writer.is_secret(by, post.community);
    let mut body = json!({"qid": post.question});
    if writer.random.percent(50) {
        body["upTo"] = json!(post.key);
    }
    writer.call(by, is_secret, "PATCH markSeen", "", body);
    Some(())
}

/// Watches or mutes a question, a tag or a community.
fn follow(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (kind, object, is_secret) = match writer.random.below(3) {
        0 => {
            let post = writer.post(by, Kind::Question, false)?;
            let is_secret = writer.is_secret(by, post.community);
            ("question", post.key, is_secret)
        }
        1 => {
            let (number, community) = writer.community();
            let is_secret = writer.is_secret(by, Some(number));
            ("community", community.key, is_secret)
        }
        // What a viewer finds as a member of a secret community is theirs to know later.
        _ if by == HAL => return None,
        _ => ("tag", writer.random.pick(&TAGS)?.to_owned(), false),
    };
    let state = writer
        .random
        .pick(&["watching", "watching", "muted", "normal"])?;
    let body = json!({"kind": kind, "object": object, "state": state});
    writer.call(by, is_secret, "PATCH setFollow", "", body);
    Some(())
}

/// Marks the inbox or the mentions as seen up to a post.
fn see_up_to(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Question, false)?;
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", json!({"upTo": post.key}));
    Some(())
}

fn watch_answered(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let body = json!({"watch": writer.random.pick(&[true, false])?});
    writer.call(by, false, "PATCH setWatchAnswered", "", body);
    Some(())
}

fn delete(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, kind, true)?;
    delete_post(writer, by, route, &post);
    Some(())
}

fn delete_post(writer: &mut Writer, by: usize, route: &'static str, post: &Post) {
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", named(post.kind, &post.key));
    if let Some(deleted) = writer
        .posts
        .iter_mut()
        .find(|other| other.key == post.key && other.author == by)
    {
        deleted.is_deleted = true;
    }
}

/// Undeletes a deleted post. If there is none, mostly deletes one now.
fn undelete(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
    let deleted: Vec<Post> = writer
        .posts
        .iter()
        .filter(|post| post.kind == kind && post.is_deleted)
        .cloned()
        .collect();
    let post = match writer.random.pick(&deleted) {
        Some(post) => post,
        None => {
            let post = writer.post(FAY, kind, false)?;
            if writer.random.percent(70) && !writer.gone.contains(&post.author) {
                let route = match kind {
                    Kind::Question => "DELETE deleteQuestion",
                    Kind::Answer => "DELETE deleteAnswer",
                    Kind::Comment => "DELETE deleteComment",
                };
                delete_post(writer, post.author, route, &post);
            }
            post
        }
    };
    let by = if writer.random.percent(85) && !writer.gone.contains(&post.author) {
        post.author
    } else {
        writer.any_user()
    };
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", named(kind, &post.key));
    Some(())
}

fn unaccept(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let question = writer.post(by, Kind::Question, true)?;
    let is_secret = writer.is_secret(by, question.community);
    writer.call(
        by,
        is_secret,
        "POST unacceptAnswer",
        "",
        named(Kind::Question, &question.key),
    );
    Some(())
}

fn named(kind: Kind, key: &str) -> Value {
    match kind {
        Kind::Question => json!({"qid": key}),
        Kind::Answer => json!({"aid": key}),
        Kind::Comment => json!({"cid": key}),
    }
}

fn accept(writer: &mut Writer) -> Option<()> {
    let answer = {
        let answers: Vec<Post> = writer
            .posts
            .iter()
            .filter(|post| post.kind == Kind::Answer)
            .cloned()
            .collect();
        writer.random.pick(&answers)?
    };
    let asker = writer
        .posts
        .iter()
        .find(|post| post.key == answer.question)?
        .author;
    let by = if writer.random.percent(80) && !writer.gone.contains(&asker) {
        asker
    } else {
        writer.any_user()
    };
    let is_secret = writer.is_secret(by, answer.community);
    writer.call(
        by,
        is_secret,
        "POST acceptAnswer",
        "",
        json!({"qid": answer.question, "aid": answer.key}),
    );
    Some(())
}

fn edit(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, kind, true)?;
    let mut body = named(kind, &post.key);
    body["text"] = json!(writer.words(post.community));
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", body);
    Some(())
}

/// Edits an answer and purges its version from before.
fn purge(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, true)?;
    let is_secret = writer.is_secret(by, post.community);
    let text = writer.words(post.community);
    let edit = json!({"aid": post.key, "text": text});
    writer.call(by, is_secret, "PATCH editAnswer", "", edit);
    let version = json!({"id": post.key, "revisionId": "§revision§"});
    writer.call(by, is_secret, "DELETE purgeRevision", &post.key, version);
    Some(())
}

/// Describes a tag, changes its description and purges an earlier version.
fn describe(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let tag = writer.random.pick(&TAGS)?;
    for base in [Value::Null, json!("§base§")] {
        let body = json!({"name": tag, "text": writer.words(None), "base": base});
        writer.call(by, false, "PATCH editTagDescription", tag, body);
    }
    let version = json!({"name": tag, "revisionId": "§revision§"});
    writer.call(by, false, "DELETE purgeTagRevision", tag, version);
    Some(())
}

/// Removes a post in a community, mostly as its owner, and restores it. Moderators other than the owner
/// may be a secret; of a secret community so is what they remove, but authors see in their own data
/// what became of their posts.
fn remove(writer: &mut Writer, is_restored: bool) -> Option<()> {
    let posts: Vec<(Post, usize)> = writer
        .posts
        .iter()
        .filter_map(|post| Some((post.clone(), post.community?)))
        .filter(|(post, number)| {
            !writer.communities[*number].is_secret || !VIEWERS.contains(&post.author)
        })
        .collect();
    let (post, number) = writer.random.pick(&posts)?;
    let owner = writer.communities[number].owner;
    let by = if writer.random.percent(80) && !writer.gone.contains(&owner) {
        owner
    } else {
        writer.any_user()
    };
    let is_secret = writer.is_secret(by, post.community);
    let body = json!({"id": post.key, "reason": writer.words(post.community)});
    writer.call(by, is_secret, "POST removePost", "", body);
    if is_restored {
        let body = json!({"id": post.key});
        writer.call(by, is_secret, "POST restorePost", "", body);
    }
    Some(())
}

fn edit_question(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Question, true)?;
    let mut body = writer.question(post.community);
    body["qid"] = json!(post.key);
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, "PATCH editQuestion", "", body);
    Some(())
}

pub fn link_any(writer: &mut Writer) -> Option<()> {
    link(writer, "POST addDuplicate")
}

/// A link is secret if one of its ends is, because only readers of both ends see it.
fn link(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let (one, other) = (
        writer.post(by, Kind::Question, false)?,
        writer.post(by, Kind::Question, false)?,
    );
    let reads_both = writer.may_read(by, one.community) && writer.may_read(by, other.community);
    let is_secret = reads_both
        && (writer.is_secret(by, one.community) || writer.is_secret(by, other.community));
    writer.call(
        by,
        is_secret,
        route,
        "",
        json!({"qid": one.key, "duplicateOf": other.key}),
    );
    Some(())
}

fn view(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let question = writer
        .post(by, Kind::Question, false)
        .filter(|post| writer.may_read(by, post.community))?;
    let is_secret = writer.is_secret(by, question.community);
    writer.push(
        by,
        is_secret,
        Act::View {
            question: question.key,
        },
    );
    Some(())
}

/// Actions that concern only the actor, or all users.
fn oneself(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let biography = writer.words(None);
    writer.call(by, false, route, "", json!({"biography": biography}));
    Some(())
}

/// Looks for questions that are similar to a draft.
fn compare(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let draft =
        json!({"title": writer.words(None), "tags": ["common"], "text": writer.words(None)});
    writer.call(by, false, "POST getSimilarQuestions", "", draft);
    Some(())
}

/// The notification depends on what the user has received: the replay finds it.
fn view_notification(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.call(
        by,
        false,
        "PATCH viewNotification",
        "",
        json!({"notificationID": "§notification§"}),
    );
    Some(())
}

fn end_session(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.call(by, false, "DELETE endSession", "§session§", json!({}));
    Some(())
}

fn from_another_browser(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    writer.push(by, false, Act::FromAnotherBrowser { route });
    Some(())
}

/// Logs in from a further session, which can be ended later.
fn log_in(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.push(
        by,
        false,
        Act::FromAnotherBrowser {
            route: "POST login",
        },
    );
    writer.call(by, false, "DELETE endSession", "§session§", json!({}));
    Some(())
}

fn reset_password(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.call(
        by,
        false,
        "PATCH resetPassword",
        "",
        json!({"password": "another stoa 1"}),
    );
    Some(())
}

fn about_mail(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let body =
        json!({"address": "ann@example.org", "channel": "mail", "kind": "answer", "wanted": true});
    writer.call(by, false, route, "", body);
    Some(())
}

/// Owners of communities must stay: their successor depends on who is a moderator, and all users
/// would see it.
fn delete_user(writer: &mut Writer) -> Option<()> {
    let is_owner = writer
        .communities
        .iter()
        .any(|community| community.owner == IDA);
    if is_owner || writer.gone.contains(&IDA) || !writer.random.percent(50) {
        return None;
    }
    for community in &mut writer.communities {
        community.members.retain(|user| *user != IDA);
        community.requests.retain(|user| *user != IDA);
    }
    writer.gone.push(IDA);
    writer.call(IDA, false, "DELETE deleteUser", PEOPLE[IDA], json!({}));
    Some(())
}

fn found(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (key, is_private) = (writer.key('c'), writer.random.percent(60));
    let name = format!(
        "Founded {}",
        if writer.random.percent(20) {
            "again".to_owned()
        } else {
            key.replace('§', "")
        }
    );
    let visibility = if is_private { "private" } else { "public" };
    // The name may be taken: then there are two keys, and the second one stands for nothing.
    writer
        .call(
            by,
            false,
            "POST addCommunity",
            "",
            json!({"name": name, "description": "x", "visibility": visibility}),
        )
        .makes = Some(key.clone());
    let is_secret = is_private && !VIEWERS.contains(&by);
    writer.communities.push(Community {
        key,
        is_private,
        is_secret,
        owner: by,
        members: vec![by],
        requests: Vec::new(),
        is_archived: false,
    });
    Some(())
}

fn join(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (number, community) = writer.living_community()?;
    writer.call(by, false, "POST addMember", &community.key, json!({}));
    if !community.is_private && !community.members.contains(&by) {
        writer.communities[number].members.push(by);
    }
    Some(())
}

/// A membership request is visible to the moderators and its author.
fn request(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (number, community) = writer.living_community()?;
    let is_secret = community.is_secret && !VIEWERS.contains(&by);
    writer.call(
        by,
        is_secret,
        "POST addMemberRequest",
        &community.key,
        json!({}),
    );
    if community.is_private && !community.members.contains(&by) && !community.requests.contains(&by)
    {
        writer.communities[number].requests.push(by);
    }
    Some(())
}

/// A new member is counted where all users see it, so the request and its approval happen in both
/// replays. The owner approves, because the other moderators may be a secret.
fn approve(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let user = writer.any_user();
    if writer.random.percent(20) || !community.is_private {
        // An attempt by a user who is not a moderator, or for a request that does not exist.
        let by = if writer.random.percent(50) {
            community.owner
        } else {
            FAY
        };
        if community.requests.contains(&user) || by == community.owner && community.is_secret {
            return None;
        }
        writer.call(
            by,
            false,
            "POST approveMemberRequest",
            &community.key,
            json!({"userId": PEOPLE[user]}),
        );
        return Some(());
    }
    if community.members.contains(&user) || community.is_secret && VIEWERS.contains(&user) {
        return None;
    }
    writer.call(
        user,
        false,
        "POST addMemberRequest",
        &community.key,
        json!({}),
    );
    writer.call(
        community.owner,
        false,
        "POST approveMemberRequest",
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    writer.communities[number]
        .requests
        .retain(|other| *other != user);
    writer.communities[number].members.push(user);
    Some(())
}

fn reject(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let user = writer
        .random
        .pick(&community.requests)
        .unwrap_or_else(|| writer.any_user());
    let is_secret = community.is_secret && !VIEWERS.contains(&user);
    if !community.requests.contains(&user) {
        if !community.is_private || community.members.contains(&user) {
            return None;
        }
        writer.call(
            user,
            is_secret,
            "POST addMemberRequest",
            &community.key,
            json!({}),
        );
        writer.communities[number].requests.push(user);
    }
    let by = if is_secret {
        writer.random.pick(&community.members)?
    } else {
        community.owner
    };
    writer.call(
        by,
        is_secret,
        "DELETE rejectMemberRequest",
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    if by == community.owner {
        writer.communities[number]
            .requests
            .retain(|other| *other != user);
    }
    Some(())
}

/// Only members see who is a moderator.
fn promote(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (_, community) = writer.community();
    let user = writer.random.pick(&community.members)?;
    let by = if writer.random.percent(80) {
        community.owner
    } else {
        writer.any_user()
    };
    let is_secret = community.is_secret && community.members.contains(&by);
    writer.call(
        by,
        is_secret,
        route,
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    Some(())
}

fn remove_member(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let user = writer
        .random
        .pick(&community.members)
        .filter(|user| *user != community.owner && *user != HAL)?;
    writer.call(
        community.owner,
        false,
        "DELETE removeMember",
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    writer.communities[number]
        .members
        .retain(|other| *other != user);
    Some(())
}

fn leave(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.community();
    let by = writer.any_user();
    // Hal leaves the first community at a set time.
    if by == community.owner || by == HAL && community.members.contains(&by) {
        return None;
    }
    let withdraws = !community.members.contains(&by);
    let is_secret = withdraws && community.is_secret && !VIEWERS.contains(&by);
    writer.call(
        by,
        is_secret,
        "POST leaveCommunity",
        &community.key,
        json!({}),
    );
    writer.communities[number]
        .members
        .retain(|other| *other != by);
    writer.communities[number]
        .requests
        .retain(|other| *other != by);
    Some(())
}

fn hand_over(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let new_owner = writer
        .random
        .pick(&community.members)
        .filter(|new_owner| *new_owner != HAL && !writer.gone.contains(new_owner))?;
    writer.call(
        community.owner,
        false,
        "POST handOverCommunity",
        &community.key,
        json!({"userId": PEOPLE[new_owner]}),
    );
    writer.communities[number].owner = new_owner;
    Some(())
}

fn archive(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (number, community) = writer.community();
    let archives = route == "POST archiveCommunity";
    // Only some communities: little can happen in an archived one.
    if archives && writer.random.percent(60) {
        return None;
    }
    writer.communities[number].is_archived = archives;
    writer.call(community.owner, false, route, &community.key, json!({}));
    Some(())
}

fn write_to_all(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (key, text) = (writer.key('m'), writer.words(None));
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
fn delete_message(writer: &mut Writer) -> Option<()> {
    let (key, by) = write_own(writer)?;
    let body = json!({"messageId": key});
    writer.call(by, false, "DELETE deleteMessage", "", body);
    Some(())
}

/// Changes a message of the global chat; of others the server keeps it as it is.
fn edit_message(writer: &mut Writer) -> Option<()> {
    let (key, by) = write_own(writer)?;
    let body = json!({"messageId": key, "msg": writer.words(None)});
    writer.call(by, false, "PATCH editMessage", "", body);
    Some(())
}

fn read_all(writer: &mut Writer) -> Option<()> {
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
    let (key, text) = (writer.key('d'), writer.words(None));
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
    let text = writer.words(None);
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
fn leave_chat(writer: &mut Writer) -> Option<()> {
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
fn add_participant(writer: &mut Writer) -> Option<()> {
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

fn block(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (by, other) = (writer.any_user(), writer.any_user());
    writer.call(by, false, route, "", json!({"userId": PEOPLE[other]}));
    Some(())
}

/// A game is not secret: users who meet in one may share nothing else.
fn create_game(writer: &mut Writer) -> Option<String> {
    let by = writer.any_user();
    let key = writer.key('g');
    writer
        .call(by, false, "POST create", "", json!({"gameType": "Nim"}))
        .makes = Some(key.clone());
    writer.games.push(key.clone());
    Some(key)
}

fn in_game(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let key = writer.random.pick(&writer.games.clone())?;
    writer.call(by, false, route, "", json!({"gameID": key}));
    Some(())
}

/// Plays a game between two users that ends with the call of `route`.
fn play_game(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (one, other) = (writer.any_user(), writer.any_user());
    let key = create_game(writer)?;
    for by in [one, other] {
        writer.call(by, false, "POST join", "", json!({"gameID": key}));
    }
    if route == "POST rematch" {
        writer.call(one, false, "POST leave", "", json!({"gameID": key}));
    }
    writer.call(other, false, route, "", json!({"gameID": key}));
    Some(())
}

fn report_gamer(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (by, about) = (writer.any_user(), writer.any_user());
    writer.call(
        by,
        false,
        route,
        "",
        json!({"username": PEOPLE[about], "updates": {"wins": 99}}),
    );
    Some(())
}
