//! The page of a question.

use super::head::Head;
use super::html::{Html, plural, pluralize};
use super::icons;
use super::model::{Answer, Attribution, Comment, Community, Linked, Picture, Question, size_of};
use super::replies::Replies;
use super::styles::{ANSWERS, COMMENTS, DUPLICATES, POST, POST_ACTIONS, QUESTION, RAIL, VOTE_BOX};
use crate::core::error::Sentence;
use crate::core::id::Id;
use crate::core::text::html::Pictures;

/// Writes the page. Returns None if the question is deleted, or too large for a page.
pub fn write(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let mut question: Question = replies.part("question")?;
    if question.deleted_at.is_some() {
        return None;
    }
    question
        .answers
        .retain(|answer| answer.deleted_at.is_none());
    let accepted = question.accepted_answer_id;
    question.answers.sort_by(|one, other| {
        let rank = |answer: &Answer| (Some(answer.id) != accepted, -answer.peer_score());
        let by_rank = rank(one).cmp(&rank(other));
        by_rank.then_with(|| one.ans_date_time.cmp(&other.ans_date_time))
    });
    let community: Option<Community> = replies.part("community");
    html.listed_authors = replies.part("listedAuthors").unwrap_or_default();
    html.open("div", &RAIL.class("columns"));
    html.open("div", &QUESTION.class("thread"));
    write_header(html, &question, community.as_ref());
    write_notices(html, &question);
    html.writer.open(
        "section",
        &[
            ("class", &QUESTION.class("question")),
            ("aria-label", "Question"),
        ],
    );
    html.open("div", &POST.class("post"));
    write_votes(html, question.score, false);
    html.open("div", &POST.class("body"));
    let what = |html: &mut Html<'_>| {
        html.writer.text("asked ");
        html.time(&question.ask_date_time);
        let edited_at = question.edited_at.as_deref();
        write_edited(html, question.id, question.id, edited_at);
    };
    html.author_line(
        "",
        &question.asked_by,
        (question.asked_by_bot, question.asked_by_reputation),
        what,
        |_| (),
    );
    write_text(html, &question.text, &question.mentions, &question.pictures);
    html.open("div", &QUESTION.class("tags"));
    for tag in &question.tags {
        html.tag(&tag.name);
        html.space();
    }
    html.close(1);
    write_attribution(html, question.attribution.as_ref());
    write_duplicates(html, replies);
    html.close(1);
    let path = format!("/question/{}", question.id);
    write_comments(html, &question.comments, &question.pictures, &path, true);
    html.close(2);
    html.open("div", &ANSWERS.class("header"));
    html.writer
        .element("h2", &[], &pluralize(question.answer_count, "answer"));
    if question.answers.len() > 1 {
        html.open("div", &ANSWERS.class("order"));
        html.writer.element("span", &[], "Sort answers");
        html.writer.open(
            "select",
            &[
                ("class", "form-select form-select-sm"),
                ("aria-label", "Sort answers"),
                ("inert", ""),
            ],
        );
        html.writer.element("option", &[], "Highest score");
        html.close(2);
    }
    html.close(1);
    if question.answers.is_empty() && question.closed_at.is_none() {
        html.element("p", &ANSWERS.class("none"), "No answers yet.");
    }
    for answer in &question.answers {
        write_answer(html, &question, answer);
    }
    if html.is_stranger && question.closed_at.is_none() && question.locked_at.is_none() {
        html.link("/", "btn btn-primary mt-4", "Log in to answer");
    }
    html.close(1);
    write_rail(html, &question);
    html.close(1);
    Some(Head::of_question(&question, &html.listed_authors))
}

fn write_header(html: &mut Html<'_>, question: &Question, community: Option<&Community>) {
    html.open("div", &QUESTION.class("header"));
    html.writer.open("h1", &[("dir", "auto")]);
    html.title(&question.title);
    html.close(1);
    let may_ask = community.is_none_or(|community| community.is_member && !community.archived);
    match community {
        Some(Community {
            archived: false,
            is_member: false,
            ..
        }) => {
            html.element("p", "muted mb-0", Sentence::NotAMember.text());
        }
        _ if may_ask => {
            let query = question.community_id.map(|id| format!("?communityId={id}"));
            let path = format!("/new/question{}", query.unwrap_or_default());
            html.link(
                &path,
                "btn btn-outline-secondary text-nowrap",
                "Ask a Question",
            );
        }
        _ => {}
    }
    html.open("p", &QUESTION.class("facts"));
    let answers = pluralize(question.answer_count, "answer");
    let views = pluralize(question.view_count, "view");
    html.writer.text(&format!("{answers} · {views}"));
    if let Some(community) = community {
        html.writer.text(" · in ");
        html.link(
            &format!("/communities/{}", community.id),
            "",
            &community.name,
        );
    }
    html.close(2);
}

