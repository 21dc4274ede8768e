//! Turns the content of the demo site into an export file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::content::{Content, LOGIN, Message, Period, Visibility};
use super::random::Random;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::text;
use crate::features::tags;
use crate::features::users::badges::Badge;
use crate::operations::export::{END, FORMAT, HEAD};

pub(super) const MINUTE: i64 = 60_000;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;
/// What is younger has not been seen by the members whom it concerns.
pub(super) const NEWS: i64 = 3 * DAY;
/// Decides who votes, and the minutes of times. Another seed gives a site with the same texts.
const SEED: u64 = 41;

/// Returns an export file. Equal arguments give equal files.
pub fn export(content: &Content, password_hash: &str, now: Timestamp) -> Result<String> {
    let mut records = Records {
        now: now.millis(),
        random: Random::new(SEED),
        ids: BTreeSet::new(),
        members: Vec::new(),
        communities: BTreeMap::new(),
        tags: BTreeMap::new(),
        questions: BTreeMap::new(),
        answers: BTreeMap::new(),
        badges: BTreeMap::new(),
        lines: Vec::new(),
    };
    records.add_members(content, password_hash);
    records.add_communities(content)?;
    records.add_announcement(content)?;
    records.add_tags(content)?;
    let mut questions: Vec<_> = content.questions.iter().collect();
    questions.sort_by_key(|question| Reverse(question.ago));
    for question in questions {
        records.add_question(question)?;
    }
    records.add_watched(content)?;
    records.add_notes(content)?;
    records.add_chats(content)?;
    records.add_reports(content)?;
    records.add_games()?;
    records.add_badges();
    Ok(records.into_export())
}

/// A member, when they joined, and their name.
#[derive(Clone, Copy)]
pub(super) struct Member<'c> {
    pub name: &'c str,
    pub id: Id,
    pub joined: i64,
}

/// A community.
pub(super) struct Community<'c> {
    pub id: Id,
    pub is_private: bool,
    pub members: Vec<Member<'c>>,
}

/// The records so far, and what later ones refer to by name.
pub(super) struct Records<'c> {
    /// In milliseconds since 1970, like all times here.
    pub now: i64,
    pub random: Random,
    /// All ids in use.
    ids: BTreeSet<Id>,
    pub members: Vec<Member<'c>>,
    pub communities: BTreeMap<&'c str, Community<'c>>,
    tags: BTreeMap<&'c str, Id>,
    /// By title.
    pub questions: BTreeMap<&'c str, Id>,
    /// With their authors, by the title of the question and the name of the author.
    pub answers: BTreeMap<(&'c str, &'c str), (Id, Id)>,
    /// When each member earned each badge.
    badges: BTreeMap<(Id, &'static str), i64>,
    lines: Vec<Value>,
}

impl<'c> Records<'c> {
    /// Returns the records as an export file.
    fn into_export(self) -> String {
        let head = json!({"type": HEAD, "format": FORMAT});
        let end = json!({"type": END, "records": self.lines.len()});
        let lines = [head].into_iter().chain(self.lines).chain([end]);
        lines.map(|line| line.to_string() + "\n").collect()
    }

    pub fn add(&mut self, kind: &str, mut record: Value) {
        record["type"] = json!(kind);
        self.lines.push(record);
    }

    /// Returns an unused id with this time.
    pub fn new_id(&mut self, at: i64) -> Id {
        loop {
            let id = Id::at(time(at), self.random.next_u64());
            if self.ids.insert(id) {
                return id;
            }
        }
    }

    /// Returns a time soon after a period has passed, at most an eighth of it. So times look neither round
    /// nor equal.
    pub fn after(&mut self, at: i64, period: Period) -> i64 {
        at + period.millis + self.random.below(period.millis as usize / 8 + 1) as i64
    }

    /// Returns a time after `at` and before now, usually soon after.
    pub fn soon_after(&mut self, at: i64) -> i64 {
        let max = (self.now - at).clamp(2, 30 * DAY);
        at + self.random.log_uniform(1.0, max as f64)
    }

    pub fn is_news(&self, at: i64) -> bool {
        at > self.now - NEWS
    }

