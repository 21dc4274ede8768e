//! Asking, answering and commenting.
//!
//! Each returns what the actor has already posted with the same nonce, if there is something, and rejects another
//! text with this nonce with 409. New content appears, or waits for approval ([`holding`]).

use super::access::{CanRespond, ReadablePost};
use super::counters::{self, Affected};
use super::holding;
use super::model::{Answer, Comment, NewQuestion, PostKind, Question};
use super::moderation::protection;
use super::store::{self, content, states};
use super::{publishing, state};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::{CanPost, Scope};
use crate::features::search;
use crate::features::trust::{self, NewText, Posted};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// Asks a question in a community or outside of any. Rejects a tag with a blocked word with 400: tags wait for no
/// approval. Rejects a bot of another community with 403.
pub fn ask(
    tx: &mut Write<'_>,
    me: &Me,
    new: &NewQuestion,
    community: Option<&CanPost>,
    nonce: Option<&str>,
) -> Result<Question> {
    if let Some(existing) = store::posts::by_nonce(tx, me, None, nonce)? {
        if !states::is_held(tx, existing)? {
            // It may be deleted by now, or in a community that the actor has left.
            ReadablePost::find(tx, me, existing)?;
        }
        check_same(tx, existing, &new.title, &new.text)?;
        return store::load::question(tx, existing);
    }
    me.check_community(community.map(CanPost::community))?;
    trust::spam::check_allowed(tx, me, &new.tags.join(" "))?;
    let draft = Draft {
        kind: PostKind::Question,
        posted: Posted::Question,
        on: None,
        community: community.map(CanPost::community),
        scope: community.map_or(Scope::Everyone, CanPost::scope),
        new: new.to_remember(None),
    };
    let id = post(tx, me, &draft, |tx, is_held| {
        store::posts::insert_question(tx, me, new, community, nonce, is_held)
    })?;
    store::load::question(tx, id)
}

/// Answers a question. Rejects an answer to a closed or a locked question with 409, and one of a new member to a
/// protected question.
pub fn answer(
    tx: &mut Write<'_>,
    me: &Me,
    to: &ReadablePost,
    text: &str,
    nonce: Option<&str>,
) -> Result<Answer> {
    if let Some(existing) = store::posts::by_nonce(tx, me, Some(to), nonce)? {
        if !states::is_held(tx, existing)? {
            ReadablePost::find_answer(tx, me, existing)?;
        }
        check_same(tx, existing, "", text)?;
        return store::load::answer(tx, existing);
    }
    if store::posts::is_closed(tx, to.question())? {
        return Err(Sentence::QuestionClosed.into());
    }
    let allowed = CanRespond::find(tx, me, to)?;
    protection::check(tx, me, to)?;
    let draft = Draft::on(tx, PostKind::Answer, Posted::Answer, to, text)?;
    let id = post(tx, me, &draft, |tx, is_held| {
        store::posts::insert_answer(tx, me, &allowed, text, nonce, is_held)
    })?;
    store::load::answer(tx, id)
}

/// Comments on a question or an answer. Rejects a comment in a locked question with 409.
pub fn comment(
    tx: &mut Write<'_>,
    me: &Me,
    on: &ReadablePost,
    text: &str,
    nonce: Option<&str>,
) -> Result<Comment> {
    if let Some(existing) = store::posts::comment_by_nonce(tx, me, on, nonce)? {
        check_same(tx, existing, "", text)?;
        return store::load::comment(tx, existing);
    }
    let allowed = CanRespond::find(tx, me, on)?;
    let draft = Draft::on(tx, PostKind::Comment, Posted::Comment, on, text)?;
    let id = post(tx, me, &draft, |tx, is_held| {
        store::posts::insert_comment(tx, me, &allowed, text, nonce, is_held)
    })?;
    store::load::comment(tx, id)
}

/// Rejects another text than the one that was first posted with a nonce. Accepts all if that is purged.
fn check_same(read: &Read<'_>, post: Id, title: &str, text: &str) -> Result<()> {
    match store::posts::first_text(read, post)? {
        Some(first) if first != (title.to_owned(), text.to_owned()) => {
            Err(Sentence::NonceUsed.into())
        }
        _ => Ok(()),
    }
}

/// Content that is about to be posted.
struct Draft<'d> {
    kind: PostKind,
    posted: Posted,
    /// What an answer or a comment is on.
    on: Option<&'d ReadablePost>,
    community: Option<Id>,
    scope: Scope,
    new: NewText<'d>,
}

impl<'d> Draft<'d> {
    fn on(
        read: &Read<'_>,
        kind: PostKind,
        posted: Posted,
        on: &'d ReadablePost,
        text: &'d str,
    ) -> Result<Self> {
        Ok(Self {
            kind,
            posted,
            on: Some(on),
            community: content::community(read, on.question())?,
            scope: on.scope(),
            new: NewText::on(on.question(), text),
        })
    }
}

/// Stores new content, and publishes it or lets it wait. Returns its id.
fn post(
    tx: &mut Write<'_>,
    me: &Me,
    draft: &Draft<'_>,
    insert: impl FnOnce(&Write<'_>, bool) -> Result<Id>,
) -> Result<Id> {
    let (kind, text) = (draft.kind, draft.new.text);
    trust::limits::check_text(tx, me, draft.posted, text)?;
    let reasons = holding::reasons(tx, me, draft.community, &draft.new)?;
    let id = match (draft.on, &reasons) {
        (Some(to), None) if kind == PostKind::Answer => {
            counters::track_change(tx, to.question(), Affected::None, |tx| insert(tx, false))?
        }
        (_, reasons) => insert(tx, reasons.is_some())?,
    };
    let question = draft.on.map_or(id, ReadablePost::question);
    trust::remember(
        tx,
        me,
        id,
        draft.scope.is_public(),
        &draft.new,
        reasons.is_some(),
    )?;
    publishing::show_pictures(tx, me, kind, question, id, text)?;
    if let Some(reasons) = &reasons {
        state::hold(tx, me, kind, id, draft.community, reasons)?;
        return Ok(id);
    }
    match kind {
        PostKind::Question => counters::add_question(tx, id)?,
        PostKind::Answer => search::index(tx, id)?,
        PostKind::Comment => {}
    }
    match draft.on {
        Some(on) => publishing::publish(tx, me, kind, on, id, text)?,
        None => publishing::publish(tx, me, kind, &ReadablePost::find(tx, me, id)?, id, text)?,
    }
    Ok(id)
}