/// Writes when a post was edited, with a link to its history for those who may read that.
fn write_edited(html: &mut Html<'_>, question: Id, post: Id, edited_at: Option<&str>) {
    let Some(edited_at) = edited_at else {
        return;
    };
    html.writer.text(" · ");
    html.open_link(&format!("/question/{question}/history/{post}"), "");
    html.writer.text("edited ");
    html.time(edited_at);
    html.close(1);
}

fn write_notices(html: &mut Html<'_>, question: &Question) {
    let notice = QUESTION.class("notice");
    if let Some(reason) = &question.close_reason {
        html.open("div", &notice);
        html.writer.open("div", &[]);
        let text = format!(
            "A moderator has closed this question: {}.",
            close_reason(reason)
        );
        html.element("p", "mb-0", &text);
        let note = question.close_note.as_deref().unwrap_or_default();
        html.writer
            .element("p", &[("class", "mb-0"), ("dir", "auto")], note);
        html.close(2);
    } else if question.closed_at.is_some() {
        html.open("div", &notice);
        html.writer.element(
            "span",
            &[],
            "This question is closed: it takes no new answers.",
        );
        html.close(1);
    }
    if question.locked_at.is_some() {
        html.open("div", &notice);
        let text = "This question is locked: only moderators answer, comment, vote and edit here.";
        html.writer.element("span", &[], text);
        html.close(1);
    }
}

/// Returns what the UI says for a reason (`closeReasons.ts`).
fn close_reason(reason: &str) -> &str {
    match reason {
        "duplicate" => "it has been asked before",
        "off-topic" => "it is not about what this place is for",
        "unclear" => "it lacks what an answer needs to know",
        "too-broad" => "it asks too many things at once",
        "opinion" => "answers would be opinions",
        other => other,
    }
}

fn write_votes(html: &mut Html<'_>, score: i64, is_accepted: bool) {
    html.open("div", &VOTE_BOX.class("control"));
    let button = |html: &mut Html<'_>, direction, icon| {
        let (button, direction) = (VOTE_BOX.class("button"), VOTE_BOX.class(direction));
        html.open(
            "span",
            &format!("btn btn-outline-secondary disabled {button} {direction}"),
        );
        html.icon(icon);
        html.close(1);
    };
    button(html, "upvote", icons::UP);
    html.writer.element(
        "output",
        &[("class", &VOTE_BOX.class("count")), ("aria-label", "Score")],
        &score.to_string(),
    );
    let unit = format!(" vote{}", plural(score));
    html.element("span", "visually-hidden", &unit);
    button(html, "downvote", icons::DOWN);
    if is_accepted {
        html.icon(icons::CHECK);
    }
    html.close(1);
}

fn write_text(html: &mut Html<'_>, text: &str, mentions: &[String], pictures: &[Picture]) {
    html.markdown(
        text,
        mentions,
        Pictures::Images(&|id| size_of(pictures, id)),
    );
}

/// Writes the attribution that the licence of an imported post requires.
fn write_attribution(html: &mut Html<'_>, attribution: Option<&Attribution>) {
    let Some(Attribution {
        author,
        url,
        licence,
    }) = attribution
    else {
        return;
    };
    html.open("p", "small muted mt-2 mb-0");
    html.writer.text("Imported from ");
    let parsed = url::Url::parse(url).ok();
    match parsed
        .as_ref()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
    {
        Some(address) => {
            let attributes = [
                ("href", url.as_str()),
                ("rel", "nofollow noopener noreferrer"),
            ];
            html.writer
                .element("a", &attributes, address.host_str().unwrap_or(url));
        }
        None => html.writer.text(url),
    }
    html.writer.text(", by ");
    html.writer.element("bdi", &[], author);
    html.writer.text(&format!(", {licence}"));
    html.close(1);
}

/// Writes the link to a post, and the place of what the app offers beside it to most readers, after the toggle of the comments.
fn write_actions(html: &mut Html<'_>, path: &str, is_question: bool) {
    let action = POST_ACTIONS.class("action");
    let place = |html: &mut Html<'_>, class: &str, text: &str| {
        let attributes = [("class", class), ("aria-hidden", "true")];
        html.writer.element("span", &attributes, text);
        html.space();
    };
    if is_question && !html.is_stranger {
        place(html, &action, "Answer Question");
    }
    html.link(path, &action, "Link");
    html.space();
    place(html, &action, "Share");
    if !html.is_stranger {
        if is_question {
            let button = "btn btn-sm btn-outline-secondary text-nowrap only-narrow";
            let attributes = [("class", button), ("aria-hidden", "true")];
            html.writer.open("span", &attributes);
            html.icon(icons::BELL);
            html.writer.text(" Watch");
            html.close(1);
            html.space();
        }
        place(html, &action, "Suggest an edit");
        place(html, &action, "Report…");
        if is_question {
            place(html, &action, "Mark as duplicate");
        }
    }
}

