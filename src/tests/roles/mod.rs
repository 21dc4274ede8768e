//! The role matrix: every route and every live event, for every role and every target.
//!
//! A new route without rows in [`CALLS`] or a new event without rows in [`EVENTS`] fails here.
//! Write its rows from the intended behavior, not from the observed one.

mod policies;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::pictures::shown;
use super::realtime::{Listening, Socket};
use super::{PASSWORD, Person, Reply, TestSite, id_of};
use crate::features::pictures::files::Media;
use crate::features::{feeds, previews};
use crate::platform::realtime::{Changed, Event};

/// The roles, on a site that everyone may read. All but the first have an account; `pending` has requested membership where that is
/// possible, `former` has left, `deleted` was a member and has deleted their account, `elsewhere`
/// owns another community; `administrator` runs the site and `sitemoderator` moderates it, but they are
/// members of nothing.
pub(super) const ROLES: [&str; 11] = [
    "nobody",
    "user",
    "pending",
    "member",
    "moderator",
    "owner",
    "former",
    "deleted",
    "elsewhere",
    "administrator",
    "sitemoderator",
];

/// The targets: a public and a private community with the member's posts in them; `absent`, ids of
/// nothing; `gone`, an archived private community with deleted posts. Routes about a user have the
/// caller (`oneself`) or another user (`another`). `-` stands for routes without a target.
const TARGETS: [&str; 7] = [
    "public", "private", "absent", "gone", "oneself", "another", "-",
];

/// The expected response for each route, target and role: a status, or `[]` for 200 with an empty
/// list. Words in capitals stand for objects of the target ([`World::fill`]).
pub(super) const CALLS: &str = include_str!("calls.txt");

/// The recipients of each event on each target: `x` for once, `-` for not at all. The cause is a
/// call by one of the roles, or a message over their socket (SAYS); a rejected cause sends no
/// event. If a call causes several events, each has its rows, and there are no others.
const EVENTS: &str = include_str!("events.txt");

/// A row of a table: a call on a target, and the cell for each role.
pub(super) struct Row {
    /// The line above it, verbatim.
    pub(super) head: &'static str,
    pub(super) target: &'static str,
    pub(super) cells: Vec<&'static str>,
}

pub(super) fn rows(table: &'static str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut head = "";
    for line in table
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        if !line.starts_with(' ') {
            head = line;
            continue;
        }
        let cells: Vec<&str> = line.split_whitespace().collect();
        if cells == ROLES {
            continue;
        }
        assert!(
            TARGETS.contains(&cells[0]) && cells.len() == 1 + ROLES.len(),
            "a target and {} cells: {line:?}",
            ROLES.len()
        );
        rows.push(Row {
            head,
            target: cells[0],
            cells: cells[1..].to_vec(),
        });
    }
    rows
}

/// Returns the call's method, path and body as the tables write them.
pub(super) fn parts(call: &str) -> (Method, &str, Option<&str>) {
    let mut parts = call.splitn(3, ' ');
    let (method, path) = (
        parts.next().expect("a method"),
        parts.next().expect("a path"),
    );
    (method.parse().expect("a method"), path, parts.next())
}

/// Returns a call's method and path without parameter values.
pub(super) fn shape(method: &Method, path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let parameter = path
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.split_once('}')?.1)));
    let fixed = parameter.map_or(path.to_owned(), |(before, after)| {
        format!("{before}{{}}{after}")
    });
    format!("{method} {fixed}")
}

/// The values of the words in capitals.
type Words = BTreeMap<&'static str, String>;

/// A prepared site with all roles and targets, reopened from a copy after each change.
pub(super) struct World {
    database: Vec<u8>,
    /// The files of the pictures.
    pictures: Vec<Vec<u8>>,
    /// The cookies of each role, in their order.
    cookies: Vec<Vec<(String, String)>>,
    targets: BTreeMap<&'static str, Words>,
    /// The objects of each role, in their order, for every target.
    own: Vec<Words>,
    /// The objects that all targets share.
    common: Words,
}

pub(super) fn name_of(role: &str) -> String {
    format!("{role}1")
}

pub(super) fn index_of(role: &str) -> usize {
    ROLES
        .iter()
        .position(|other| *other == role)
        .expect("a role")
}

