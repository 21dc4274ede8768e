//! The role matrix: every call and every live event, for everybody who could try, on everything he could try it on.
//!
//! A new call without rows in [`CALLS`], or a new event without rows in [`EVENTS`], fails here. Write its rows by what
//! it is meant to do, not by what it does.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::live::{Listening, Socket};
use super::{PASSWORD, Person, Reply, TestSite, id_of};

/// Who tries. All but the first have an account; `pending` has asked to join where that is asked for, `former` has left,
/// `deleted` was a member and has deleted his account, and `elsewhere` owns another community.
const ROLES: [&str; 9] = ["nobody", "user", "pending", "member", "moderator", "owner", "former", "deleted", "elsewhere"];

/// What he tries it on: a community of the first two kinds with what is asked in it, by the member; ids of nothing; or
/// what is no more: a private community that is archived, and deleted posts in it. Where a call is about a person: the
/// one who calls (`oneself`) or somebody else (`another`). Where it is about nothing of that kind: `-`.
const TARGETS: [&str; 7] = ["public", "private", "absent", "gone", "oneself", "another", "-"];

/// What each role gets for each call on each target: a status, or `[]` for 200 with an empty list. Words in capitals
/// stand for what the target has ([`World::fill`]).
const CALLS: &str = r#"
                    nobody  user pending member moderator owner former deleted elsewhere

# Communities
GET /community/getCommunity/{COMMUNITY}
    public          401     200     200     200     200     200     200     401     200
    private         401     200     200     200     200     200     200     401     200
    absent          401     404     404     404     404     404     404     401     404
    gone            401     200     200     200     200     200     200     401     200
GET /community/getAllCommunities?search=COMMUNITY_NAME
    public          401     200     200     200     200     200     200     401     200
    private         401     200     200     200     200     200     200     401     200
    absent          401     []      []      []      []      []      []      401     []
    gone            401     []      []      []      []      []      []      401     []
GET /community/getAllCommunities?member=true&view=card&search=COMMUNITY_NAME
    public          401     []      []      200     200     200     []      401     []
    private         401     []      []      200     200     200     []      401     []
    absent          401     []      []      []      []      []      []      401     []
    gone            401     []      []      200     200     200     []      401     []
GET /community/getMembers/{COMMUNITY}
    public          401     200     200     200     200     200     200     401     200
    private         401     []      []      200     200     200     []      401     []
    absent          401     404     404     404     404     404     404     401     404
    gone            401     []      []      200     200     200     []      401     []
GET /community/getMemberRequests/{COMMUNITY}
    public          401     403     403     403     []      []      403     401     403
    private         401     403     403     403     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     200     200     403     401     403
POST /community/addCommunity {"name": "Another one", "visibility": "private"}
    -               401     200     200     200     200     200     200     401     200
