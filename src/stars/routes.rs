//! The routes of stars.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::StarReply;
use super::store;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::paging::Paging;
use crate::questions::access::ReadablePost;
use crate::questions::routes::lists::{QuestionPage, question_page};
use crate::users::Me;
use crate::web::{Body, ClaimedIdentity, Json, Limit, Path, Query, Routes, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get(
            "/star/getStars",
            "Return the questions that the caller has starred, most recently starred first",
            list,
        )
        .get(
            "/star/getStar/{qid}",
            "Return whether the caller has starred a question",
            of_question,
        )
        .limit(Limit::Vote)
        .unauthenticated_error(Sentence::NotSignedInToStar)
        .post("/star/addStar", "Star a question", add)
        .unauthenticated_error(Sentence::NotSignedInToUnstar)
        .delete(
            "/star/removeStar",
            "Remove the star from a question",
            remove,
        );
}

#[derive(Deserialize, IntoParams)]
struct StarsQuery {
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: ClaimedIdentity,
    /// card: counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

fn list(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<StarsQuery>, Paging),
) -> Result<QuestionPage> {
    let view = query.view.parse()?;
    let stars = store::list(read, me, &paging)?;
    let list = |paging: &Paging| store::list(read, me, paging);
    question_page(read, me, stars, view, &paging, list)
}

fn of_question(read: &Read<'_>, me: &Me, Path(qid): Path<Id>) -> Result<Json<StarReply>> {
    let starred = store::exists(read, me, &ReadablePost::find(read, me, qid)?)?;
    Ok(Json(StarReply { qid, starred }))
}

#[derive(Deserialize, ToSchema)]
struct Star {
    qid: Id,
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(star): Body<Star>) -> Result<Json<StarReply>> {
    store::insert(tx, me, &ReadablePost::find(tx, me, star.qid)?)?;
    tx.without_event(STARS_ARE_PRIVATE);
    Ok(Json(StarReply {
        qid: star.qid,
        starred: true,
    }))
}

fn remove(tx: &mut Write<'_>, me: &Me, Body(star): Body<Star>) -> Result<Json<StarReply>> {
    store::delete(tx, me, &ReadablePost::find(tx, me, star.qid)?)?;
    tx.without_event(STARS_ARE_PRIVATE);
    Ok(Json(StarReply {
        qid: star.qid,
        starred: false,
    }))
}

const STARS_ARE_PRIVATE: &str = "stars are private";