const NOTHING: &str = "0000000000001";

impl World {
    pub(super) async fn build() -> Self {
        let site = TestSite::new();
        let mut people = vec![site.visitor()];
        for role in &ROLES[1..] {
            people.push(site.sign_up(&name_of(role)).await);
            site.clock.advance(Duration::from_millis(1));
        }
        site.sql("UPDATE users SET role = 'administrator' WHERE username = 'administrator1'");
        site.sql("UPDATE users SET role = 'moderator' WHERE username = 'sitemoderator1'");
        let another = site.sign_up("another1").await;
        let biography = json!({"biography": "fond of columns"});
        another.patch("/user/updateBiography", biography).await.ok();
        // A notice has the id of its user.
        site.sql("INSERT INTO security_notices (id, user_id, kind, created_at) SELECT id, id, 'signInReset', 0 FROM users");
        // So has an API token.
        site.sql(
            "INSERT INTO api_tokens SELECT id, id, randomblob(32), 't', 15, NULL, NULL, NULL FROM users",
        );
        // So has a passkey.
        site.sql("INSERT INTO passkeys SELECT id, id, CAST(id AS BLOB), 'stoa.test', x'00', 0, '[]', 0, 0, 'p', NULL FROM users");
        let mut targets = BTreeMap::new();
        for kind in ["public", "private", "gone"] {
            targets.insert(kind, community(&site, &people, kind).await);
        }
        let ids = [
            "COMMUNITY",
            "QUESTION",
            "ORIGINAL",
            "ANSWER",
            "COMMENT",
            "MEMBERS_NOTIFICATION",
            "CHAT",
            "MESSAGE",
            "MEMBERS_MESSAGE",
            "PICTURE",
            "CASE",
            "SUGGESTION",
            "ANSWER_VERSION",
            "QUESTION_VERSION",
        ]
        .map(|word| (word, NOTHING));
        let names = ["COMMUNITY_NAME", "TITLE", "TAG", "WRITER"].map(|word| (word, "nonesuch"));
        let absent = ids
            .into_iter()
            .chain(names)
            .map(|(word, value)| (word, value.to_owned()))
            .collect();
        targets.insert("absent", absent);
        targets.insert("another", targets["public"].clone());
        targets.insert("oneself", Words::new());
        targets.insert("-", Words::new());
        for (target, word, value) in [
            ("absent", "USER", "nobody1"),
            ("absent", "SESSION", NOTHING),
            ("absent", "WAITING_GAME", NOTHING),
            ("absent", "RUNNING_GAME", NOTHING),
            ("absent", "OVER_GAME", NOTHING),
            ("absent", "INVITATION", NOTHING),
            ("absent", "NOTICE", NOTHING),
            ("another", "NOTICE", &notice_of(&another).await),
            ("gone", "USER", "deleted1"),
            ("another", "USER", "another1"),
            ("another", "OWN_NAME", "another1"),
            ("another", "SESSION", &session_of(&another).await),
        ] {
            targets
                .get_mut(target)
                .expect("a target")
                .insert(word, value.to_owned());
        }
        people[index_of("elsewhere")]
            .creates_community("elsewhere", "private")
            .await;
        let mut common = games(&people).await;
        let invited = people[index_of("administrator")]
            .post("/administration/createInvitation", json!({}))
            .await
            .ok();
        common.insert("INVITATION", id_of(&invited["invitation"]));
        let message = json!({"messageToAdd": {"msg": "x"}});
        let message = people[index_of("member")]
            .post("/messaging/addMessage", message)
            .await
            .ok();
        common.insert("GLOBAL_MESSAGE", id_of(&message));
        let cookies = people
            .iter()
            .map(|person| person.cookies.lock().expect("cookies").clone())
            .collect();
        // Their browser keeps a session that has ended.
        people[index_of("deleted")]
            .delete("/user/deleteUser/deleted1")
            .await
            .ok();
        let mut own = Vec::new();
        for (role, person) in ROLES.iter().zip(&people) {
            let words = [
                ("OWN_NAME", name_of(role)),
                ("USER", name_of(role)),
                ("SESSION", session_of(person).await),
                ("NOTICE", notice_of(person).await),
            ];
            own.push(words.into());
        }

        site.sql(
            "INSERT INTO site_settings SELECT 'visitorReports', 'true', 0, min(id) FROM users
             UNION ALL SELECT 'reading', '\"everyone\"', 0, min(id) FROM users",
        );
        let copy = site.directory.path().join("world.db");
        site.sql(&format!("VACUUM INTO '{}'", copy.display()));
        let database = std::fs::read(copy).expect("the database");
        let media = Media::of(site.directory.path());
        let pictures = media.list().map(|file| {
            let path = media.path(&file.expect("a file").hash);
            std::fs::read(path).expect("a file")
        });
        Self {
            database,
            pictures: pictures.collect(),
            cookies,
            targets,
            own,
            common,
        }
    }

