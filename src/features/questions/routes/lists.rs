//! Routes that return lists of questions and tags.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::core::paging::View;
use crate::core::paging::{LongPaging, Page, Paging};
use crate::core::text;
use crate::features::communities;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::{Question, QuestionCard, Tag, TagCount};
use crate::features::questions::order::Order;
use crate::features::questions::store::lists::{About, ListFilter};
use crate::features::questions::store::similar::{Draft, Others};
use crate::features::questions::store::{self, load};
use crate::features::search::query::{Match, Search};
use crate::features::users::{Me, PublicReader, Viewer};
use crate::platform::db::Read;
use crate::platform::web::{
    Body, ClaimedIdentity, Either, Headers, Json, Limit, Pace, Path, Query, Routes, Text,
    WithHeaders, percent_encoded, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return questions in an order, or the results of a search
        get_paced("/question/getQuestion", |(Query(query), _): &(Query<ListQuery>, Paging)| query.pace(), list);
        /// Return the questions of a community
        get_paced(
            ["/question/getCommunityQuestions/{id}", "/getCommunityQuestions/{id}"],
            |(_, (Query(query), _)): &(Path<Id>, (Query<ListQuery>, Paging))| query.pace(),
            list_of_community,
        );
        /// Return the card of a question
        get("/question/getCard/{id}", card);
        /// Return a tag
        get_limited("/tag/getTagByName/{name}", Limit::Tag, tag);
        /// Return all tags with their number of questions, most used first
        get_paced(
            "/tag/getTagsWithQuestionNumber",
            |(_, LongPaging(paging)): &(Query<TagQuery>, LongPaging)| Pace::of_page(paging),
            tags,
        );
    }
    register! { routes.signed_in();
        /// Return up to 5 questions that are similar to a title, best first
        get_paced("/question/getSimilarQuestions", |_| Pace::Search, similar_to_title);
        /// Return up to 5 questions that are similar to a draft, best first
        post_paced("/question/getSimilarQuestions", |_| Pace::Search, similar_to_draft);
    }
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// newest, unanswered, active, mostViewed or votes; for search results also relevance.
    #[serde(default)]
    #[param(schema_with = schemas::order)]
    order: String,
    /// With the order votes: week, month or year, for questions asked in the last 7, 30 or 365 days, or all.
    #[serde(default)]
    #[param(schema_with = schemas::period)]
    period: String,
    /// Words, [tag] or tag:name, -[tag], "a phrase", -word, -"a phrase", user:name (asked by), by:name (asked or answered by),
    /// is:answered, is:unanswered, is:accepted, the minimums score:3 and answers:2, and after:2026-11-29 and before:2026-11 with
    /// a day, a month or a year. Any of the words may match; beyond a number of parts only the first count.
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
    /// Returns the pace: only words need a search, since filters and tags alone use an index.
    fn pace(&self) -> Pace {
        if Search::parse(&self.search).has_words() {
            Pace::Search
        } else if self.view.parse() == Ok(View::Card) {
            Pace::Short
        } else {
            Pace::Slow
        }
    }
}

/// A page of questions, complete or as cards.
pub type QuestionPage = Either<Page<JsonText<Question>>, Page<JsonText<QuestionCard>>>;

type FoundQuestions = WithHeaders<QuestionPage, Option<About>>;

fn list(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Query(query), paging): (Query<ListQuery>, Paging),
) -> Result<FoundQuestions> {
    page(read, viewer, &query, None, &paging)
}

fn list_of_community(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Path(community), (Query(query), paging)): (Path<Id>, (Query<ListQuery>, Paging)),
) -> Result<FoundQuestions> {
    if !communities::store::exists(read, community)? {
        return Err(Sentence::CommunityNotFound.into());
    }
    page(read, viewer, &query, Some(community), &paging)
}

fn card(
    read: &Read<'_>,
    viewer: &PublicReader,
    Path(id): Path<Id>,
) -> Result<Json<JsonText<QuestionCard>>> {
    let question = ReadablePost::find(read, viewer, id)?.question();
    let card = load::cards(read, viewer.id(), &[question])?
        .into_iter()
        .next();
    card.map(Json).ok_or(Sentence::QuestionNotFound.into())
}

fn page(
    read: &Read<'_>,
    viewer: &PublicReader,
    query: &ListQuery,
    community: Option<Id>,
    paging: &Paging,
) -> Result<FoundQuestions> {
    let search = Search::parse(&query.search);
    let order: Order = query.order.parse()?;
    let since = order.since(&query.period, read.now)?;
    let view = query.view.parse()?;
    if order == Order::Relevance && search.is_empty() {
        return Err(Sentence::InvalidOrder.into());
    }
    // The first page of a search is all that nobody sees.
    let is_last = !search.is_empty() && !search.is_one_tag() && viewer.member().is_err();
    if is_last && paging.cursor.is_some() {
        return Err(Sentence::NotSignedIn.into());
    }
    let filter = ListFilter {
        viewer: viewer.id(),
        order,
        search,
        community,
        since,
    };
    if view == View::Card {
        let (mut cards, about) = cards(read, &filter, paging)?;
        cards.next.take_if(|_| is_last);
        return Ok(WithHeaders(Either::B(cards), about));
    }
    let (found, about) = store::lists::find(read, &filter, paging)?;
    let shorter = |paging: &Paging| Ok(store::lists::find(read, &filter, paging)?.0);
    let mut page = question_page(read, viewer, found, view, paging, shorter)?;
    if is_last {
        match &mut page {
            Either::A(page) => page.next = None,
            Either::B(page) => page.next = None,
        }
    }
    Ok(WithHeaders(page, about))
}