fn write_duplicates(html: &mut Html<'_>, replies: &Replies) {
    let all: Vec<Linked> = replies.part("duplicates").unwrap_or_default();
    for (which, heading) in [
        ("original", "Possible duplicate of:"),
        ("copy", "Duplicates of this question:"),
    ] {
        let mut linked = all
            .iter()
            .filter(|linked| linked.duplicate == which)
            .peekable();
        if linked.peek().is_none() {
            continue;
        }
        let label = heading.trim_end_matches(':');
        html.writer.open(
            "section",
            &[
                ("class", &DUPLICATES.class("linked")),
                ("aria-label", label),
            ],
        );
        html.element("p", "small muted mb-1", heading);
        html.writer.open("ul", &[]);
        for Linked {
            id,
            title,
            answer_count,
            ..
        } in linked
        {
            html.writer.open("li", &[]);
            html.open_link(&format!("/question/{id}"), "");
            html.title(title);
            html.close(1);
            html.space();
            html.element("span", "small muted", &pluralize(*answer_count, "answer"));
            html.close(1);
        }
        html.close(2);
    }
}

/// What stands before the name of who last edited a wiki, as in `AnswerPost.tsx`.
const WIKI: &str = "Community wiki · last edited by ";

fn write_answer(html: &mut Html<'_>, question: &Question, answer: &Answer) {
    let is_accepted = question.accepted_answer_id == Some(answer.id);
    let (id, label) = (
        answer.id.to_string(),
        format!("Answer by {}", answer.ans_by),
    );
    let attributes = [
        ("class", &*ANSWERS.class("answer")),
        ("id", &id),
        ("aria-label", &label),
    ];
    html.writer.open("article", &attributes);
    html.open("div", &POST.class("post"));
    write_votes(html, answer.score, is_accepted);
    html.open("div", &POST.class("body"));
    let what = |html: &mut Html<'_>| {
        let edited_at = answer.edited_at.as_deref();
        if answer.wiki {
            let history = format!("/question/{}/history/{}", question.id, answer.id);
            html.open_link(&history, "");
            html.time(edited_at.unwrap_or(&answer.ans_date_time));
            html.close(1);
        } else {
            html.writer.text("answered ");
            html.time(&answer.ans_date_time);
            write_edited(html, question.id, answer.id, edited_at);
        }
    };
    let end = |html: &mut Html<'_>| {
        if is_accepted {
            html.open("span", &ANSWERS.class("accepted"));
            html.icon(icons::CHECK);
            html.writer.text(" Accepted answer");
            html.close(1);
        }
    };
    match &answer.last_edited_by {
        Some(editor) if answer.wiki => html.author_line(WIKI, editor, (false, None), what, end),
        _ => {
            let points = (answer.ans_by_bot, answer.ans_by_reputation);
            html.author_line("", &answer.ans_by, points, what, end);
        }
    }
    write_text(html, &answer.text, &answer.mentions, &question.pictures);
    write_attribution(html, answer.attribution.as_ref());
    html.close(1);
    let path = format!("/question/{}#{id}", question.id);
    write_comments(html, &answer.comments, &question.pictures, &path, false);
    html.close(2);
}

/// Writes what follows a post: the toggle of its comments, its actions on the same line, and the comments below.
fn write_comments(
    html: &mut Html<'_>,
    comments: &[Comment],
    pictures: &[Picture],
    path: &str,
    is_question: bool,
) {
    html.open("div", &POST.class("after"));
    html.open("div", &POST_ACTIONS.class("actions"));
    html.writer.open("details", &[]);
    html.writer.open("summary", &[]);
    html.element("span", &COMMENTS.class("toggle"), "Show Comments");
    if !comments.is_empty() {
        html.comma();
        html.element(
            "span",
            &COMMENTS.class("count"),
            &comments.len().to_string(),
        );
    }
    html.close(1);
    html.open("ul", &COMMENTS.class("list"));
    for comment in comments
        .iter()
        .filter(|comment| comment.deleted_at.is_none())
    {
        html.writer.open("li", &[("id", &comment.id.to_string())]);
        html.open("div", &COMMENTS.class("comment"));
        html.avatar(&comment.comment_by, "1.25rem");
        html.open("div", &COMMENTS.class("text"));
        let pictures = Pictures::Thumbnails(&|id| size_of(pictures, id));
        html.markdown(&comment.text, &comment.mentions, pictures);
        html.writer.text(" ");
        html.open("span", &COMMENTS.class("footer"));
        html.writer.open("span", &[]);
        html.author(&comment.comment_by);
        html.points(comment.comment_by_bot, None);
        html.writer.text(" · ");
        html.time(&comment.comment_date_time);
        html.close(2);
        write_attribution(html, comment.attribution.as_ref());
        html.close(3);
    }
    html.close(2);
    html.space();
    write_actions(html, path, is_question);
    html.close(2);
}

/// Writes what is beside a wide thread.
fn write_rail(html: &mut Html<'_>, question: &Question) {
    html.open("div", &format!("{} {}", RAIL.class("rail"), "only-wide"));
    html.open("div", &QUESTION.class("share"));
    let path = format!("/question/{}", question.id);
    html.open_link(&path, "btn btn-sm btn-outline-secondary");
    html.icon(icons::LINK);
    html.writer.text(" Copy link");
    html.close(2);
    html.close(1);
}
