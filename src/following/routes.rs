//! The routes of following.

use std::collections::BTreeSet;

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::News;
use super::store::visits;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::questions::access::ReadablePost;
use crate::users::Me;
use crate::web::{Body, Json, Limit, Query, Routes};

/// The largest number of questions whose news one call returns.
const MAX_QUESTIONS: usize = 100;

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get(
            "/following/getNews",
            "Return what is new in those of up to 100 questions that the caller has visited and may read",
            news,
        )
        .limit(Limit::Visit)
        .patch(
            "/following/markSeen",
            "Record that the caller has seen a question and its answers; never goes back",
            mark_seen,
        );
}

#[derive(Deserialize, IntoParams)]
struct NewsQuery {
    /// The ids of questions, separated by commas. Others are left out.
    ids: String,
}

fn news(read: &Read<'_>, me: &Me, Query(query): Query<NewsQuery>) -> Result<Json<Vec<News>>> {
    let ids: BTreeSet<Id> = query
        .ids
        .split(',')
        .take(MAX_QUESTIONS + 1)
        .map(Id::parse_or_unknown)
        .collect();
    if ids.len() > MAX_QUESTIONS {
        return Err(Sentence::QuestionsTooMany.into());
    }
    let ids: Vec<Id> = ids.into_iter().collect();
    visits::news(read, me, &ids).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Seen {
    qid: Id,
    /// The newest answer that the caller has seen, or the question itself if they have seen none.
    /// Without it, all answers.
    up_to: Option<Id>,
}

fn mark_seen(tx: &mut Write<'_>, me: &Me, Body(seen): Body<Seen>) -> Result<Json<News>> {
    let question = ReadablePost::find(tx, me, seen.qid)?;
    visits::record(tx, me, &question, seen.up_to)?;
    tx.without_event("visits are private");
    let news = visits::news(tx, me, &[seen.qid])?.into_iter().next();
    news.map(Json).ok_or(Sentence::QuestionNotFound.into())
}
