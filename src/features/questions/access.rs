//! Proofs of what an actor may read, answer, edit and moderate. [`Transition`](super::state::Transition) is the proof
//! of what they may delete, restore, remove and decide.
//!
//! Only the look-ups of this module create them. Store functions that change something take the
//! proof that the change needs.

use std::collections::BTreeSet;

use super::model::PostKind;
use super::store;
use super::store::content::ContentRecord;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::{CanPost, Scope};
use crate::features::users::{Me, PublicReader, SiteModerator, Viewer};
use crate::platform::db::Read;
use crate::platform::settings;

/// The largest number of questions that one call names.
const MAX_NAMED: usize = 100;

/// Parses ids of questions, separated by commas: in their order, each once.
pub fn parse_ids(text: &str) -> Result<Vec<Id>> {
    let ids: BTreeSet<Id> = text
        .split(',')
        .take(MAX_NAMED + 1)
        .map(Id::parse_or_unknown)
        .collect();
    if ids.len() > MAX_NAMED {
        return Err(Sentence::QuestionsTooMany.into());
    }
    Ok(ids.into_iter().collect())
}

/// Proof that the actor may read a question or one of its answers, and may therefore answer it,
/// comment and vote on it. Hidden posts look like absent ones.
pub struct ReadablePost {
    post: Id,
    question: Id,
    scope: Scope,
}

impl ReadablePost {
    /// Finds a question. Rejects it with [`Sentence::QuestionNotFound`] if it is absent or hidden.
    pub fn find(read: &Read<'_>, viewer: &Viewer, question: Id) -> Result<Self> {
        let scope = store::content::visible_scope(read, viewer.id(), question)?
            .ok_or(Sentence::QuestionNotFound)?;
        Ok(Self {
            post: question,
            question,
            scope,
        })
    }

    /// Finds a question for a reader of public pages. Rejects it with [`Sentence::QuestionGone`] if nobody in particular
    /// reads and everyone could read it until it was deleted, hidden or removed, and with
    /// [`Sentence::QuestionNotFound`] if it is absent or was never public.
    pub fn find_public(read: &Read<'_>, viewer: &PublicReader, question: Id) -> Result<Self> {
        let found = Self::find(read, viewer, question);
        let is_missing = matches!(found, Err(Error::Code(Sentence::QuestionNotFound)));
        let is_nobody = matches!(viewer, PublicReader::Nobody(_));
        if is_missing && is_nobody && Self::was_public(read, question)? {
            return Err(Sentence::QuestionGone.into());
        }
        found
    }

    /// Returns whether everyone could read a question until it was deleted, hidden or removed.
    fn was_public(read: &Read<'_>, question: Id) -> Result<bool> {
        let Some(gone_at) = store::states::gone_at(read, question)? else {
            return Ok(false);
        };
        let since = settings::store::public_since(read)?;
        Ok(since.is_some_and(|since| since <= gone_at))
    }

    /// Finds an answer. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden.
    pub fn find_answer(read: &Read<'_>, me: &Me, answer: Id) -> Result<Self> {
        let record = store::content::find(read, me, answer)?
            .filter(|record| record.kind == PostKind::Answer)
            .ok_or(Sentence::PostNotFound)?;
        Ok(Self::target_of(&record))
    }

    /// Finds a question or an answer. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden.
    pub fn find_post(read: &Read<'_>, viewer: &Viewer, post: Id) -> Result<Self> {
        let record = store::content::find(read, viewer, post)?
            .filter(|record| record.kind != PostKind::Comment)
            .ok_or(Sentence::PostNotFound)?;
        Ok(Self::target_of(&record))
    }

    /// Returns the question or answer that the content is, or that it comments on.
    pub(super) fn target_of(record: &ContentRecord) -> Self {
        Self {
            post: record.post,
            question: record.question,
            scope: record.scope,
        }
    }

    /// Returns the id of the question or answer.
    pub fn post(&self) -> Id {
        self.post
    }

    /// Returns the id of the question that the post is or belongs to.
    pub fn question(&self) -> Id {
        self.question
    }

    /// Returns who may read the question.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns whether the post is a question.
    pub fn is_question(&self) -> bool {
        self.post == self.question
    }
}

fn not_found(kind: PostKind) -> Sentence {
    match kind {
        PostKind::Question => Sentence::QuestionNotFound,
        PostKind::Answer | PostKind::Comment => Sentence::PostNotFound,
    }
}

/// Proof that the actor wrote a question, an answer or a comment and may still read it. Editing
/// needs it.
pub struct OwnPost {
    id: Id,
    target: ReadablePost,
}