    pub fn member(&self, name: &str) -> Result<Member<'c>> {
        let found = self.members.iter().find(|member| member.name == name);
        found.copied().ok_or_else(|| unknown("member", name))
    }

    pub fn community(&self, name: &str) -> Result<&Community<'c>> {
        self.communities
            .get(name)
            .ok_or_else(|| unknown("community", name))
    }

    pub fn question(&self, title: &str) -> Result<Id> {
        self.questions
            .get(title)
            .copied()
            .ok_or_else(|| unknown("question", title))
    }

    fn tag(&self, name: &str) -> Result<Id> {
        self.tags
            .get(name)
            .copied()
            .ok_or_else(|| unknown("tag", name))
    }

    /// Returns who may read what is in a community, or what is in none.
    pub fn readers(&self, community: Option<&str>) -> Result<Vec<Member<'c>>> {
        if let Some(name) = community {
            let community = self.community(name)?;
            if community.is_private {
                return Ok(community.members.clone());
            }
        }
        Ok(self.members.clone())
    }

    /// Notes that a member has earned a badge at this time, unless they have it since an earlier one.
    pub fn earn(&mut self, user: Id, badge: Badge, at: i64) {
        let earned = self.badges.entry((user, badge.word())).or_insert(at);
        *earned = at.min(*earned);
    }

    /// Adds the mentions of a text to those who may read it. Nobody mentions themselves.
    pub fn add_mentions(
        &mut self,
        content: Id,
        author: Id,
        at: i64,
        text: &str,
        readers: &[Member<'c>],
    ) {
        for name in text::mentions(text) {
            let named = readers.iter().find(|reader| reader.name == name);
            if let Some(user) = named.map(|member| member.id).filter(|id| *id != author) {
                let id = self.new_id(at);
                let state = if self.is_news(at) { "new" } else { "seen" };
                let mention = json!({"id": id, "user": user, "content": content, "state": state});
                self.add("mention", mention);
            }
        }
    }

    fn add_members(&mut self, content: &'c Content, password_hash: &str) {
        for member in &content.site.members {
            let joined = self.now - member.joined.millis;
            let id = self.new_id(joined);
            self.members.push(Member {
                name: &member.name,
                id,
                joined,
            });
            self.add(
                "user",
                json!({
                    "id": id, "username": member.name, "biography": member.biography, "role": member.role,
                    "created_at": time(joined), "password_hash": password_hash,
                }),
            );
        }
    }

    fn add_communities(&mut self, content: &'c Content) -> Result<()> {
        for community in &content.site.communities {
            let created = self.now - community.created.millis;
            let id = self.new_id(created);
            let owner = self.member(&community.owner)?;
            let is_private = community.visibility == Visibility::Private;
            let visibility = if is_private { "private" } else { "public" };
            self.add(
                "community",
                json!({
                    "id": id, "name": community.name, "description": community.description,
                    "visibility": visibility, "owner": owner.id, "created_at": time(created),
                }),
            );
            let mut members = vec![owner];
            for name in &community.members {
                members.push(self.member(name)?);
            }
            for (number, member) in members.iter().enumerate() {
                let role = if number == 0 { "moderator" } else { "member" };
                let joined = created.max(member.joined) + number as i64 * 7 * MINUTE;
                self.add(
                    "member",
                    json!({"community": id, "user": member.id, "role": role, "joined_at": time(joined)}),
                );
            }
            for name in &community.requests {
                let user = self.member(name)?;
                let requested = self.soon_after(user.joined.max(self.now - DAY));
                self.add(
                    "member_request",
                    json!({"community": id, "user": user.id, "requested_at": time(requested)}),
                );
            }
            let added = Community {
                id,
                is_private,
                members,
            };
            self.communities.insert(&community.name, added);
        }
        Ok(())
    }

    fn add_announcement(&mut self, content: &Content) -> Result<()> {
        let at = time(self.now - DAY);
        let text = &content.site.announcement;
        let announcement = json!({"text": text, "kind": "info", "postedAt": at});
        let changed_by = self.member(LOGIN)?.id;
        self.add(
            "site_setting",
            json!({"key": "announcement", "value": announcement.to_string(), "changed_at": at, "changed_by": changed_by}),
        );
        Ok(())
    }

    fn add_tags(&mut self, content: &'c Content) -> Result<()> {
        let first = self.now - 364 * DAY;
        for tag in &content.site.tags {
            let id = self.new_id(first);
            let community = match &tag.community {
                Some(name) => Some(self.community(name)?.id),
                None => None,
            };
            let description = tags::first_sentence(&tag.description);
            self.tags.insert(&tag.name, id);
            self.add(
                "tag",
                json!({"id": id, "name": tag.name, "community": community, "description": description}),
            );
            if community.is_none() {
                let author = self.member(tag.by.as_deref().unwrap_or(LOGIN))?;
                let at = self.soon_after(author.joined + DAY);
                let revision = self.new_id(at);
                self.earn(author.id, Badge::Explained, at);
                self.add(
                    "tag_revision",
                    json!({"id": revision, "tag": id, "author": author.id, "created_at": time(at), "text": tag.description}),
                );
            }
        }
        for synonym in &content.site.synonyms {
            let (id, tag) = (self.new_id(first), self.tag(&synonym.tag)?);
            self.add(
                "tag_synonym",
                json!({"id": id, "name": synonym.name, "tag": tag}),
            );
        }
        Ok(())
    }

    /// Adds what members watch. Everything older than the news counts as seen.
    fn add_watched(&mut self, content: &Content) -> Result<()> {
        for watched in &content.site.watched {
            let user = self.member(&watched.by)?.id;
            let mut objects = Vec::new();
            for name in &watched.tags {
                objects.push(("tag", self.tag(name)?, None));
            }
            for name in &watched.communities {
                let community = self.community(name)?;
                let scope = community.is_private.then_some(community.id);
                objects.push(("community", community.id, scope));
            }
            for title in &watched.questions {
                objects.push(("question", self.question(title)?, None));
            }
            let since = self.now - NEWS;
            for (kind, object, scope) in objects {
                self.add(
                    "follow",
                    json!({
                        "user": user, "kind": kind, "object": object, "state": "watching", "community": scope,
                        "since": time(since),
                    }),
                );
            }
            self.add(
                "inbox",
                json!({"user": user, "seen_up_to": Id::at(time(since), 0)}),
            );
        }
        Ok(())
    }

    fn add_notes(&mut self, content: &Content) -> Result<()> {
        let user = self.member(LOGIN)?.id;
        for note in &content.site.notes {
            let question = self.question(&note.question)?;
            self.add(
                "star_note",
                json!({"user": user, "question": question, "note": note.text}),
            );
        }
        Ok(())
    }

    fn add_chats(&mut self, content: &'c Content) -> Result<()> {
        let everyone = self.members.clone();
        self.add_messages(None, &content.site.messages, &everyone)?;
        for chat in &content.site.chats {
            let mut participants = Vec::new();
            for name in &chat.participants {
                participants.push(self.member(name)?);
            }
            let times = chat.messages.iter().enumerate();
            let times = times.map(|(number, message)| self.time_of(number, message));
            let (created, updated) = (times.clone().min(), times.max());
            let [created, updated] = [created, updated].map(|at| at.unwrap_or(self.now));
            let id = self.new_id(created);
            let ids: Vec<Id> = participants.iter().map(|member| member.id).collect();
            self.add(
                "chat",
                json!({"id": id, "participants": ids, "created_at": time(created), "updated_at": time(updated)}),
            );
            self.add_messages(Some(id), &chat.messages, &participants)?;
        }
        Ok(())
    }

    /// Returns the time of a message. Those that were written equally long ago stay in their order.
    fn time_of(&self, number: usize, message: &Message) -> i64 {
        self.now - message.ago.millis + (number as i64 + 1) * 127_000
    }

    /// Adds the messages of a chat. Its readers have read up to their own last message, and all that are
    /// older than a day.
    fn add_messages(
        &mut self,
        chat: Option<Id>,
        messages: &[Message],
        readers: &[Member<'c>],
    ) -> Result<()> {
        let mut read: BTreeMap<Id, Id> = BTreeMap::new();
        for (number, message) in messages.iter().enumerate() {
            let author = self.member(&message.by)?.id;
            let at = self.time_of(number, message);
            let id = self.new_id(at);
            self.add(
                "message",
                json!({"id": id, "chat": chat, "author": author, "text": message.text, "created_at": time(at)}),
            );
            self.add_mentions(id, author, at, &message.text, readers);
            for reader in readers {
                let has_read = reader.id == author || at < self.now - DAY && reader.joined <= at;
                if has_read {
                    read.insert(reader.id, id);
                }
            }
        }
        for (user, message) in read {
            self.add(
                "read",
                json!({"user": user, "chat": chat, "message": message}),
            );
        }
        Ok(())
    }

    fn add_reports(&mut self, content: &Content) -> Result<()> {
        let mut cases = BTreeMap::new();
        for report in &content.site.reports {
            let of = (report.question.as_str(), report.answer_by.as_str());
            let (answer, author) = *self
                .answers
                .get(&of)
                .ok_or_else(|| unknown("answer of", &report.answer_by))?;
            let at = self.now - report.ago.millis;
            let case = match cases.get(&answer) {
                Some(case) => *case,
                None => {
                    let case = self.new_id(at);
                    cases.insert(answer, case);
                    self.add(
                        "case",
                        json!({"id": case, "kind": "answer", "object": answer, "author": author}),
                    );
                    case
                }
            };
            let (id, user) = (self.new_id(at), self.member(&report.by)?.id);
            self.add(
                "flag",
                json!({
                    "id": id, "case": case, "user": user, "reason": report.reason.word(), "text": report.text,
                    "created_at": time(at), "is_open": true, "is_public": true,
                }),
            );
        }
        Ok(())
    }

    fn add_badges(&mut self) {
        for ((user, badge), at) in std::mem::take(&mut self.badges) {
            let id = self.new_id(at);
            self.add("badge", json!({"id": id, "user": user, "badge": badge}));
        }
    }
}

pub(super) fn time(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// The error of a name that the content does not define.
fn unknown(kind: &str, name: &str) -> Error {
    Error::internal(format_args!("the demo content has no {kind} {name:?}"))
}