/// Returns a page of questions as cards, and for a search with words, what they match.
pub fn cards(
    read: &Read<'_>,
    filter: &ListFilter,
    paging: &Paging,
) -> Result<(Page<JsonText<QuestionCard>>, Option<About>)> {
    if filter.search.has_words() {
        let (cards, about) = store::found_cards::found_cards(read, filter, paging)?;
        return Ok((cards, Some(about)));
    }
    let (found, about) = store::lists::find(read, filter, paging)?;
    let cards = found.with_items(|ids| load::cards(read, filter.viewer, ids))?;
    Ok((cards, about))
}

/// The largest size of a page of complete questions, in bytes of JSON. A page has at least one
/// question, which may be larger.
const PAGE_SIZE: usize = 4 << 20;

/// Loads a page of questions. The caller has checked that the viewer may read them. `list` returns
/// the same list again: a page of complete questions that is too large is shortened.
pub fn question_page(
    read: &Read<'_>,
    viewer: &Viewer,
    ids: Page<Id>,
    view: View,
    paging: &Paging,
    list: impl FnOnce(&Paging) -> Result<Page<Id>>,
) -> Result<QuestionPage> {
    Ok(match view {
        View::Full => {
            let items = load::questions(read, &ids.items, PAGE_SIZE)?;
            let next = if items.len() < ids.items.len() {
                list(&paging.limited_to(items.len()))?.next
            } else {
                ids.next
            };
            Either::A(Page {
                items,
                total: ids.total,
                next,
            })
        }
        View::Card => Either::B(ids.with_items(|ids| load::cards(read, viewer.id(), ids))?),
    })
}

impl Headers for Option<About> {
    const ABOUT: &'static [(&'static str, &'static str)] = &[
        (
            "X-Search-Match",
            "What the results of a search with words match: all (some have all words), any (none has all of them), similar (similar \
             words helped words that nobody used) or words (nobody wrote the phrases: these have some of their words)",
        ),
        (
            "X-Searched-For",
            "With similar: the corrected search, percent-encoded",
        ),
        (
            "X-Search-Suggestion",
            "A search that may have been meant, percent-encoded: words that are correct, or that a few posts have, are replaced by \
             similar ones",
        ),
        (
            "X-Search-Words",
            "If the search was too long or too common to use all of its words: the words that were used, percent-encoded and separated \
             by spaces",
        ),
    ];

    fn values(self) -> Vec<(&'static str, String)> {
        let Some(about) = self else { return Vec::new() };
        let (matched, corrected) = match about.matched {
            Match::All => ("all", None),
            Match::Any => ("any", None),
            Match::Words => ("words", None),
            Match::Similar(search) => ("similar", Some(search)),
        };
        let corrected = corrected.map(|search| ("x-searched-for", percent_encoded(&search)));
        let used = about
            .used
            .map(|words| ("x-search-words", percent_encoded(&words)));
        let suggestion = about
            .suggestion
            .map(|search| ("x-search-suggestion", percent_encoded(&search)));
        let matched = ("x-search-match", matched.to_owned());
        [Some(matched), corrected, suggestion, used]
            .into_iter()
            .flatten()
            .collect()
    }
}

#[derive(Deserialize, IntoParams)]
struct SimilarQuery {
    /// The title of a question that is not asked yet.
    #[serde(default)]
    title: String,
}

/// A question that is not asked yet. The user is still writing, so nothing of it need be valid.
#[derive(Deserialize, ToSchema)]
struct DraftBody {
    #[serde(default)]
    #[schema(nullable)]
    title: String,
    /// The names of the tags.
    #[serde(default)]
    #[schema(nullable)]
    tags: Vec<String>,
    /// Markdown.
    #[serde(default)]
    #[schema(nullable)]
    text: String,
}

/// The largest number of similar questions.
const MAX_SIMILAR: usize = 5;

type Cards = Json<JsonText<Vec<QuestionCard>>>;

fn similar_to_title(
    read: &Read<'_>,
    me: &Me,
    Query(SimilarQuery { title }): Query<SimilarQuery>,
) -> Result<Cards> {
    similar(
        read,
        me,
        Draft {
            title,
            ..Draft::default()
        },
    )
}

fn similar_to_draft(
    read: &Read<'_>,
    me: &Me,
    Body(DraftBody { title, tags, text }): Body<DraftBody>,
) -> Result<Cards> {
    similar(read, me, Draft { title, tags, text })
}

fn similar(read: &Read<'_>, me: &Me, mut draft: Draft) -> Result<Cards> {
    draft.title = draft.title.chars().take(text::limits::TITLE).collect();
    draft.tags.truncate(text::limits::TAGS);
    let ids = store::similar::similar(read, me.id(), &draft, Others::All, MAX_SIMILAR)?;
    let cards = load::cards(read, me.id(), &ids)?;
    Ok(Json(JsonText::of(cards)?.into()))
}

fn tag(read: &Read<'_>, viewer: &PublicReader, Path(Text(name)): Path<Text>) -> Result<Json<Tag>> {
    store::tags::by_name(read, viewer.id(), &name)?
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
    viewer: &PublicReader,
    (Query(query), LongPaging(paging)): (Query<TagQuery>, LongPaging),
) -> Result<Page<TagCount>> {
    let is_stranger = viewer.member().is_err();
    if is_stranger && Pace::of_page(&paging) == Pace::Slow {
        return Err(Sentence::NotSignedIn.into());
    }
    let mut page = store::tags::list(read, viewer.id(), query.search.trim(), &paging)?;
    let follows_at = paging.skipped()?.saturating_add(paging.limit as i64);
    page.next
        .take_if(|_| is_stranger && follows_at > Pace::DEEP);
    Ok(page)
}