impl OwnPost {
    /// Finds content by its author. Rejects it with 404 if it is absent or hidden, and with
    /// [`Sentence::NotYourPost`] if another user wrote it.
    pub fn find(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Self> {
        Self::find_or(read, me, kind, id, Sentence::NotYourPost)
    }

    /// Finds a question whose accepted answer the actor may choose. Rejects it with
    /// [`Sentence::NotTheAsker`] if another user asked it.
    pub fn find_as_asker(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let kind = PostKind::Question;
        Self::find_or(read, me, kind, question, Sentence::NotTheAsker)
    }

    fn find_or(
        read: &Read<'_>,
        me: &Me,
        kind: PostKind,
        id: Id,
        not_author: Sentence,
    ) -> Result<Self> {
        let record = store::content::find(read, me, id)?
            .filter(|record| record.kind == kind)
            .ok_or(not_found(kind))?;
        if record.author != me.id() {
            return Err(not_author.into());
        }
        Ok(Self {
            id,
            target: ReadablePost::target_of(&record),
        })
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }
}

/// Proof that the actor may purge earlier versions of a question, an answer or a comment that they
/// may read: as its author, as a moderator of its community, or as an administrator.
pub struct PurgeablePost {
    kind: PostKind,
    id: Id,
    target: ReadablePost,
    purged_by: Id,
    is_own: bool,
}

impl PurgeablePost {
    /// Finds content. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden, and with
    /// [`Sentence::NotYourPost`] if the actor may not purge its versions.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = store::content::find(read, me, id)?.ok_or(Sentence::PostNotFound)?;
        if !Self::is_allowed(read, me, &record)? {
            return Err(Sentence::NotYourPost.into());
        }
        Ok(Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(&record),
            purged_by: me.id(),
            is_own: record.author == me.id(),
        })
    }

    /// Returns whether the actor may purge earlier versions of content that they may read.
    pub fn is_allowed(read: &Read<'_>, me: &Me, record: &ContentRecord) -> Result<bool> {
        Ok(record.author == me.id()
            || me.is_administrator()
            || store::content::moderated_community(read, me, record.question)?.is_some())
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }

    /// Returns the id of the actor.
    pub fn purged_by(&self) -> Id {
        self.purged_by
    }

    /// Returns whether the actor wrote it.
    pub fn is_own(&self) -> bool {
        self.is_own
    }
}

/// Proof that the actor may read a question, an answer or a comment, and moderates it: as a moderator of
/// the site, or of its community.
pub struct ModeratedPost {
    kind: PostKind,
    id: Id,
    author: Id,
    target: ReadablePost,
    community: Option<Id>,
    is_community_moderator: bool,
}

impl ModeratedPost {
    /// Finds content of any author. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden,
    /// and with [`Sentence::ModeratorsOnly`] if the actor does not moderate it.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = store::content::find(read, me, id)?.ok_or(Sentence::PostNotFound)?;
        let moderated = store::content::moderated_community(read, me, record.question)?;
        if moderated.is_none() && SiteModerator::find(me).is_none() {
            return Err(Sentence::ModeratorsOnly.into());
        }
        Ok(Self {
            kind: record.kind,
            id,
            author: record.author,
            target: ReadablePost::target_of(&record),
            community: store::content::community(read, record.question)?,
            is_community_moderator: moderated.is_some(),
        })
    }

    /// Finds a question. Rejects anything else with [`Sentence::QuestionNotFound`].
    pub fn find_question(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        // A hidden question and an id of something else get the same answer.
        ReadablePost::find(read, me, id)?;
        Self::find(read, me, id)
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns who wrote it.
    pub fn author(&self) -> Id {
        self.author
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }

    /// Returns the community of the question, if it has one.
    pub fn community(&self) -> Option<Id> {
        self.community
    }

    /// Returns whether the actor moderates that community.
    pub fn is_community_moderator(&self) -> bool {
        self.is_community_moderator
    }

    /// Returns whether the actor decides about the place of the question: as a moderator of its community,
    /// or of the site if everybody may read it.
    pub fn is_place_moderated(&self) -> bool {
        self.is_community_moderator || self.target.scope().is_public()
    }
}

/// Proof that the actor may read an answer that is a wiki and that another member wrote.
pub struct WikiAnswer {
    author: Id,
    target: ReadablePost,
}

impl WikiAnswer {
    /// Finds an answer. Returns nothing for anything else.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<Self>> {
        let record = store::content::find(read, me, id)?
            .filter(|record| record.kind == PostKind::Answer && record.author != me.id());
        match record {
            Some(record) if store::content::is_wiki(read, id)? => Ok(Some(Self {
                author: record.author,
                target: ReadablePost::target_of(&record),
            })),
            _ => Ok(None),
        }
    }
}

/// Proof that the actor may edit a question, an answer or a comment: as its author or because it is a wiki, unless the
/// question is locked, as a moderator, or by accepting a suggested edit.
pub struct EditablePost<'p> {
    id: Id,
    target: &'p ReadablePost,
    /// The author, if they do not write the new version.
    other_author: Option<Id>,
    /// Whether the new version is checked like a new text.
    is_checked: bool,
}

impl<'p> EditablePost<'p> {
    /// Lets authors edit their own content. Rejects what is in a locked question with
    /// [`Sentence::QuestionLocked`].
    pub fn from_own(read: &Read<'_>, me: &Me, own: &'p OwnPost) -> Result<Self> {
        CanRespond::find(read, me, own.target())?;
        Ok(Self {
            id: own.id(),
            target: own.target(),
            other_author: None,
            is_checked: true,
        })
    }

