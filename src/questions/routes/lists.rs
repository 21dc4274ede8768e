//! Routes that return lists of questions and tags.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::communities;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::json_text::JsonText;
use crate::paging::{Page, Paging};
use crate::questions::model::{Question, QuestionCard, Tag, TagCount};
use crate::questions::order::Order;
use crate::questions::search::query::{Match, Search};
use crate::questions::store::lists::ListFilter;
use crate::questions::store::{self, load};
use crate::text;
use crate::users::Me;
use crate::view::View;
use crate::web::{
    ClaimedIdentity, Either, Headers, Json, Path, Query, Routes, SearchSlot, Text, WithHeaders,
    percent_encoded, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .search(
            "/question/getQuestion",
            "Return questions in an order, or the results of a search",
            |(Query(query), _): &(Query<ListQuery>, Paging)| query.slot(),
            list,
        )
        .search(
            [
                "/question/getCommunityQuestions/{id}",
                "/getCommunityQuestions/{id}",
            ],
            "Return the questions of a community",
            |(_, (Query(query), _)): &(Path<Id>, (Query<ListQuery>, Paging))| query.slot(),
            list_of_community,
        )
        .search(
            "/question/getSimilarQuestions",
            "Return up to 5 questions that are similar to a title, best first",
            |_| Some(SearchSlot::Similar),
            similar,
        )
        .get("/tag/getTagByName/{name}", "Return a tag", tag)
        .get(
            "/tag/getTagsWithQuestionNumber",
            "Return all tags with their number of questions, most used first",
            tags,
        );
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// newest, unanswered, active or mostViewed; for search results also relevance.
    #[serde(default)]
    #[param(schema_with = schemas::order)]
    order: String,
    /// Words, [tag], -[tag], "a phrase", -word, -"a phrase", user:name, is:answered, is:unanswered,
    /// is:accepted, and the minimums score:3 and answers:2. Only the first 200 characters count.
    #[serde(default)]
    search: String,
    /// card: counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: ClaimedIdentity,
}

impl ListQuery {
    /// Returns the slot of a search with words. Filters and tags alone use an index.
    fn slot(&self) -> Option<SearchSlot> {
        Search::parse(&self.search)
            .has_words()
            .then_some(SearchSlot::Search)
    }
}

/// A page of questions, complete or as cards.
pub type QuestionPage = Either<Page<JsonText<Question>>, Page<JsonText<QuestionCard>>>;

type FoundQuestions = WithHeaders<QuestionPage, Option<Match>>;

fn list(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<ListQuery>, Paging),
) -> Result<FoundQuestions> {
    page(read, me, &query, None, &paging)
}

fn list_of_community(
    read: &Read<'_>,
    me: &Me,
    (Path(community), (Query(query), paging)): (Path<Id>, (Query<ListQuery>, Paging)),
) -> Result<FoundQuestions> {
    if !communities::store::exists(read, community)? {
        return Err(Sentence::CommunityNotFound.into());
    }
    page(read, me, &query, Some(community), &paging)
}

fn page(
    read: &Read<'_>,
    me: &Me,
    query: &ListQuery,
    community: Option<Id>,
    paging: &Paging,
) -> Result<FoundQuestions> {
    let search = Search::parse(&query.search);
    let order = query.order.parse()?;
    let view = query.view.parse()?;
    if order == Order::Relevance && search.is_empty() {
        return Err(Sentence::InvalidOrder.into());
    }
    let (found, matched) = store::lists::find(
        read,
        ListFilter {
            viewer: me.id(),
            order,
            search,
            community,
        },
        paging,
    )?;
    Ok(WithHeaders(question_page(read, me, found, view)?, matched))
}

/// Loads a page of questions. The caller has checked that the viewer may read them.
pub fn question_page(
    read: &Read<'_>,
    viewer: &Me,
    ids: Page<Id>,
    view: View,
) -> Result<QuestionPage> {
    Ok(match view {
        View::Full => Either::A(ids.with_items(|ids| load::questions(read, ids))?),
        View::Card => Either::B(ids.with_items(|ids| load::cards(read, viewer.id(), ids))?),
    })
}

impl Headers for Option<Match> {
    const ABOUT: &'static [(&'static str, &'static str)] = &[
        (
            "X-Search-Match",
            "What the results of a search with words match: all (all words), similar (nothing matches all words, so similar words \
             replace typing errors) or any (still nothing matches all words, so the results match any of them)",
        ),
        (
            "X-Searched-For",
            "With similar: the corrected search, percent-encoded",
        ),
    ];

    fn values(self) -> Vec<(&'static str, String)> {
        const MATCH: &str = "x-search-match";
        match self {
            None => Vec::new(),
            Some(Match::All) => vec![(MATCH, "all".to_owned())],
            Some(Match::Any) => vec![(MATCH, "any".to_owned())],
            Some(Match::Similar(search)) => vec![
                (MATCH, "similar".to_owned()),
                ("x-searched-for", percent_encoded(&search)),
            ],
        }
    }
}

#[derive(Deserialize, IntoParams)]
struct SimilarQuery {
    /// The title of a question that is not asked yet.
    #[serde(default)]
    title: String,
}

/// The largest number of similar questions.
const MAX_SIMILAR: usize = 5;

fn similar(
    read: &Read<'_>,
    me: &Me,
    Query(query): Query<SimilarQuery>,
) -> Result<Json<JsonText<Vec<QuestionCard>>>> {
    // The user is still writing the title, so it need not be valid.
    let title: String = query.title.chars().take(text::limits::TITLE).collect();
    let ids = store::similar::similar(read, me.id(), &title, MAX_SIMILAR)?;
    let cards = load::cards(read, me.id(), &ids)?;
    Ok(Json(JsonText::of(&cards)?.into()))
}

fn tag(read: &Read<'_>, me: &Me, Path(Text(name)): Path<Text>) -> Result<Json<Tag>> {
    store::tags::by_name(read, me.id(), &name)?
        .map(Json)
        .ok_or_else(|| Sentence::TagNotFound.into())
}

#[derive(Deserialize, IntoParams)]
struct TagQuery {
    /// Part of the name.
    #[serde(default)]
    search: String,
}

fn tags(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<TagQuery>, Paging),
) -> Result<Page<TagCount>> {
    store::tags::list(read, me.id(), query.search.trim(), &paging)
}
