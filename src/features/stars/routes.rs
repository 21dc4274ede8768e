//! The routes of stars.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::{Reminders, StarNote, StarReply};
use super::notes::{self, Change};
use super::store;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::questions::access::{ReadablePost, parse_ids};
use crate::features::questions::routes::lists::{QuestionPage, question_page};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, Json, Limit, Path, Query, Routes, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the questions that the caller has starred, most recently starred first
        get("/star/getStars", list);
        /// Return whether the caller has starred a question
        get("/star/getStar/{qid}", of_question);
        /// Return the caller's notes and reminders of those of up to 100 questions that they have starred and may read
        get("/star/getStarNotes", star_notes);
        /// Return the caller's due reminders, the latest 20, and when the next one is due
        get("/star/getReminders", reminders);
        /// Star a question
        post("/star/addStar", Limit::Vote.allows_silenced().unauthenticated_error(Sentence::NotSignedInToStar), add);
        /// Remove the star from a question
        delete(
            "/star/removeStar",
            Limit::Vote.allows_silenced().unauthenticated_error(Sentence::NotSignedInToUnstar),
            remove,
        );
        /// Change the caller's private note and reminder of a starred question
        patch("/star/setStarNote", Limit::Vote.allows_silenced(), set_note);
    }
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

#[derive(Deserialize, IntoParams)]
struct NotesQuery {
    /// The ids of questions, separated by commas. Others are left out.
    ids: String,
}

fn star_notes(
    read: &Read<'_>,
    me: &Me,
    Query(query): Query<NotesQuery>,
) -> Result<Json<Vec<StarNote>>> {
    store::notes::list(read, me, &parse_ids(&query.ids)?).map(Json)
}

fn reminders(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Reminders>> {
    notes::reminders(read, me).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewNote {
    qid: Id,
    /// Plain text. An empty one removes the note; without the field, it stays.
    #[schema(schema_with = schemas::star_note)]
    note: Option<String>,
    /// A time in the future, at most two years ahead; or `none`, which removes the reminder. Without
    /// the field, the reminder stays.
    remind_at: Option<String>,
}

fn set_note(
    tx: &mut Write<'_>,
    me: &Me,
    Body(NewNote {
        qid,
        note,
        remind_at,
    }): Body<NewNote>,
) -> Result<Json<StarNote>> {
    let change = Change::parse(note.as_deref(), remind_at.as_deref(), tx.now)?;
    let question = ReadablePost::find(tx, me, qid)?;
    let note = notes::set(tx, me, &question, change)?;
    tx.without_event(STARS_ARE_PRIVATE);
    Ok(Json(note))
}

const STARS_ARE_PRIVATE: &str = "stars are private";