    /// Lets every member edit a wiki. Rejects what is in a locked question with [`Sentence::QuestionLocked`].
    pub fn from_wiki(read: &Read<'_>, me: &Me, wiki: &'p WikiAnswer) -> Result<Self> {
        CanRespond::find(read, me, &wiki.target)?;
        Ok(Self {
            id: wiki.target.post(),
            target: &wiki.target,
            other_author: Some(wiki.author),
            is_checked: true,
        })
    }

    /// Lets moderators edit content of any author.
    pub fn from_moderated(me: &Me, post: &'p ModeratedPost) -> Self {
        Self {
            id: post.id,
            target: &post.target,
            other_author: (post.author != me.id()).then_some(post.author),
            is_checked: post.author == me.id(),
        }
    }

    /// Lets who decides about suggested edits accept one. Rejects what is in a locked question with
    /// [`Sentence::QuestionLocked`].
    pub fn from_decider(read: &Read<'_>, me: &Me, decider: &'p EditDecider) -> Result<Self> {
        CanRespond::find(read, me, &decider.target)?;
        Ok(Self {
            id: decider.target.post(),
            target: &decider.target,
            other_author: Some(decider.author),
            is_checked: false,
        })
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        self.target
    }

    /// Returns whether the new version is checked like a new text.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Returns the author, if they do not write the new version.
    pub fn other_author(&self) -> Option<Id> {
        self.other_author
    }
}

/// Proof that the actor may suggest an edit of a question or an answer: they may read it and comment on it, and may not edit
/// it themselves.
pub struct CanSuggestEdit {
    kind: PostKind,
    author: Id,
    target: ReadablePost,
}

impl CanSuggestEdit {
    /// Finds a question or an answer. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden, with
    /// [`Sentence::SuggestedEditUnneeded`] if the actor may edit it, and with [`Sentence::QuestionLocked`] if its question is
    /// locked.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = find_record(read, me, id)?;
        if EditDecider::of(read, me, &record)?.is_some() || store::content::is_wiki(read, id)? {
            return Err(Sentence::SuggestedEditUnneeded.into());
        }
        let target = ReadablePost::target_of(&record);
        CanRespond::find(read, me, &target)?;
        Ok(Self {
            kind: record.kind,
            author: record.author,
            target,
        })
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns who wrote the post.
    pub fn author(&self) -> Id {
        self.author
    }

    /// Returns the question or answer.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }
}

/// Finds a question or an answer that the actor may read.
fn find_record(read: &Read<'_>, me: &Me, id: Id) -> Result<ContentRecord> {
    store::content::find(read, me, id)?
        .filter(|record| record.kind != PostKind::Comment)
        .ok_or(Sentence::PostNotFound.into())
}

/// Proof that the actor decides about the suggested edits of a question or an answer that they may read: as its author or as
/// a moderator.
pub struct EditDecider {
    author: Id,
    target: ReadablePost,
    /// The post, if the actor decides as a moderator.
    moderated: Option<ModeratedPost>,
}

impl EditDecider {
    /// Finds a question or an answer. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden. Returns nothing if
    /// the actor does not decide.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<Self>> {
        Self::of(read, me, &find_record(read, me, id)?)
    }

    fn of(read: &Read<'_>, me: &Me, record: &ContentRecord) -> Result<Option<Self>> {
        let moderated = if record.author == me.id() {
            None
        } else {
            match ModeratedPost::find(read, me, record.post) {
                Ok(post) => Some(post),
                Err(Error::Code(Sentence::ModeratorsOnly)) => return Ok(None),
                Err(error) => return Err(error),
            }
        };
        Ok(Some(Self {
            author: record.author,
            target: ReadablePost::target_of(record),
            moderated,
        }))
    }

    /// Returns who wrote the post.
    pub fn author(&self) -> Id {
        self.author
    }

    /// Returns the question or answer.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }

    /// Returns the post if the actor decides as a moderator.
    pub fn moderated(&self) -> Option<&ModeratedPost> {
        self.moderated.as_ref()
    }
}

/// Proof that the actor may answer a question, and comment and vote on what is in it: they may read it,
/// and it is not locked or they moderate it.
pub struct CanRespond<'p> {
    on: &'p ReadablePost,
}

impl<'p> CanRespond<'p> {
    /// Rejects what is in a locked question with [`Sentence::QuestionLocked`], and a bot of another community with
    /// [`Sentence::BotElsewhere`]. A bot of a community must be a member of it.
    pub fn find(read: &Read<'_>, me: &Me, on: &'p ReadablePost) -> Result<Self> {
        me.check_community(store::content::community(read, on.question())?)?;
        if let Some(own) = me.own_community() {
            CanPost::find(read, me, own)?;
        }
        if store::moderation::lookup::is_locked(read, on.question())?
            && SiteModerator::find(me).is_none()
            && store::content::moderated_community(read, me, on.question())?.is_none()
        {
            return Err(Sentence::QuestionLocked.into());
        }
        Ok(Self { on })
    }

    /// Returns the question or answer.
    pub fn on(&self) -> &ReadablePost {
        self.on
    }
}
