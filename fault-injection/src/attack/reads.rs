//! The heaviest reads of one account, over as many connections as a browser would never open.

use rand::RngExt;
use serde_json::json;
use tokio::task::JoinSet;

use super::attacker::{Target, get, send};
use super::fixture::{LONGEST_TEXT, new_words};
use crate::error::Result;

/// Connections for each kind of read.
const CONNECTIONS: usize = 3;

pub async fn attack(target: Target) -> Result<()> {
    let reader = target.log_in("heavy").await?;
    let fixture = target.fixture.clone();
    let mut attack = JoinSet::new();
    for _ in 0..CONNECTIONS {
        reader.repeat(&mut attack, "deep", |_| {
            let cursor = 100 * rand::rng().random_range(0..200);
            get(format!(
                "/question/getQuestion?limit=100&search=common+words&order=relevance&cursor={cursor}"
            ))
        });
        reader.repeat(&mut attack, "search", |_| {
            let words = new_words(500).replace(' ', "+");
            get(format!(
                "/question/getQuestion?limit=100&search=common+words+{words}"
            ))
        });
        reader.repeat(&mut attack, "similar", |_| {
            let draft = json!({"title": "common words", "text": new_words(LONGEST_TEXT), "tags": ["attack"]});
            send("POST", "/question/getSimilarQuestions", draft)
        });
        reader.repeat(&mut attack, "data", |_| get("/user/getData"));
        reader.repeat(&mut attack, "contributions", |_| {
            get("/contributions/getContributions?userID=heavy")
        });
        reader.repeat(&mut attack, "pages", |_| {
            get("/question/getQuestion?limit=100&order=mostViewed")
        });
        reader.repeat(&mut attack, "tag", |_| {
            get("/question/getQuestion?limit=100&search=[attack]&order=active")
        });
        let fixture_of_threads = fixture.clone();
        reader.repeat(&mut attack, "thread", move |number| {
            let threads = &fixture_of_threads.threads;
            let thread = &threads[number % threads.len()];
            get(format!("/question/getQuestionById/{thread}"))
        });
        let thread = fixture.threads[0].clone();
        reader.repeat(&mut attack, "history", move |_| {
            get(format!("/post/getRevisions/{thread}?limit=100"))
        });
        let community = fixture.community.clone();
        reader.repeat(&mut attack, "community", move |_| {
            get(format!("/community/getCommunity/{community}"))
        });
    }
    attack.join_all().await;
    Ok(())
}