    /// Opens a copy of the prepared site, with its users.
    pub(super) fn open(&self) -> (TestSite, Vec<Person>) {
        let directory = TempDir::new().expect("a temporary directory");
        std::fs::write(directory.path().join("stoa.db"), &self.database).expect("the database");
        for picture in &self.pictures {
            Media::of(directory.path()).put(picture).expect("stored");
        }
        let site = TestSite::within(directory, |_| {});
        let person = |(role, cookies): (&&str, &Vec<(String, String)>)| {
            let mut person = site.visitor();
            person.name = (*role).to_owned();
            person.cookies = Mutex::new(cookies.clone());
            person
        };
        let people = ROLES.iter().zip(&self.cookies).map(person).collect();
        (site, people)
    }

    /// Replaces the words in capitals by names and ids of the target, or else of the actor.
    pub(super) fn fill(&self, text: &str, target: &str, role: &str) -> String {
        let named = [
            ("REQUESTER", "pending1"),
            ("MEMBER", "member1"),
            ("MODERATOR", "moderator1"),
            ("PASSWORD", PASSWORD),
        ];
        let named: Words = named.map(|(word, value)| (word, value.to_owned())).into();
        let words = [
            &self.targets[target],
            &self.own[index_of(role)],
            &self.common,
            &named,
        ];
        let mut filled = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
            let (word, after) = rest.split_at(rest.find(|c| !is_capital(c)).unwrap_or(rest.len()));
            let value = words.iter().find_map(|words| words.get(word));
            assert!(
                value.is_some() || word.len() <= 2 || word == "JSON",
                "{target} has no {word}: {text}"
            );
            filled += value.map_or(word, String::as_str);
            let (other, after) = after.split_at(after.find(is_capital).unwrap_or(after.len()));
            filled += other;
            rest = after;
        }
        // The braces of a path.
        if filled.starts_with('/') {
            filled.replace(['{', '}'], "")
        } else {
            filled
        }
    }
}

/// Returns the id of a user's session, or the id of nothing without one.
async fn session_of(person: &Person) -> String {
    let sessions = person.get("/user/getSessions").await;
    if sessions.status == 200 {
        id_of(&sessions.ok()[0])
    } else {
        NOTHING.to_owned()
    }
}

/// Returns the id of a user's notice, or the id of nothing without one.
async fn notice_of(person: &Person) -> String {
    let notices = person.get("/user/getSecurityNotices").await;
    if notices.status == 200 {
        id_of(&notices.ok()[0])
    } else {
        NOTHING.to_owned()
    }
}

/// Creates a waiting, a running and an ended game.
async fn games(people: &[Person]) -> Words {
    let [member, moderator] = ["member", "moderator"].map(|role| &people[index_of(role)]);
    let mut games = Words::new();
    for word in ["WAITING_GAME", "RUNNING_GAME", "OVER_GAME"] {
        let id = member
            .post("/games/create", json!({"gameType": "Nim"}))
            .await
            .ok()
            .as_str()
            .expect("an id")
            .to_owned();
        for player in [member, moderator]
            .into_iter()
            .filter(|_| word != "WAITING_GAME")
        {
            player.post("/games/join", json!({"gameID": id})).await.ok();
        }
        games.insert(word, id);
    }
    moderator
        .post("/games/leave", json!({"gameID": games["OVER_GAME"]}))
        .await
        .ok();
    games
}

