//! Steps about questions, answers and comments.

use serde_json::{Value, json};

use super::super::{Act, FAY, Kind, Post, ROOT, TAGS, VIEWERS, Writer};

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
    let mut body = writer.question(by, community);
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
        writer.text(by, question.community),
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
        writer.text(by, post.community),
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
pub fn vote(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, kind, false)?;
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", named(kind, &post.key));
    Some(())
}

pub fn delete(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
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
pub fn undelete(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
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

pub fn unaccept(writer: &mut Writer) -> Option<()> {
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

pub fn named(kind: Kind, key: &str) -> Value {
    match kind {
        Kind::Question => json!({"qid": key}),
        Kind::Answer => json!({"aid": key}),
        Kind::Comment => json!({"cid": key}),
    }
}

pub fn accept(writer: &mut Writer) -> Option<()> {
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

pub fn edit(writer: &mut Writer, route: &'static str, kind: Kind) -> Option<()> {
    let reader = writer.any_user();
    let post = writer.post(reader, kind, false)?;
    let by = if writer.random.percent(85) {
        post.author
    } else {
        reader
    };
    if writer.gone.contains(&by) {
        return None;
    }
    let mut body = named(kind, &post.key);
    body["text"] = json!(writer.text(by, post.community));
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, route, "", body);
    Some(())
}

/// Edits an answer and purges its version from before.
pub fn purge(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, true)?;
    let is_secret = writer.is_secret(by, post.community);
    let text = writer.text(by, post.community);
    let edit = json!({"aid": post.key, "text": text});
    writer.call(by, is_secret, "PATCH editAnswer", "", edit);
    let version = json!({"id": post.key, "revisionId": "§revision§"});
    writer.call(by, is_secret, "DELETE purgeRevision", &post.key, version);
    Some(())
}

/// Makes an answer a wiki, which another member may then edit.
pub fn make_wiki(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, true)?;
    let is_secret = writer.is_secret(by, post.community);
    let body = json!({"aid": post.key, "wiki": true});
    writer.call(by, is_secret, "PATCH setWiki", "", body);
    edit(writer, "PATCH editAnswer", Kind::Answer)
}

/// Suggests an edit of an answer, which its author may then decide about, or its member withdraw.
pub fn suggest(writer: &mut Writer, then: Option<&'static str>) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, false)?;
    let is_secret = writer.is_secret(by, post.community);
    let text = writer.text(by, post.community);
    let edit = json!({"id": post.key, "revisionId": "§version§", "text": text, "reason": writer.words(post.community)});
    writer.call(by, is_secret, "POST suggestEdit", &post.key, edit);
    let route = then?;
    let by = if route == "POST decideSuggestedEdit" {
        post.author
    } else {
        by
    };
    if writer.gone.contains(&by) {
        return None;
    }
    let is_secret = writer.is_secret(by, post.community);
    let accepted = writer.random.percent(60);
    let note = writer.words(post.community);
    let body = json!({"id": "§suggestion§", "accepted": accepted, "revisionId": "§version§", "note": note});
    writer.call(by, is_secret, route, &post.key, body);
    Some(())
}

/// Describes a tag, changes its description and purges an earlier version.
pub fn describe(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let tag = writer.random.pick(&TAGS)?;
    for base in [Value::Null, json!("§base§")] {
        let body = json!({"name": tag, "text": writer.text(by, None), "base": base});
        writer.call(by, false, "PATCH editTagDescription", tag, body);
    }
    let version = json!({"name": tag, "revisionId": "§revision§"});
    writer.call(by, false, "DELETE purgeTagRevision", tag, version);
    Some(())
}

/// Makes a tag a synonym of another, and may remove it. The administrator does not know which tags
/// questions have.
pub fn synonym(writer: &mut Writer, is_removed: bool) -> Option<()> {
    let [main, name] = [writer.random.pick(&TAGS)?, writer.random.pick(&TAGS)?];
    let body = json!({"name": main, "synonym": name});
    writer.call(ROOT, false, "POST addTagSynonym", "", body.clone());
    if is_removed {
        writer.call(ROOT, false, "DELETE removeTagSynonym", "", body);
    }
    Some(())
}

/// Renames a tag. The administrator does not know which tags questions have.
pub fn rename_tag(writer: &mut Writer) -> Option<()> {
    let [name, new_name] = [writer.random.pick(&TAGS)?, writer.random.pick(&TAGS)?];
    let body = json!({"name": name, "newName": new_name});
    writer.call(ROOT, false, "PATCH renameTag", "", body);
    Some(())
}

/// Deletes a tag, and may restore it.
pub fn delete_tag(writer: &mut Writer, is_restored: bool) -> Option<()> {
    let body = json!({"name": writer.random.pick(&TAGS)?});
    writer.call(ROOT, false, "DELETE deleteTag", "", body.clone());
    if is_restored {
        writer.call(ROOT, false, "POST restoreTag", "", body);
    }
    Some(())
}

/// Removes a post in a community, mostly as its owner, and restores it. Moderators other than the owner
/// may be a secret; of a secret community so is what they remove, but authors see in their own data
/// what became of their posts.
pub fn remove(writer: &mut Writer, is_restored: bool) -> Option<()> {
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

pub fn edit_question(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Question, true)?;
    let mut body = writer.question(by, post.community);
    body["qid"] = json!(post.key);
    let is_secret = writer.is_secret(by, post.community);
    writer.call(by, is_secret, "PATCH editQuestion", "", body);
    Some(())
}

pub fn link_any(writer: &mut Writer) -> Option<()> {
    link(writer, "POST addDuplicate")
}

/// A link is secret if one of its ends is, because only readers of both ends see it.
pub fn link(writer: &mut Writer, route: &'static str) -> Option<()> {
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

pub fn view(writer: &mut Writer) -> Option<()> {
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

/// Looks for questions that are similar to a draft.
pub fn compare(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let draft =
        json!({"title": writer.words(None), "tags": ["common"], "text": writer.words(None)});
    writer.call(by, false, "POST getSimilarQuestions", "", draft);
    Some(())
}
