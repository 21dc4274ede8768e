//! The table of transitions, through the routes: each of its rows happens, and nothing else does.

use std::cell::Cell;

use super::*;
use crate::features::questions::model::RemovalKind;
use crate::features::questions::state::PostState::{self, Deleted, Shown, Withheld};
use crate::features::questions::state::{Action, TABLE};
use crate::features::questions::store::states;
use RemovalKind::{Held, Hidden, Rejected, Removed, Withdrawn};

fn all_states() -> Vec<PostState> {
    let kinds = RemovalKind::WORDS.iter();
    let kinds = kinds.filter_map(|word| RemovalKind::from_word(word).map(Withheld));
    [Shown, Deleted].into_iter().chain(kinds).collect()
}

/// Returns the actions of the table, each once.
fn all_actions() -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    for (_, action, _) in TABLE {
        if !actions.contains(action) {
            actions.push(*action);
        }
    }
    actions
}

/// People who do something with posts of a kind.
struct Stage<'s> {
    site: &'s TestSite,
    kind: &'static str,
    moderator: Person,
    author: Person,
    readers: Vec<Person>,
    /// What answers and comments are on.
    question: String,
    /// Whether new posts wait.
    is_holding: Cell<bool>,
}

impl<'s> Stage<'s> {
    async fn of(site: &'s TestSite, kind: &'static str) -> Self {
        let moderator = site.sign_up("max1").await;
        site.appoint("max1").await;
        let author = site.sign_up("ann").await;
        let mut readers = Vec::new();
        for (number, name) in ["ben", "cem", "dan"].into_iter().enumerate() {
            readers.push(site.sign_up_from(name, [198, 51, number as u8, 7]).await);
        }
        site.sets("hideReported", json!(true)).await;
        let question = moderator.ask("Zebra", "striped", &["animal"]).await;
        Self {
            site,
            kind,
            moderator,
            author,
            readers,
            question,
            is_holding: Cell::new(false),
        }
    }

    async fn post(&self, is_held: bool) -> String {
        if self.is_holding.replace(is_held) != is_held {
            let first = if is_held { "100" } else { "0" };
            self.site.sets("holdFirst", json!(first)).await;
        }
        match self.kind {
            "question" => self.author.ask("Quagga", "extinct", &["fossil"]).await,
            "answer" => self.author.answer(&self.question, "a horse").await,
            _ => {
                self.author
                    .comment("question", &self.question, "why?")
                    .await
            }
        }
    }

    fn own(&self, id: &str) -> Value {
        match self.kind {
            "question" => json!({"qid": id}),
            "answer" => json!({"aid": id}),
            _ => json!({"cid": id}),
        }
    }

    async fn takes(&self, action: Action, id: &str) -> Reply {
        let kind = self.kind;
        let name = format!("{}{}", kind[..1].to_uppercase(), &kind[1..]);
        match action {
            Action::Delete => {
                let path = format!("/{kind}/delete{name}");
                self.author.delete_with(&path, self.own(id)).await
            }
            Action::Undelete => {
                let path = format!("/{kind}/undelete{name}");
                self.author.post(&path, self.own(id)).await
            }
            Action::Edit => {
                let mut body = self.own(id);
                body["title"] = json!("Quagga");
                body["tags"] = json!([{"name": "fossil"}]);
                body["text"] = json!("another text");
                self.author
                    .patch(&format!("/{kind}/edit{name}"), body)
                    .await
            }
            Action::Approve => self.moderator.decides_on(id, "approve").await,
            Action::Reject => self.moderator.decides_on(id, "reject").await,
            Action::Release => self.moderator.decides_on(id, "decline").await,
            Action::Confirm => self.moderator.decides_on(id, "uphold").await,
            Action::Hide => {
                // Otherwise the reports of those who were wrong before would weigh less.
                self.site.sql("UPDATE flags SET is_public = 0");
                for reader in &self.readers[..2] {
                    reader.flag(kind, id, "spam").await;
                }
                self.readers[2].flag(kind, id, "spam").await
            }
            Action::Remove => {
                let body = json!({"id": id, "reason": "because"});
                self.moderator
                    .post("/administration/removePost", body)
                    .await
            }
            Action::Restore => {
                let body = json!({"id": id});
                self.moderator
                    .post("/administration/restorePost", body)
                    .await
            }
            Action::UndoApproval
            | Action::UndoRejection
            | Action::UndoRelease
            | Action::UndoConfirmation => self.moderator.undoes_on(id).await,
        }
    }

    async fn state(&self, id: &str) -> PostState {
        let id = id.parse().expect("an id");
        let found = self
            .site
            .site
            .app
            .db
            .read(move |read| states::find(read, id));
        found.await.expect("a look-up").expect("a post").state
    }