/// Creates a community of this kind with its users and their posts.
async fn community(site: &TestSite, people: &[Person], kind: &'static str) -> Words {
    let [owner, member, former] = ["owner", "member", "former"].map(|role| &people[index_of(role)]);
    let writer = site.sign_up(&format!("writer-{kind}")).await;
    let is_public = kind == "public";
    let name = format!("The {kind} community");
    let id = owner
        .creates_community(&name, if is_public { "public" } else { "private" })
        .await;
    for person in ["member", "moderator", "former", "deleted"]
        .map(|role| &people[index_of(role)])
        .into_iter()
        .chain([&writer])
    {
        if is_public {
            person
                .post(&format!("/addMember/{id}"), json!({}))
                .await
                .ok();
        } else {
            person
                .post(&format!("/addMemberRequest/{id}"), json!({}))
                .await
                .ok();
            owner
                .post(
                    &format!("/approveMemberRequest/{id}"),
                    json!({"userId": id_of(&person.get("/user/me").await.ok())}),
                )
                .await
                .ok();
        }
    }
    owner
        .post(
            &format!("/addModerator/{id}"),
            json!({"userId": "moderator1"}),
        )
        .await
        .ok();
    if !is_public {
        people[index_of("pending")]
            .post(&format!("/addMemberRequest/{id}"), json!({}))
            .await
            .ok();
    }

    if kind == "private" {
        for person in [member, former] {
            let body = json!({"kind": "community", "object": id, "state": "watching"});
            person.patch("/following/setFollow", body).await.ok();
        }
    }
    let ask = async |person: &Person, title: &str, tag: &str| {
        let body = json!({"title": title, "text": "x", "tags": [{"name": tag}], "communityId": id});
        id_of(&person.post("/question/addQuestion", body).await.ok())
    };
    let comment = async |person: &Person, post: &str| {
        let text = match kind {
            "private" => format!("@{} @{}", member.name, former.name),
            _ => "x".to_owned(),
        };
        let body = json!({"id": post, "type": "question", "comment": {"text": text}});
        id_of(&person.post("/comment/addComment", body).await.ok())
    };
    let notification =
        async |person: &Person| id_of(&person.get("/getNotifications").await.ok()[0]);
    let (title, tag) = (format!("{kind}lanterns"), format!("{kind}-tag"));
    let original = ask(member, "Asked before", "a").await;
    let question = ask(member, &title, &tag).await;
    former.flag("question", &question, "spam").await.ok();
    let newest = "SELECT max(id) FROM cases";
    let case: i64 = site
        .connection()
        .query_row(newest, [], |row| row.get(0))
        .expect("a case");
    let case = crate::core::id::Id::from_i64(case).to_string();
    let formers = ask(former, "Asked by who has left", "a").await;
    let by_writer = writer.answer(&original, "x").await;
    comment(owner, &question).await;
    comment(owner, &formers).await;
    let (members_notification, formers_notification) =
        (notification(member).await, notification(former).await);
    let picture = member.picture(kind.len() as u8).await;
    let answered = shown(&picture);
    let version = async |post: &str| {
        let versions = owner.get(&format!("/post/getRevisions/{post}")).await;
        id_of(&versions.ok()[0])
    };
    let question_version = version(&question).await;
    let formers_version = version(&formers).await;
    let suggest = async |answer: &str| {
        let edit = json!({"id": answer, "revisionId": version(answer).await, "text": "better"});
        let edits = former.post("/post/suggestEdit", edit).await.ok();
        id_of(&edits["suggestions"][0])
    };
    let (answer, comment, answer_version, suggestion) = if kind == "gone" {
        let (answer, comment) = (
            member.answer(&original, &answered).await,
            comment(member, &original).await,
        );
        let answer_version = version(&answer).await;
        let suggestion = suggest(&answer).await;
        member
            .delete_with("/answer/deleteAnswer", json!({"aid": answer}))
            .await
            .ok();
        writer
            .delete_with("/answer/deleteAnswer", json!({"aid": by_writer}))
            .await
            .ok();
        member
            .delete_with("/comment/deleteComment", json!({"cid": comment}))
            .await
            .ok();
        member
            .delete_with("/question/deleteQuestion", json!({"qid": question}))
            .await
            .ok();
        owner
            .post(&format!("/community/archiveCommunity/{id}"), json!({}))
            .await
            .ok();
        (answer, comment, answer_version, suggestion)
    } else {
        member
            .post(
                "/question/addDuplicate",
                json!({"qid": question, "duplicateOf": original}),
            )
            .await
            .ok();
        let answer = member.answer(&question, &answered).await;
        let suggestion = suggest(&answer).await;
        let answer_version = version(&answer).await;
        let comment = comment(member, &question).await;
        (answer, comment, answer_version, suggestion)
    };
    if kind == "private" {
        for person in [member, former] {
            person
                .post("/star/addStar", json!({"qid": question}))
                .await
                .ok();
            person
                .patch(
                    "/star/setStarNote",
                    json!({"qid": question, "note": "mine"}),
                )
                .await
                .ok();
        }
    }
    former
        .post(&format!("/community/leaveCommunity/{id}"), json!({}))
        .await
        .ok();
    let mut participants = vec![writer.name.clone(), name_of("member"), name_of("moderator")];
    participants.extend((kind == "gone").then(|| name_of("deleted")));
    let message = json!({"msg": "x", "msgFrom": writer.name});
    let chat = writer
        .post(
            "/chat/createChat",
            json!({"participants": participants, "messages": [message]}),
        )
        .await
        .ok();
    let path = format!("/chat/{}/addMessage", id_of(&chat));
    let member = &people[index_of("member")];
    let replied = member.post(&path, json!({"msg": "y"})).await.ok();
    [
        ("CHAT", id_of(&chat)),
        ("MESSAGE", id_of(&chat["messages"][0])),
        ("MEMBERS_MESSAGE", id_of(&replied["messages"][1])),
        ("CASE", case),
        ("SUGGESTION", suggestion),
        ("ANSWER_VERSION", answer_version),
        ("QUESTION_VERSION", question_version),
        ("FORMERS_VERSION", formers_version),
        ("COMMUNITY", id),
        ("COMMUNITY_NAME", name.replace(' ', "%20")),
        ("QUESTION", question),
        ("TITLE", title),
        ("TAG", tag),
        ("ORIGINAL", original),
        ("ANSWER", answer),
        ("COMMENT", comment),
        ("FORMERS_QUESTION", formers),
        ("MEMBERS_NOTIFICATION", members_notification),
        ("FORMERS_NOTIFICATION", formers_notification),
        ("WRITER", writer.name),
        ("PICTURE", picture),
    ]
    .into()
}