POST /community/addMember/{COMMUNITY} {"userId": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200
    private         401     403     403     200     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     200     200     200     403     401     403
    another         401     403     403     403     403     403     403     401     403
POST /community/addMemberRequest/{COMMUNITY} {"userId": "OWN_NAME"}
    public          401     400     400     400     400     400     400     401     400
    private         401     200     200     200     200     200     200     401     200
    absent          401     404     404     404     404     404     404     401     404
    gone            401     409     200     200     200     200     409     401     409
    another         401     403     403     403     403     403     403     401     403
POST /community/approveMemberRequest/{COMMUNITY} {"userId": "REQUESTER"}
    public          401     403     403     403     404     404     403     401     403
    private         401     403     403     403     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     409     409     403     401     403
DELETE /community/rejectMemberRequest/{COMMUNITY} {"userId": "REQUESTER"}
    public          401     403     403     403     404     404     403     401     403
    private         401     403     403     403     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     200     200     403     401     403
POST /community/addModerator/{COMMUNITY} {"userId": "MEMBER"}
    public          401     403     403     403     200     200     403     401     403
    private         401     403     403     403     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     200     200     403     401     403
DELETE /community/removeModerator/{COMMUNITY} {"userId": "MODERATOR"}
    public          401     403     403     403     403     200     403     401     403
    private         401     403     403     403     403     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     403     200     403     401     403
DELETE /community/removeMember/{COMMUNITY} {"userId": "MEMBER"}
    public          401     403     403     403     200     200     403     401     403
    private         401     403     403     403     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     200     200     403     401     403
DELETE /community/removeMember/{COMMUNITY} {"userId": "MODERATOR"}
    public          401     403     403     403     403     200     403     401     403
    private         401     403     403     403     403     200     403     401     403
POST /community/leaveCommunity/{COMMUNITY} {"userId": "OWN_NAME"}
    public          401     200     200     200     200     409     200     401     200
    private         401     200     200     200     200     409     200     401     200
    absent          401     404     404     404     404     404     404     401     404
    gone            401     200     200     200     200     409     200     401     200
    another         401     403     403     403     403     403     403     401     403
POST /community/handOverCommunity/{COMMUNITY} {"userId": "MEMBER"}
    public          401     403     403     403     403     200     403     401     403
    private         401     403     403     403     403     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     403     200     403     401     403
POST /community/archiveCommunity/{COMMUNITY}
    public          401     403     403     403     403     200     403     401     403
    private         401     403     403     403     403     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     403     200     403     401     403
POST /community/unarchiveCommunity/{COMMUNITY}
    public          401     403     403     403     403     200     403     401     403
    private         401     403     403     403     403     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     403     403     200     403     401     403

# Questions, and what hangs on them: read
GET /question/getQuestion?search=TITLE
    public          401     200     200     200     200     200     200     401     200
    private         401     []      []      200     200     200     []      401     []
    absent          401     []      []      []      []      []      []      401     []
    gone            401     []      []      []      []      []      []      401     []
GET /question/getQuestion?search=[TAG]&view=card
    public          401     200     200     200     200     200     200     401     200
    private         401     []      []      200     200     200     []      401     []
    absent          401     []      []      []      []      []      []      401     []
    gone            401     []      []      []      []      []      []      401     []
GET /question/getCommunityQuestions/{COMMUNITY}
    public          401     200     200     200     200     200     200     401     200
    private         401     []      []      200     200     200     []      401     []
    absent          401     404     404     404     404     404     404     401     404
    gone            401     []      []      200     200     200     []      401     []
GET /question/getQuestionById/{QUESTION}?username=OWN_NAME
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
GET /question/getSimilarQuestions?title=TITLE
    public          401     200     200     200     200     200     200     401     200
    private         401     []      []      200     200     200     []      401     []
    absent          401     []      []      []      []      []      []      401     []
    gone            401     []      []      []      []      []      []      401     []
GET /question/getDuplicates/{QUESTION}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
GET /post/getRevisions/{QUESTION}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
GET /post/getRevisions/{ANSWER}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    gone            401     404     404     404     404     404     404     401     404
GET /post/getRevisions/{COMMENT}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    gone            401     404     404     404     404     404     404     401     404
GET /post/getDeletedPosts
    -               401     []      []      200     []      []      []      401     []
GET /tag/getTagByName/{TAG}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
GET /tag/getTagsWithQuestionNumber?search=TAG
    public          401     200     200     200     200     200     200     401     200
    private         401     []      []      200     200     200     []      401     []
    absent          401     []      []      []      []      []      []      401     []
    gone            401     []      []      []      []      []      []      401     []

# Questions, and what hangs on them: asked, answered, voted on by whoever may read
POST /question/addQuestion {"title": "T", "text": "x", "tags": [{"name": "a"}], "askedBy": "OWN_NAME"}
    -               401     200     200     200     200     200     200     401     200
    another         401     403     403     403     403     403     403     401     403
POST /question/addQuestion {"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": "COMMUNITY"}
    public          401     403     403     200     200     200     403     401     403
    private         401     403     403     200     200     200     403     401     403
    absent          401     404     404     404     404     404     404     401     404
    gone            401     403     403     409     409     409     403     401     403
POST /answer/addAnswer {"qid": "QUESTION", "ans": {"text": "x", "ansBy": "OWN_NAME"}}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
POST /comment/addComment {"id": "QUESTION", "type": "question", "comment": {"text": "x", "commentBy": "OWN_NAME"}}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
POST /comment/addComment {"id": "ANSWER", "type": "answer", "comment": {"text": "x"}}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
POST /question/upvoteQuestion {"qid": "QUESTION", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
POST /question/downvoteQuestion {"qid": "QUESTION", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
POST /answer/upvoteAnswer {"aid": "ANSWER", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
POST /answer/downvoteAnswer {"aid": "ANSWER", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
    another         401     403     403     403     403     403     403     401     403
POST /question/addDuplicate {"qid": "QUESTION", "duplicateOf": "ORIGINAL"}
    public          401     200     200     200     200     200     200     401     200
    private         401     404     404     200     200     200     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404

# … changed by their author alone, who here is the member
DELETE /question/removeDuplicate {"qid": "QUESTION", "duplicateOf": "ORIGINAL"}
    public          401     403     403     []      403     403     403     401     403
    private         401     404     404     []      403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
POST /question/acceptAnswer {"qid": "QUESTION", "aid": "ANSWER"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
POST /question/unacceptAnswer {"qid": "QUESTION"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
PATCH /question/editQuestion {"qid": "QUESTION", "title": "T", "text": "new", "tags": [{"name": "a"}]}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
PATCH /answer/editAnswer {"aid": "ANSWER", "text": "new"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
PATCH /comment/editComment {"cid": "COMMENT", "text": "new"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
DELETE /question/deleteQuestion {"qid": "QUESTION"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
DELETE /answer/deleteAnswer {"aid": "ANSWER"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
DELETE /comment/deleteComment {"cid": "COMMENT"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
POST /question/undeleteQuestion {"qid": "QUESTION"}
    public          401     403     403     200     403     403     403     401     403
    private         401     404     404     200     403     403     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     200     404     404     404     401     404
POST /answer/undeleteAnswer {"aid": "ANSWER"}
    public          401     404     404     404     404     404     404     401     404
    private         401     404     404     404     404     404     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     200     404     404     404     401     404
POST /comment/undeleteComment {"cid": "COMMENT"}
    public          401     404     404     404     404     404     404     401     404
    private         401     404     404     404     404     404     404     401     404
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     200     404     404     404     401     404

# Users
POST /user/signup {"username": "newcomer", "password": "PASSWORD"}
    -               200     200     200     200     200     200     200     200     200
POST /user/login {"username": "OWN_NAME", "password": "PASSWORD"}
    oneself         401     200     200     200     200     200     200     401     200
    another         200     200     200     200     200     200     200     200     200
POST /user/logout {}
    -               200     200     200     200     200     200     200     200     200
GET /user/me
    -               401     200     200     200     200     200     200     401     200
GET /user/getUsers?search=OWN_NAME
    oneself         401     200     200     200     200     200     200     401     200
    another         401     200     200     200     200     200     200     401     200
    gone            401     []      []      []      []      []      []      401     []
GET /user/getUser/{OWN_NAME}
    oneself         401     200     200     200     200     200     200     401     200
    another         401     200     200     200     200     200     200     401     200
    absent          401     404     404     404     404     404     404     401     404
    gone            401     404     404     404     404     404     404     401     404
PATCH /user/updateBiography {"username": "OWN_NAME", "biography": "b"}
    oneself         401     200     200     200     200     200     200     401     200
    another         401     403     403     403     403     403     403     401     403
PATCH /user/resetPassword {"username": "OWN_NAME", "password": "another stoa 1"}
    oneself         401     200     200     200     200     200     200     401     200
    another         401     403     403     403     403     403     403     401     403
DELETE /user/deleteUser/{OWN_NAME}
    oneself         401     200     200     200     200     200     200     401     200
    another         401     403     403     403     403     403     403     401     403
"#;

/// Who hears an event when something happens to a target: `x` for once, `-` for not. What happens is a call by one of
/// the roles; where it is refused, nobody hears anything.
const EVENTS: &str = r#"
                    nobody  user pending member moderator owner former deleted elsewhere
communityUpdate owner POST /community/handOverCommunity/{COMMUNITY} {"userId": "MODERATOR"}
    public          -       x       x       x       x       x       x       -       x
    private         -       x       x       x       x       x       x       -       x
    absent          -       -       -       -       -       -       -       -       -
    gone            -       x       x       x       x       x       x       -       x
communityUpdate pending POST /community/leaveCommunity/{COMMUNITY} {}
    public          -       -       -       -       -       -       -       -       -
    private         -       -       x       -       x       x       -       -       -
    gone            -       -       x       -       x       x       -       -       -
communityUpdate user POST /community/addMemberRequest/{COMMUNITY} {}
    public          -       -       -       -       -       -       -       -       -
    private         -       x       -       -       x       x       -       -       -
    gone            -       -       -       -       -       -       -       -       -
communityUpdate moderator POST /community/addModerator/{COMMUNITY} {"userId": "MEMBER"}
    public          -       x       x       x       x       x       x       -       x
    private         -       -       -       x       x       x       -       -       -
    gone            -       -       -       x       x       x       -       -       -
questionUpdate member PATCH /question/editQuestion {"qid": "QUESTION", "title": "TITLE", "text": "new", "tags": [{"name": "a"}]}
    public          -       x       x       x       x       x       x       -       x
    private         -       -       -       x       x       x       -       -       -
    absent          -       -       -       -       -       -       -       -       -
    gone            -       -       -       -       -       -       -       -       -
questionUpdate member POST /question/undeleteQuestion {"qid": "QUESTION"}
    gone            -       -       -       x       x       x       -       -       -
viewsUpdate moderator GET /question/getQuestionById/{QUESTION}
    public          -       x       x       x       x       x       x       -       x
    private         -       -       -       x       x       x       -       -       -
    absent          -       -       -       -       -       -       -       -       -
    gone            -       -       -       -       -       -       -       -       -
answerUpdate member POST /answer/addAnswer {"qid": "QUESTION", "ans": {"text": "x"}}
    public          -       x       x       x       x       x       x       -       x
    private         -       -       -       x       x       x       -       -       -
    absent          -       -       -       -       -       -       -       -       -
    gone            -       -       -       -       -       -       -       -       -
commentUpdate owner POST /comment/addComment {"id": "ANSWER", "type": "answer", "comment": {"text": "x"}}
    public          -       x       x       x       x       x       x       -       x
    private         -       -       -       x       x       x       -       -       -
    absent          -       -       -       -       -       -       -       -       -
    gone            -       -       -       -       -       -       -       -       -
voteUpdate owner POST /question/upvoteQuestion {"qid": "QUESTION"}
    public          -       x       x       x       x       x       x       -       x
    private         -       -       -       x       x       x       -       -       -
    absent          -       -       -       -       -       -       -       -       -
    gone            -       -       -       -       -       -       -       -       -
userUpdate owner PATCH /user/updateBiography {"biography": "b"}
    -               -       x       x       x       x       x       x       -       x
"#;

/// A line of a table: a call on a target, and what each role gets.
struct Row {
    /// What stands above it, word for word.
    head: &'static str,
    target: &'static str,
    cells: Vec<&'static str>,
}

fn rows(table: &'static str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut head = "";
    for line in table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if !line.starts_with(' ') {
            head = line;
            continue;
        }
        let cells: Vec<&str> = line.split_whitespace().collect();
        if cells == ROLES {
            continue;
        }
        assert!(TARGETS.contains(&cells[0]) && cells.len() == 1 + ROLES.len(), "a target and {} cells: {line:?}", ROLES.len());
        rows.push(Row { head, target: cells[0], cells: cells[1..].to_vec() });
    }
    rows
}

/// The call's method, path and body as the tables write them.
fn parts(call: &'static str) -> (Method, &'static str, Option<&'static str>) {
    let mut parts = call.splitn(3, ' ');
    let (method, path) = (parts.next().expect("a method"), parts.next().expect("a path"));
    (method.parse().expect("a method"), path, parts.next())
}

/// A call's method and path without what is filled in.
fn shape(method: &Method, path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let fixed = path.split_once('{').map_or(path.to_owned(), |(fixed, _)| format!("{fixed}{{}}"));
    format!("{method} {fixed}")
}

/// What the words in capitals stand for.
type Words = BTreeMap<&'static str, String>;

/// A site with all the people and targets, to be opened anew as often as something was changed in it.
struct World {
    database: Vec<u8>,
    /// Of each role, in their order.
    cookies: Vec<Vec<(String, String)>>,
    targets: BTreeMap<&'static str, Words>,
}

fn name_of(role: &str) -> String {
    format!("{role}1")
}

impl World {
    async fn build() -> Self {
        let site = TestSite::new();
        let mut people = vec![site.stranger()];
        for role in &ROLES[1..] {
            people.push(site.sign_up(&name_of(role)).await);
            site.clock.advance(std::time::Duration::from_millis(1));
        }
        site.sign_up("another1").await;
        let person = |role: &str| &people[ROLES.iter().position(|other| *other == role).expect("a role")];
        let mut targets = BTreeMap::new();
        for kind in ["public", "private", "gone"] {
            targets.insert(kind, community(&person, kind).await);
        }
        let nothing = |word: &'static str| (word, "0000000000001".to_owned());
        let mut absent: Words = ["COMMUNITY", "QUESTION", "ORIGINAL", "ANSWER", "COMMENT"].map(nothing).into();
        absent.extend([("COMMUNITY_NAME", "nonesuch".to_owned()), ("TITLE", "nonesuch".to_owned()), ("TAG", "nonesuch".to_owned())]);
        targets.insert("absent", absent);
        targets.insert("another", targets["public"].clone());
        for kind in ["oneself", "-"] {
            targets.insert(kind, Words::new());
        }
        for (kind, name) in [("absent", "nobody1"), ("another", "another1"), ("gone", "deleted1")] {
            targets.get_mut(kind).expect("a target").insert("OTHER_NAME", name.to_owned());
        }
        person("elsewhere").founds("elsewhere", "private").await;
        let cookies = people.iter().map(|person| person.cookies.lock().expect("cookies").clone()).collect();
        // His browser still has a session that is over.
        person("deleted").delete("/user/deleteUser/deleted1").await.ok();

        let copy = site.directory.path().join("world.db");
        site.sql(&format!("VACUUM INTO '{}'", copy.display()));
        let database = std::fs::read(copy).expect("the database");
        Self { database, cookies, targets }
    }

    /// The site as it was built, and its people.
    fn open(&self) -> (TestSite, Vec<Person>) {
        let directory = TempDir::new().expect("a temporary directory");
        std::fs::write(directory.path().join("stoa.db"), &self.database).expect("the database");
        let site = TestSite::within(directory, |_| {});
        let person = |(role, cookies): (&&str, &Vec<(String, String)>)| {
            let mut person = site.stranger();
            person.name = (*role).to_owned();
            person.cookies = std::sync::Mutex::new(cookies.clone());
            person
        };
        let people = ROLES.iter().zip(&self.cookies).map(person).collect();
        (site, people)
    }

    /// Puts in for the words in capitals what the target has: its ids and names, those of the people in it, and
    /// OWN_NAME, which is the actor's but where the target is somebody else.
    fn fill(&self, text: &str, target: &str, role: &str) -> String {
        let mut words = self.targets[target].clone();
        let own = words.remove("OTHER_NAME").filter(|_| target == "another" || text.contains("/user/get"));
        words.insert("OWN_NAME", own.unwrap_or_else(|| name_of(role)));
        words.insert("PASSWORD", PASSWORD.to_owned());
        words.extend(
            [("REQUESTER", "pending1"), ("MEMBER", "member1"), ("MODERATOR", "moderator1")].map(|(word, name)| (word, name.to_owned())),
        );
        // Longer words first: some begin others.
        let mut longest_first: Vec<_> = words.into_iter().collect();
        longest_first.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        let filled = longest_first.iter().fold(text.to_owned(), |text, (word, value)| {
            text.replace(&format!("{{{word}}}"), value)
                .replace(&format!("={word}"), &format!("={value}"))
                .replace(&format!("\"{word}\""), &format!("\"{value}\""))
                .replace(&format!("[{word}]"), &format!("[{value}]"))
        });
        assert!(!filled.contains(|c| c == '{' || c == '}') || filled.starts_with('{'), "{target} has nothing to put into {filled}");
        filled
    }
}

/// A community of this kind with its people and what the member has asked in it.
async fn community<'p>(person: &impl Fn(&str) -> &'p Person, kind: &str) -> Words {
    let (owner, member) = (person("owner"), person("member"));
    let is_public = kind == "public";
    let name = format!("The {kind} community");
    let id = owner.founds(&name, if is_public { "public" } else { "private" }).await;
    for role in ["member", "moderator", "former", "deleted"] {
        if is_public {
            person(role).post(&format!("/addMember/{id}"), json!({})).await.ok();
        } else {
            person(role).post(&format!("/addMemberRequest/{id}"), json!({})).await.ok();
            owner.post(&format!("/approveMemberRequest/{id}"), json!({"userId": name_of(role)})).await.ok();
        }
    }
    owner.post(&format!("/addModerator/{id}"), json!({"userId": "moderator1"})).await.ok();
    person("former").post(&format!("/community/leaveCommunity/{id}"), json!({})).await.ok();
    if !is_public {
        person("pending").post(&format!("/addMemberRequest/{id}"), json!({})).await.ok();
    }
    let ask = async |title: &str, tag: &str| {
        let body = json!({"title": title, "text": "x", "tags": [{"name": tag}], "communityId": id});
        id_of(&member.post("/question/addQuestion", body).await.ok())
    };
    let comment = async |post: &str| {
        let body = json!({"id": post, "type": "question", "comment": {"text": "x"}});
        id_of(&member.post("/comment/addComment", body).await.ok())
    };
    let (title, tag) = (format!("{kind}lanterns"), format!("{kind}-tag"));
    let original = ask("Asked before", "a").await;
    let question = ask(&title, &tag).await;
    let (answer, comment) = if kind == "gone" {
        let (answer, comment) = (member.answer(&original, "x").await, comment(&original).await);
        member.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.ok();
        member.delete_with("/comment/deleteComment", json!({"cid": comment})).await.ok();
        member.delete_with("/question/deleteQuestion", json!({"qid": question})).await.ok();
        owner.post(&format!("/community/archiveCommunity/{id}"), json!({})).await.ok();
        (answer, comment)
    } else {
        member.post("/question/addDuplicate", json!({"qid": question, "duplicateOf": original})).await.ok();
        (member.answer(&question, "x").await, comment(&question).await)
    };
    let words = [("COMMUNITY", id), ("QUESTION", question), ("ORIGINAL", original), ("ANSWER", answer), ("COMMENT", comment)];
    let mut words: Words = words.into();
    words.extend([("COMMUNITY_NAME", name.replace(' ', "%20")), ("TITLE", title), ("TAG", tag)]);
    words
}

/// A reply as the table writes it.
fn cell(reply: &Reply) -> String {
    if reply.status == 200 && reply.text == "[]" { "[]".to_owned() } else { reply.status.as_u16().to_string() }
}

#[tokio::test]
async fn every_call_answers_every_role_as_the_matrix_says() {
    let world = World::build().await;
    let (mut site, mut people) = world.open();
    let spellings: BTreeMap<String, Vec<&str>> =
        site.site.table.iter().map(|route| (shape(&route.method, route.paths[0]), route.paths.clone())).collect();
    let (mut wrong, mut cells, mut hidden) = (Vec::new(), 0, BTreeMap::new());
    for Row { head, target, cells: expected } in rows(CALLS) {
        let (method, path, body) = parts(head);
        let Some(paths) = spellings.get(&shape(&method, path)) else { continue };
        for spelling in paths {
            let fixed = |path: &str| path.find(['{', '?']).unwrap_or(path.len());
            let path = format!("{}{}", &spelling[..fixed(spelling)], &path[fixed(path)..]);
            for (place, (&role, &expected)) in ROLES.iter().zip(&expected).enumerate() {
                let body = body.map(|body| serde_json::from_str::<Value>(&world.fill(body, target, role)).expect("JSON"));
                let reply = people[place].request(method.clone(), &world.fill(&path, target, role), body).await;
                cells += 1;
                if cell(&reply) != expected {
                    wrong.push(format!("{head}\n    on {target} as {role}: {} instead of {expected}: {:.200}", cell(&reply), reply.text));
                }
                // What is hidden looks as if it had never been there.
                if reply.status == 404 && ["private", "absent", "gone"].contains(&target) {
                    hidden.entry((head, role)).or_insert_with(BTreeSet::new).insert(reply.text);
                }
                if reply.status == 200 && method != Method::GET {
                    (site, people) = world.open();
                }
            }
        }
    }
    drop(site);
    hidden.retain(|_, texts| texts.len() > 1);
    assert!(hidden.is_empty(), "404 says whether something is there: {hidden:?}");
    assert!(wrong.is_empty(), "{} of {cells} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{cells} cells of calls");
}

#[tokio::test]
async fn every_call_has_its_rows_in_the_matrix() {
    let site = TestSite::new();
    let routes: BTreeSet<String> = site.site.table.iter().map(|route| shape(&route.method, route.paths[0])).collect();
    let mut covered: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in rows(CALLS) {
        let (method, path, _) = parts(row.head);
        let targets = covered.entry(shape(&method, path)).or_default();
        targets.insert(row.target);
        if row.head.contains("OWN_NAME") && row.cells.contains(&"403") && row.target == "another" {
            targets.insert("refused in another's name");
        }
    }
    let missing: Vec<_> = routes.iter().filter(|route| !covered.contains_key(*route)).collect();
    assert!(
        missing.is_empty(),
        "no rows for {missing:?}: write them into CALLS in src/tests/roles.rs. Above them the call as it is sent, in the \
         first of its spellings; below it a line for each of the targets that make a difference, and what each role gets"
    );
    let unknown: Vec<_> = covered.keys().filter(|call| !routes.contains(*call)).collect();
    assert!(unknown.is_empty(), "rows for what is no call (or not the first of its spellings): {unknown:?}");
    for (call, targets) in &covered {
        let has = |target: &str| targets.contains(target);
        assert!(
            ["-", "oneself"].iter().any(|target| has(target)) || ["public", "private", "absent", "gone"].iter().all(|target| has(target)),
            "{call} needs rows for public, private, absent and gone"
        );
    }
}

#[tokio::test]
async fn every_event_reaches_every_role_as_the_matrix_says() {
    let rows = rows(EVENTS);
    let covered: BTreeSet<&str> = rows.iter().map(|row| row.head.split(' ').next().expect("a name")).collect();
    let known: BTreeSet<&str> = crate::server::events::NAMES.iter().copied().collect();
    assert_eq!(
        covered, known,
        "an event without rows (or rows for none): write into EVENTS in src/tests/roles.rs who does what, and who hears of it"
    );
    let world = World::build().await;
    let (mut wrong, mut cells) = (Vec::new(), 0);
    for (number, Row { head, target, cells: expected }) in rows.into_iter().enumerate() {
        let (site, people) = world.open();
        let server = Listening::with(site).await;
        let mut sockets: Vec<Socket> = Vec::new();
        for person in &people {
            sockets.push(server.socket_of(person).await);
        }
        let mut words = head.splitn(3, ' ');
        let (event, actor) = (words.next().expect("an event"), words.next().expect("a role"));
        let (method, path, body) = parts(words.next().expect("a call"));
        let body = body.map(|body| serde_json::from_str(&world.fill(body, target, actor)).expect("JSON"));
        let actor_place = ROLES.iter().position(|role| *role == actor).expect("a role");
        let reply = people[actor_place].request(method, &world.fill(path, target, actor), body).await;
        let reaches_somebody = expected.contains(&"x");
        assert!(reply.status == 200 || !reaches_somebody, "{head} on {target}: {}", reply.text);

        // Views are told a little later; whatever else was told before this is there when it is.
        let mut heard = vec![Vec::new(); ROLES.len()];
        if reaches_somebody {
            let first = expected.iter().position(|cell| *cell == "x").expect("somebody");
            heard[first].push(sockets[first].event().await.0);
        }
        let fence = format!("fence {number}");
        let member = ROLES.iter().position(|role| *role == "member").expect("a role");
        people[member].patch("/user/updateBiography", json!({"biography": fence})).await.ok();
        for ((role, socket), heard) in ROLES.iter().zip(&mut sockets).zip(&mut heard) {
            if ["nobody", "deleted"].contains(role) {
                socket.hears_nothing().await;
            } else {
                heard.extend(socket.events_until(&fence).await.into_iter().map(|(name, _)| name));
            }
        }
        for ((role, heard), expected) in ROLES.iter().zip(heard).zip(expected) {
            cells += 1;
            let right: &[&str] = if expected == "x" { &[event] } else { &[] };
            if heard != right {
                wrong.push(format!("{head}\n    on {target}: {role} heard {heard:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cells} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{cells} cells of events");
}
