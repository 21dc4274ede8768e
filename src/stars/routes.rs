//! The calls about stars.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{StarReply, store};
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::questions::access::Readable;
use crate::questions::routes::{Shown, shown};
use crate::users::Me;
use crate::web::{Body, Claim, Json, Limit, Paging, Path, Query, Routes, schemas};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get("/star/getStars", "The questions that one has starred, the last starred first", list)
        .get("/star/getStar/{qid}", "Whether one has starred a question", of_question)
        .limit(Limit::Vote)
        .refuse_strangers(Sentence::NotSignedInToStar)
        .post("/star/addStar", "Star a question", add)
        .refuse_strangers(Sentence::NotSignedInToUnstar)
        .delete("/star/removeStar", "Take one's star back", remove);
}

#[derive(Deserialize, IntoParams)]
struct StarsQuery {
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: Claim,
    /// card: counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

fn list(read: &Read<'_>, me: &Me, (Query(query), paging): (Query<StarsQuery>, Paging)) -> Result<Shown> {
    shown(read, me, store::list(read, me, &paging)?, &query.view)
}

fn of_question(read: &Read<'_>, me: &Me, Path(qid): Path<Id>) -> Result<Json<StarReply>> {
    let starred = store::exists(read, me, &Readable::find(read, me, qid)?)?;
    Ok(Json(StarReply { qid, starred }))
}

#[derive(Deserialize, ToSchema)]
struct Star {
    qid: Id,
    #[serde(default, rename = "username")]
    _username: Claim,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(star): Body<Star>) -> Result<Json<StarReply>> {
    store::insert(tx, me, &Readable::find(tx, me, star.qid)?)?;
    tx.quietly(NOBODY_IS_TOLD);
    Ok(Json(StarReply { qid: star.qid, starred: true }))
}

fn remove(tx: &mut Write<'_>, me: &Me, Body(star): Body<Star>) -> Result<Json<StarReply>> {
    store::delete(tx, me, &Readable::find(tx, me, star.qid)?)?;
    tx.quietly(NOBODY_IS_TOLD);
    Ok(Json(StarReply { qid: star.qid, starred: false }))
}

const NOBODY_IS_TOLD: &str = "a star concerns only who gives it";