    async fn is_seen_by_others(&self, id: &str) -> bool {
        let shown = match self.kind {
            "question" => id,
            _ => &self.question,
        };
        let path = format!("/question/getQuestionById/{shown}");
        let shown = self.readers[0].get(&path).await;
        shown.status == 200 && shown.text.contains(&format!("\"_id\":\"{id}\""))
    }

    async fn path(&self, actions: &[Action], id: String) -> String {
        for action in actions {
            self.takes(*action, &id).await.ok();
        }
        id
    }

    /// Brings a new post into a state.
    async fn in_state(&self, state: PostState) -> String {
        use Action::{Delete, Hide, Reject, Remove};
        let (is_held, actions): (bool, &[Action]) = match state {
            Shown => (false, &[]),
            Deleted => (false, &[Delete]),
            Withheld(Held) => (true, &[]),
            Withheld(Withdrawn) => (true, &[Delete]),
            Withheld(Rejected) => (true, &[Reject]),
            Withheld(Hidden) => (false, &[Hide]),
            Withheld(Removed) => (false, &[Remove]),
        };
        let id = self.post(is_held).await;
        self.path(actions, id).await
    }

    /// Brings a new post into a state after the decision that an action undoes. `None`: no path leads there while
    /// the decision is not undone.
    async fn decided(&self, undo: Action, state: PostState) -> Option<String> {
        use Action::{Approve, Confirm, Delete, Hide, Reject, Release, Remove, Restore};
        let (is_held, decision, back): (bool, &[Action], &[Action]) = match undo {
            Action::UndoApproval => (true, &[Approve], &[]),
            Action::UndoRejection => (true, &[Reject], &[Restore]),
            Action::UndoRelease => (false, &[Hide, Release], &[]),
            _ => (false, &[Hide, Confirm], &[Restore]),
        };
        let onwards: &[Action] = match (undo, state) {
            (Action::UndoRejection, Withheld(Rejected))
            | (Action::UndoConfirmation, Withheld(Removed)) => {
                let id = self.post(is_held).await;
                return Some(self.path(decision, id).await);
            }
            (_, Shown) => &[],
            (_, Deleted) => &[Delete],
            (_, Withheld(Removed)) => &[Remove],
            // A second report of the same member needs that the first one is decided, which it is.
            (_, Withheld(Hidden)) => &[Hide],
            (_, Withheld(Held | Withdrawn | Rejected)) => return None,
        };
        let id = self.post(is_held).await;
        Some(self.path(&[decision, back, onwards].concat(), id).await)
    }

    /// Tries an action in a state, and expects what the table says.
    async fn expect(&self, state: PostState, action: Action, id: &str) {
        let pair = format!("{action:?} of a {} that is {state:?}", self.kind);
        assert_eq!(self.state(id).await, state, "before {pair}");
        let reply = self.takes(action, id).await;
        let after = self.state(id).await;
        assert_eq!(after, state.after(action).unwrap_or(state), "{pair}");
        let does_nothing = match (action, state) {
            // Changes the text, but not the state.
            (Action::Edit, Shown) => true,
            // Reopens a question that its author closed.
            (Action::Undelete, Shown) => self.kind == "question",
            // The decision is undone, and what was done to the post since stays.
            (Action::UndoConfirmation, Shown | Deleted) => true,
            _ => false,
        };
        let is_possible = state.after(action).is_some() || does_nothing;
        assert_eq!(reply.status == 200, is_possible, "{pair}: {}", reply.text);
        let is_seen = self.is_seen_by_others(id).await;
        assert_eq!(is_seen, after == Shown, "after {pair}");
    }
}

fn is_undo(action: Action) -> bool {
    matches!(
        action,
        Action::UndoApproval
            | Action::UndoRejection
            | Action::UndoRelease
            | Action::UndoConfirmation
    )
}

async fn every_pair(kind: &'static str) {
    let site = TestSite::new();
    let stage = Stage::of(&site, kind).await;
    let mut tried = Vec::new();
    for action in all_actions() {
        for state in all_states() {
            if !is_undo(action) {
                let id = stage.in_state(state).await;
                stage.expect(state, action, &id).await;
            } else if let Some(id) = stage.decided(action, state).await {
                stage.expect(state, action, &id).await;
            } else {
                assert_eq!(state.after(action), None);
                continue;
            }
            tried.push((state, action));
        }
    }
    for (from, action, _) in TABLE {
        assert!(tried.contains(&(*from, *action)), "{action:?}");
    }
    site.expect_sound().await;
}

#[tokio::test]
async fn questions_change_their_states_as_the_table_says() {
    every_pair("question").await;
}

#[tokio::test]
async fn answers_change_their_states_as_the_table_says() {
    every_pair("answer").await;
}

#[tokio::test]
async fn comments_change_their_states_as_the_table_says() {
    every_pair("comment").await;
}