/// Returns a response as the table writes it.
fn cell(reply: &Reply) -> String {
    if reply.status == 200 && reply.text == "[]" {
        "[]".to_owned()
    } else {
        reply.status.as_u16().to_string()
    }
}

#[tokio::test]
async fn every_route_answers_every_role_as_in_the_matrix() {
    let world = World::build().await;
    let (mut site, mut people) = world.open();
    let spellings: BTreeMap<String, Vec<&str>> = site
        .site
        .table
        .iter()
        .map(|route| (shape(&route.method, route.paths[0]), route.paths.clone()))
        .collect();
    let (mut wrong, mut cells, mut hidden) = (Vec::new(), 0, BTreeMap::new());
    for Row {
        head,
        target,
        cells: expected,
    } in rows(CALLS)
    {
        let (method, path, body) = parts(head);
        let Some(paths) = spellings.get(&shape(&method, path)) else {
            continue;
        };
        for spelling in paths {
            let fixed = |path: &str| path.find(['{', '?']).unwrap_or(path.len());
            let path = format!("{}{}", &spelling[..fixed(spelling)], &path[fixed(path)..]);
            for (place, (&role, &expected)) in ROLES.iter().zip(&expected).enumerate() {
                let body = body.map(|body| {
                    serde_json::from_str::<Value>(&world.fill(body, target, role)).expect("JSON")
                });
                let path = world.fill(&path, target, role);
                let mut reply = people[place]
                    .request(method.clone(), &path, body.clone())
                    .await;
                // A busy machine rejects password hashing with 503; try again.
                while reply.status == 503 {
                    reply = people[place]
                        .request(method.clone(), &path, body.clone())
                        .await;
                }
                cells += 1;
                if cell(&reply) != expected {
                    wrong.push(format!(
                        "{head}\n    on {target} as {role}: {} instead of {expected}: {:.200}",
                        cell(&reply),
                        reply.text
                    ));
                }
                // A hidden target looks like one that never existed.
                if reply.status == 404 && ["private", "absent", "gone"].contains(&target) {
                    hidden
                        .entry((head, role))
                        .or_insert_with(BTreeSet::new)
                        .insert(reply.text);
                }
                if reply.status == 200 && method != Method::GET {
                    (site, people) = world.open();
                }
            }
        }
    }
    drop(site);
    hidden.retain(|_, texts| texts.len() > 1);
    assert!(
        hidden.is_empty(),
        "404 says whether something is there: {hidden:?}"
    );
    assert!(
        wrong.is_empty(),
        "{} of {cells} cells are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{cells} cells of calls");
}

