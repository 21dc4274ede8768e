//! The worst site that the limits allow, and the words that stand for its objects in calls.

use std::path::Path;
use std::sync::Arc;

use super::routes::Browser;
use super::scale::{Scale, ids};
use super::store;
use stoa::app::demo::random::Random;
use stoa::app::server::Site;
use stoa::core::clock::Clock;
use stoa::core::config::{Config, Reading};
use stoa::core::error::{Error, Result, Sentence};
use stoa::core::id::Id;
use stoa::core::text::limits;
use stoa::features::pictures::files::Media;
use stoa::features::questions::counters;
use stoa::features::search;
use stoa::features::users;

/// The name and the password of the account that everything belongs to.
const HEAVY: &str = "heavy";
pub const PASSWORD: &str = "colonnade at noon";

pub struct World {
    pub site: Arc<Site>,
    /// The browser of the heavy account, which also administers the site.
    pub heavy: Browser,
    scale: Scale,
}

impl World {
    /// Opens a site in `directory` and fills it.
    pub async fn build(directory: &Path, clock: Clock, scale: Scale) -> Result<Self> {
        let mut config = Config::default();
        config.limits.enabled = false;
        config.mail.host = "localhost".to_owned();
        config.mail.from = "stoa@example.org".to_owned();
        config.push.enabled = true;
        config.site.reading = Reading::Everyone;
        let site = Arc::new(Site::open(config, clock, directory)?);
        let mut heavy = Browser::default();
        for name in ["spare", HEAVY] {
            let body = format!(r#"{{"username": "{name}", "password": "{PASSWORD}"}}"#);
            heavy = Browser::default();
            heavy
                .call(&site, "POST", "/user/signup", Some(&body))
                .await?;
        }
        let picture = Media::of(directory).put(b"a picture");
        let picture = picture.map_err(Error::internal)?;
        let db = &site.app.db;
        db.write(move |tx| {
            tx.without_event("the site has no clients yet");
            let user = |name: &str| -> Result<Id> {
                let user = users::store::by_id_or_name(tx, name)?;
                Ok(user.ok_or(Sentence::UserNotFound)?.id)
            };
            store::fill(tx, &scale, user(HEAVY)?, &picture)?;
            store::promote(tx, user("spare")?)?;
            counters::recompute(tx)
        })
        .await?;
        let filled = site.clone();
        tokio::task::spawn_blocking(move || search::finish_rebuild(&filled.app.db))
            .await
            .map_err(Error::internal)??;
        Ok(Self { site, heavy, scale })
    }

    /// Replaces the words in capitals.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
            let (word, after) = rest.split_at(rest.find(|c| !is_capital(c)).unwrap_or(rest.len()));
            match self.value(word) {
                Some(value) => filled += &value,
                None => filled += word,
            }
            let (other, after) = after.split_at(after.find(is_capital).unwrap_or(after.len()));
            filled += other;
            rest = after;
        }
        filled
    }

    /// Returns what a word in capitals stands for: an id, or a text of the largest size.
    fn value(&self, word: &str) -> Option<String> {
        let id = |id: i64| Some(Id::from_i64(id).to_string());
        let text = |characters: usize| Some(store::text(&mut Random::new(1), characters));
        match word {
            "HEAVY" => Some(HEAVY.to_owned()),
            "NOW" => Some(self.site.app.clock.now().to_string()),
            "PASSWORD" => Some(PASSWORD.to_owned()),
            "PRIVATE_COMMUNITY" => id(ids::COMMUNITY),
            "PUBLIC_COMMUNITY" => id(ids::COMMUNITY + 1),
            "NEXT_COMMUNITY" => id(ids::COMMUNITY + 2),
            "REQUESTER" => Some(format!("user{}", self.scale.members)),
            "REJECTED" => Some(format!("user{}", self.scale.members + 1)),
            "QUESTION" => id(ids::QUESTION),
            "PRIVATE_QUESTION" => id(ids::PRIVATE),
            "LAST_QUESTION" => id(ids::QUESTION + self.scale.own as i64 - 1),
            "VISITED_QUESTIONS" => {
                let ids = (0..99).map(|i| Id::from_i64(ids::QUESTION + i).to_string());
                let all: Vec<String> = ids.chain(id(ids::THREAD)).collect();
                Some(all.join(","))
            }
            "THREAD" => id(ids::THREAD),
            "MERGED_QUESTION" => id(ids::MERGED),
            "ANSWER" => id(ids::THREAD + 1),
            "COMMENT" => id(ids::COMMENT),
            "SUGGESTION" => id(ids::SUGGESTION),
            "NOTIFICATION" => id(ids::RESPONSE),
            "CHAT" => id(ids::CHAT),
            "GLOBAL_MESSAGE" => id(ids::MESSAGE),
            "NEXT_MESSAGE" => id(ids::MESSAGE + 1),
            "MESSAGE" => id(ids::MESSAGE + 1_000_000),
            "WAITING_GAME" => id(ids::WAITING_GAME),
            "RUNNING_GAME" => id(ids::RUNNING_GAME),
            "NEXT_GAME" => id(ids::RUNNING_GAME + 1),
            "OVER_GAME" => id(ids::OVER_GAME),
            "PICTURE" => id(ids::PICTURE),
            "NEXT_PICTURE" => id(ids::PICTURE + 1),
            "SESSION" => id(ids::SESSION),
            "INVITATION" => id(ids::INVITATION),
            "NOTICE" => id(ids::NOTICE),
            "MENTIONS" => {
                let nobody = (0..15).map(|i| format!("@nobody{i} "));
                let members = (1..=5).map(|i| format!("@user{i} "));
                Some(nobody.chain(members).collect())
            }
            "TITLE" => text(limits::TITLE - 1),
            "LONG_TEXT" => text(limits::QUESTION_TEXT - 1),
            "LONG_COMMENT" => text(limits::COMMENT_TEXT - 1),
            "LONG_MESSAGE" => text(limits::MESSAGE - 1),
            "LONG_BIOGRAPHY" => text(limits::BIOGRAPHY - 1),
            "LONG_DESCRIPTION" => text(limits::COMMUNITY_DESCRIPTION - 1),
            "LONG_TAG_DESCRIPTION" => text(limits::TAG_DESCRIPTION - 1),
            "TAG_REVISION" => id(ids::TAG_REVISION + self.scale.answers as i64 - 1),
            "REASON" => text(limits::REASON - 1),
            "STAR_NOTE" => text(limits::STAR_NOTE - 1),
            "NOTE" => text(limits::INVITATION_NOTE - 1),
            _ => None,
        }
    }
}