/// Where only members may read, all that needs a session refuses a caller without one, before anything else.
#[tokio::test]
async fn no_public_route_answers_without_a_session_where_members_read() {
    let world = World::build().await;
    let (site, _) = world.open();
    site.sql("DELETE FROM site_settings WHERE key = 'reading'");
    let TestSite {
        site: opened,
        directory,
        ..
    } = site;
    drop(opened);
    let site = TestSite::within(directory, |_| {});
    let mut refused = 0;
    for Row { head, target, .. } in rows(CALLS) {
        let (method, path, body) = parts(head);
        let shape_of = |route: &&crate::platform::web::Route| {
            route.is_public && shape(&route.method, route.paths[0]) == shape(&method, path)
        };
        // Feeds and pictures of questions do not exist there: `nothing_for_other_programs_exists_where_members_read`.
        if feeds::is_public_path(path)
            || path.starts_with(previews::PATH)
            || !site.site.table.iter().any(|route| shape_of(&route))
        {
            continue;
        }
        for role in ["nobody", "deleted"] {
            let person = site.visitor();
            *person.cookies.lock().expect("cookies") = world.cookies[index_of(role)].clone();
            let reply = person
                .request(method.clone(), &world.fill(path, target, role), None)
                .await;
            assert!(body.is_none(), "{head}");
            assert_eq!(
                (reply.status.as_u16(), reply.text.as_str()),
                (401, "Please log in"),
                "{head} on {target} as {role}"
            );
            refused += 1;
        }
    }
    assert!(refused > 120, "only {refused} calls were refused");
}

#[tokio::test]
async fn public_routes_only_read() {
    let site = TestSite::new();
    let public = site.site.table.iter().filter(|route| route.is_public);
    for route in public {
        assert_eq!(route.method, Method::GET, "{:?}", route.paths);
        assert!(route.signed_in && !route.for_staff && !route.asks_for_password);
    }
}

#[tokio::test]
async fn reads_change_only_views() {
    let world = World::build().await;
    let (site, people) = world.open();
    site.sql("INSERT OR IGNORE INTO question_views SELECT q.id, u.id FROM questions q, users u");
    site.settle().await;
    let (before, mut read) = (site.content(), 0);
    for Row { head, target, .. } in rows(CALLS) {
        let (method, path, _) = parts(head);
        if method == Method::GET {
            for (person, role) in people.iter().zip(ROLES) {
                read += usize::from(
                    person
                        .request(method.clone(), &world.fill(path, target, role), None)
                        .await
                        .status
                        == 200,
                );
            }
        }
    }
    // Deferred writes happen within a second.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert!(read > 300, "only {read} calls were answered");
    let after = site.content();
    let (before, after): (BTreeSet<&str>, BTreeSet<&str>) =
        (before.lines().collect(), after.lines().collect());
    let changed: Vec<_> = before.symmetric_difference(&after).collect();
    assert!(
        changed.is_empty(),
        "something that is only read is changed: {changed:#?}"
    );
}

#[tokio::test]
async fn every_route_has_rows_in_the_matrix() {
    let site = TestSite::new();
    let routes: BTreeSet<String> = site
        .site
        .table
        .iter()
        .map(|route| shape(&route.method, route.paths[0]))
        .collect();
    let mut covered: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in rows(CALLS) {
        let (method, path, _) = parts(row.head);
        let targets = covered.entry(shape(&method, path)).or_default();
        targets.insert(row.target);
        if row.head.contains("OWN_NAME") && row.cells.contains(&"403") && row.target == "another" {
            targets.insert("refused in another's name");
        }
    }
    let missing: Vec<_> = routes
        .iter()
        .filter(|route| !covered.contains_key(*route))
        .collect();
    assert!(
        missing.is_empty(),
        "no rows for {missing:?}: add them to roles/calls.txt. Above the rows stands the call with its first path; below it \
         a row for each target that makes a difference, with the expected response for each role"
    );
    let unknown: Vec<_> = covered
        .keys()
        .filter(|call| !routes.contains(*call))
        .collect();
    assert!(
        unknown.is_empty(),
        "rows without a route (or not with its first path): {unknown:?}"
    );
    for (call, targets) in &covered {
        let has = |target: &str| targets.contains(target);
        assert!(
            ["-", "oneself"].iter().any(|target| has(target))
                || ["public", "private", "absent", "gone"]
                    .iter()
                    .all(|target| has(target)),
            "{call} needs rows for public, private, absent and gone"
        );
    }
}

#[tokio::test]
async fn every_event_reaches_the_roles_of_the_matrix() {
    let rows = rows(EVENTS);
    let covered: BTreeSet<&str> = rows
        .iter()
        .map(|row| row.head.split(' ').next().expect("a name"))
        .collect();
    // `changed` replaces another event for the same audience.
    let known: BTreeSet<&str> = crate::app::server::events::NAMES
        .iter()
        .copied()
        .filter(|name| *name != Changed::NAME)
        .collect();
    assert_eq!(
        covered, known,
        "an event without rows (or rows without an event): add its causes and recipients to roles/events.txt"
    );
    // The causes by target, and for each role the events that follow.
    let mut happenings: Vec<(&str, &str, Vec<Vec<&str>>)> = Vec::new();
    for Row {
        head,
        target,
        cells,
    } in rows
    {
        let (event, happens) = head.split_once(' ').expect("an event and a call");
        let known = happenings
            .iter()
            .position(|(other, other_target, _)| (*other, *other_target) == (happens, target));
        let place = known.unwrap_or_else(|| {
            happenings.push((happens, target, vec![Vec::new(); ROLES.len()]));
            happenings.len() - 1
        });
        for (events, cell) in happenings[place].2.iter_mut().zip(cells) {
            assert!(["x", "-"].contains(&cell), "{head}: {cell}");
            events.extend((cell == "x").then_some(event));
        }
    }

    let world = World::build().await;
    let (mut wrong, mut cells) = (Vec::new(), 0);
    for (happens, target, expected) in happenings {
        let (site, people) = world.open();
        let server = Listening::with(site).await;
        let mut sockets: Vec<Socket> = Vec::new();
        for person in &people {
            sockets.push(server.socket_of(person).await);
        }
        let (actor, call) = happens.split_once(' ').expect("a role and a call");
        let (method, path, body) = parts(call);
        let body =
            body.map(|body| serde_json::from_str(&world.fill(body, target, actor)).expect("JSON"));
        let recipient = expected.iter().position(|events| !events.is_empty());
        if method.as_str() == "SAYS" {
            let emitted: Value = body.expect("what is said");
            sockets[index_of(actor)]
                .send_text(&format!("42[\"{path}\",{emitted}]"))
                .await;
        } else {
            let reply = people[index_of(actor)]
                .request(method, &world.fill(path, target, actor), body)
                .await;
            assert!(
                reply.status == 200 || recipient.is_none(),
                "{happens} on {target}: {}",
                reply.text
            );
        }

        // Views are published a little later; all other events precede them.
        let mut received = vec![Vec::new(); ROLES.len()];
        if let Some(recipient) = recipient {
            while received[recipient].len() < expected[recipient].len() {
                received[recipient].push(sockets[recipient].event_or_badge().await.0);
            }
        }
        people[index_of("member")]
            .patch("/user/updateBiography", json!({"biography": "the fence"}))
            .await
            .ok();
        for (socket, received) in sockets.iter_mut().zip(&mut received) {
            let events = socket.events_until("the fence").await;
            received.extend(events.into_iter().map(|(name, _)| name));
        }
        for ((role, mut received), mut expected) in ROLES.iter().zip(received).zip(expected) {
            cells += 1;
            received.sort();
            expected.sort_unstable();
            if received != expected {
                wrong.push(format!(
                    "{happens}\n    on {target}: {role} received {received:?} instead of {expected:?}"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cells} cells are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{cells} cells of events");
}
