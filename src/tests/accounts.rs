//! Account self-service: session lists, the personal data export and account deletion.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{PASSWORD, Person, TestSite, id_of};
use crate::core::id::Id;
use crate::features::users::contributions;
use crate::features::{account_data, notifications, stars, users};
use crate::platform::db::plans;

const ABSENT: &str = "0000000000001";

impl TestSite {
    /// Logs in from another browser of a registered user.
    async fn log_in(&self, name: &str) -> Person {
        let mut person = self.visitor();
        person.name = name.to_owned();
        person.authenticate("login").await;
        person
    }
}

impl Person {
    async fn sessions(&self) -> Vec<Value> {
        self.get("/user/getSessions")
            .await
            .ok()
            .as_array()
            .expect("an array")
            .clone()
    }

    /// Returns the id of this browser's session.
    async fn session(&self) -> String {
        id_of(
            self.sessions()
                .await
                .iter()
                .find(|session| session["current"] == true)
                .expect("the current session"),
        )
    }

    async fn is_signed_in(&self) -> bool {
        self.get("/user/me").await.status == 200
    }
}

#[tokio::test]
async fn active_sessions_are_listed() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    site.clock.advance(Duration::from_secs(60));
    let mut phone = site.visitor();
    phone.peer = ([203, 0, 113, 7], 40_000).into();
    phone
        .post(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .ok();
    let sessions = ann.sessions().await;
    let ids: Vec<String> = sessions.iter().map(id_of).collect();
    let expected = json!([
        {"_id": ids[0], "createdAt": "2026-11-21T00:01:00.000Z", "lastSeenAt": "2026-11-21T00:01:00.000Z", "address": "203.0.113.7", "userAgent": "", "signedInBy": "password", "current": false},
        {"_id": ids[1], "createdAt": "2026-11-21T00:00:00.000Z", "lastSeenAt": "2026-11-21T00:00:00.000Z", "address": "127.0.0.1", "userAgent": "", "signedInBy": "password", "current": true},
    ]);
    assert_eq!(Value::from(sessions), expected);
    assert_eq!(phone.session().await, ids[0]);
    // An expired session is not listed, even before the expiry task deletes it.
    site.clock
        .advance(users::store::sessions::IDLE_LIFETIME - Duration::from_secs(60));
    assert_eq!(phone.sessions().await.len(), 1);
}

#[tokio::test]
async fn a_user_ends_one_other_session_or_all_others() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let (ben, phone, tablet, desk) = (
        site.sign_up("ben").await,
        site.log_in("ann").await,
        site.log_in("ann").await,
        site.log_in("ann").await,
    );
    let end =
        async |person: &Person, id: &str| person.delete(&format!("/user/endSession/{id}")).await;
    let [of_ben, of_phone, of_tablet] = [
        ben.session().await,
        phone.session().await,
        tablet.session().await,
    ];

    // Sessions of other users are reported as absent.
    for id in [ABSENT, &of_ben] {
        end(&ann, id).await.refused(404, "Session not found");
    }
    assert!(ben.is_signed_in().await);

    let left = end(&ann, &of_phone).await;
    assert!(
        left.headers.get("set-cookie").is_none(),
        "ann stays logged in"
    );
    let left: Vec<String> = left.ok().as_array().unwrap().iter().map(id_of).collect();
    assert_eq!((left.len(), left.contains(&of_phone)), (3, false));
    phone.get("/user/me").await.refused(401, "Please log in");
    end(&ann, &of_phone).await.refused(404, "Session not found");

    // Ending the own session logs out.
    end(&tablet, &of_tablet).await.ok();
    assert_eq!(
        (tablet.cookie("stoa_session"), tablet.cookie("XSRF-TOKEN")),
        (None, None)
    );
    tablet.get("/user/me").await.refused(401, "Please log in");

    let left = ann.post("/user/endOtherSessions", json!({})).await.ok();
    assert_eq!(
        (left.as_array().unwrap().len(), &left[0]["current"]),
        (1, &json!(true))
    );
    assert!(!desk.is_signed_in().await && ann.is_signed_in().await && ben.is_signed_in().await);
}

#[tokio::test]
async fn ending_a_session_closes_only_its_sockets() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let (ben, phone, tablet) = (
        server.site.sign_up("ben").await,
        server.site.log_in("ann").await,
        server.site.log_in("ann").await,
    );
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let (mut by_phone, mut by_tablet) = (
        server.socket_of(&phone).await,
        server.socket_of(&tablet).await,
    );
    ann.delete(&format!("/user/endSession/{}", phone.session().await))
        .await
        .ok();
    by_phone.expect_dropped().await;
    by_tablet.expect_silence().await;
    ann.post("/user/endOtherSessions", json!({})).await.ok();
    by_tablet.expect_dropped().await;
    ann.ask("T", "x", &["a"]).await;
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.event().await.0, "questionUpdate");
    }
    ann.delete(&format!("/user/endSession/{}", ann.session().await))
        .await
        .ok();
    by_ann.expect_dropped().await;
    by_ben.expect_silence().await;
}

/// The export of Ann, who wrote, edited, deleted, voted and starred, and has left a community.
struct Export {
    ann: Person,
    /// The question of Ann, and Ben's.
    own: String,
    theirs: String,
    /// Ann's question in the community that Ann has left.
    hidden: String,
    private: String,
    public: String,
    /// Ann's answer to Ben's question.
    answer: String,
    /// Ben's comments on the questions `own` and `hidden`.
    readable: String,
    unreadable: String,
    /// Ben's answer to `theirs`.
    of_ben: String,
    reply: super::Reply,
    _site: TestSite,
}

impl Export {
    async fn new() -> Self {
        let site = TestSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let (private, public) = (
            site.community(7, "private", &["ann", "ben"]),
            site.community(8, "public", &["ann"]),
        );
        let (own, theirs) = (
            ann.ask("mine", "x", &["a"]).await,
            ben.ask("theirs", "secret of ben", &["a"]).await,
        );
        let hidden = ann.ask_in(&private, "hidden").await;
        let (answer, deleted) = (
            ann.answer(&theirs, "y").await,
            ann.answer(&hidden, "z").await,
        );
        let comment = ann.comment("answer", &answer, "c").await;
        let readable = ben.comment("question", &own, "of ben").await;
        let unreadable = ben.comment("question", &hidden, "hidden from ann").await;
        site.clock.advance(Duration::from_secs(1));
        ann.patch(
            "/question/editQuestion",
            json!({"qid": own, "title": "ours", "text": "w", "tags": [{"name": "b"}]}),
        )
        .await
        .ok();
        ann.patch("/comment/editComment", json!({"cid": comment, "text": "d"}))
            .await
            .ok();
        ann.delete_with("/answer/deleteAnswer", json!({"aid": deleted}))
            .await
            .ok();
        ann.post("/question/upvoteQuestion", json!({"qid": theirs}))
            .await
            .ok();
        let of_ben = ben.answer(&theirs, "by ben").await;
        ann.post("/answer/downvoteAnswer", json!({"aid": of_ben}))
            .await
            .ok();
        ann.post("/star/addStar", json!({"qid": theirs})).await.ok();
        let note = json!({"qid": theirs, "note": "again", "remindAt": LATER});
        ann.patch("/star/setStarNote", note).await.ok();
        let search = json!({"text": "wallet", "state": "watched"});
        ann.patch("/following/setSearch", search).await.ok();
        ben.comment("answer", &answer, "of ben too").await;
        ann.patch("/user/updateBiography", json!({"biography": "me"}))
            .await
            .ok();
        site.expel(7, "ann");

        let reply = ann.get("/user/getData").await;
        Self {
            ann,
            own,
            theirs,
            hidden,
            private,
            public,
            answer,
            readable,
            unreadable,
            of_ben,
            reply,
            _site: site,
        }
    }
}

const THEN: &str = "2026-11-21T00:00:00.000Z";
const NOW: &str = "2026-11-21T00:00:01.000Z";
const LATER: &str = "2026-11-22T00:00:00.000Z";

/// Returns the text of each item of a list.
fn texts(list: &Value) -> Value {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item["text"].clone()).collect()
}

#[tokio::test]
async fn an_export_is_a_json_file_about_the_user() {
    let export = Export::new().await;
    let data = export.reply.ok();
    assert_eq!(
        export.reply.header("content-disposition"),
        "attachment; filename=\"stoa-ann.json\""
    );
    assert_eq!(data["user"], export.ann.get("/user/me").await.ok());
}

#[tokio::test]
async fn an_export_has_questions_with_their_revisions() {
    let export = Export::new().await;
    let data = export.reply.ok();
    let [question, in_community] = [&data["questions"][0], &data["questions"][1]];
    assert_eq!(
        (&question["_id"], &question["title"], &question["text"]),
        (&json!(export.own), &json!("ours"), &json!("w"))
    );
    assert_eq!(
        (
            &question["createdAt"],
            &question["editedAt"],
            question.get("deletedAt")
        ),
        (&json!(THEN), &json!(NOW), None)
    );
    assert_eq!(
        (
            texts(&question["revisions"]),
            &question["revisions"][0]["tags"]
        ),
        (json!(["w", "x"]), &json!(["b"]))
    );
    assert_eq!(
        (&in_community["_id"], &in_community["communityId"]),
        (&json!(export.hidden), &json!(export.private))
    );
}

#[tokio::test]
async fn an_export_has_answers_and_comments_with_their_revisions() {
    let export = Export::new().await;
    let data = export.reply.ok();
    assert_eq!(
        (
            texts(&data["questions"]),
            texts(&data["answers"]),
            texts(&data["comments"])
        ),
        (json!(["w", "x"]), json!(["y", "z"]), json!(["d"]))
    );
    let [kept, gone] = [&data["answers"][0], &data["answers"][1]];
    assert_eq!(
        (
            &kept["qid"],
            kept.get("deletedAt"),
            texts(&kept["revisions"])
        ),
        (&json!(export.theirs), None, json!(["y"]))
    );
    assert_eq!(
        (&gone["qid"], &gone["deletedAt"]),
        (&json!(export.hidden), &json!(NOW))
    );
    let written = &data["comments"][0];
    assert_eq!(
        (
            &written["qid"],
            &written["aid"],
            texts(&written["revisions"])
        ),
        (&json!(export.theirs), &json!(export.answer), json!(["c"]))
    );
}

#[tokio::test]
async fn an_export_has_votes_and_stars() {
    let export = Export::new().await;
    let data = export.reply.ok();
    let votes = data["votes"].as_array().unwrap();
    assert_eq!(votes.len(), 2);
    for vote in [
        json!({"qid": export.theirs, "value": 1, "votedAt": NOW}),
        json!({"qid": export.theirs, "aid": export.of_ben, "value": -1, "votedAt": NOW}),
    ] {
        assert!(votes.contains(&vote), "{vote}");
    }
    assert_eq!(
        data["stars"],
        json!([{"qid": export.theirs, "starredAt": NOW}])
    );
    assert_eq!(
        data["starNotes"],
        json!([{"qid": export.theirs, "note": "again", "remindAt": LATER}])
    );
    assert_eq!(
        data["savedSearches"],
        json!([{"text": "wallet", "watchedSince": NOW}])
    );
}

#[tokio::test]
async fn an_export_has_communities_notifications_and_sessions() {
    let export = Export::new().await;
    let data = export.reply.ok();
    assert_eq!(
        data["communities"],
        json!([{"_id": export.public, "name": "community 8", "isModerator": false, "isOwner": false, "joinedAt": "1970-01-01T00:00:00.000Z"}])
    );
    assert_eq!(
        data["notifications"],
        export.ann.get("/getNotifications").await.ok()
    );
    assert_eq!(
        data["sessions"],
        export.ann.get("/user/getSessions").await.ok()
    );
}

#[tokio::test]
async fn an_export_has_no_credentials_and_nothing_unreadable() {
    let export = Export::new().await;
    assert!(
        export.reply.text.contains(&export.readable)
            && !export.reply.text.contains(&export.unreadable)
    );
    let token = export.ann.cookie("stoa_session").expect("a session");
    for absent in [
        "secret of ben",
        "by ben",
        "hidden from ann",
        "argon2",
        PASSWORD,
        &token,
    ] {
        assert!(!export.reply.text.contains(absent), "{absent}");
    }
}

#[tokio::test]
async fn an_export_ignores_a_username_in_the_query() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("mine", "x", &["a"]).await;
    let cem = site.sign_up("cem").await;
    let data = cem.get("/user/getData?username=ann").await.ok();
    assert_eq!(
        (&data["user"]["username"], &data["questions"]),
        (&json!("cem"), &json!([]))
    );
}

#[tokio::test]
async fn deleting_an_account_deletes_its_private_data() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (own, theirs) = (
        ann.ask("mine", "x", &["a"]).await,
        ben.ask("theirs", "y", &["a"]).await,
    );
    for person in [&ann, &ben] {
        person
            .post("/star/addStar", json!({"qid": theirs}))
            .await
            .ok();
        person.post("/star/addStar", json!({"qid": own})).await.ok();
        let note = json!({"qid": theirs, "note": "again"});
        person.patch("/star/setStarNote", note).await.ok();
        let search = json!({"text": "wallet", "state": "watched"});
        person.patch("/following/setSearch", search).await.ok();
        person
            .post("/question/upvoteQuestion", json!({"qid": theirs}))
            .await
            .ok();
    }
    let answer = ann.answer(&theirs, "z").await;
    ben.comment("answer", &answer, "c").await;
    ben.answer(&own, "w").await;
    ann.delete("/user/deleteUser/ann").await.ok();
    let count = |table: &'static str, column: &'static str| {
        let sql = format!(
            "SELECT count(*) FROM {table} WHERE {column} = (SELECT id FROM users WHERE username = 'ann')"
        );
        site.site
            .app
            .db
            .read(move |read| read.value::<i64>(&sql, []))
    };
    for (table, column, left) in [
        ("stars", "user_id", 0),
        ("star_notes", "user_id", 0),
        ("saved_searches", "user_id", 0),
        ("notifications", "recipient_id", 0),
        ("sessions", "user_id", 0),
        ("posts", "author_id", 2),
        ("votes", "user_id", 1),
    ] {
        assert_eq!(count(table, column).await.unwrap(), left, "{table}");
    }
    let question = ben
        .get(&format!("/question/getQuestionById/{theirs}"))
        .await
        .ok();
    assert_eq!(
        (
            &question["upVotes"],
            &question["score"],
            &question["answers"][0]["ansBy"]
        ),
        (&json!(["ben"]), &json!(2), &json!("[deleted]"))
    );
    assert_eq!(
        ben.get("/getNotifications").await.ok()[0]["updateBy"],
        "[deleted]"
    );
    ben.get("/contributions/getContributions?userID=ann")
        .await
        .refused(
            404,
            "No user data found. Make sure the username parameter is correct.",
        );
    // The name appears nowhere any more.
    for path in [
        "/question/getQuestion",
        "/user/getUsers",
        "/getNotifications",
        "/star/getStars",
    ] {
        let reply = ben.get(path).await;
        assert!(!reply.text.contains("\"ann\""), "{path}: {}", reply.text);
    }
}

#[tokio::test]
async fn usernames_cannot_equal_a_route_segment() {
    let site = TestSite::new();
    let paths = site.site.table.iter().flat_map(|route| &route.paths);
    let words: BTreeSet<&str> = paths
        .flat_map(|path| path.split('/'))
        .filter(|word| !word.is_empty() && !word.starts_with('{'))
        .collect();
    assert!(
        words.contains("getUser") && words.contains("deleteUser"),
        "{words:?}"
    );
    let free: Vec<&str> = words
        .into_iter()
        .filter(|word| !crate::core::text::is_reserved(word))
        .collect();
    assert!(free.is_empty(), "reserve these in text.rs: {free:?}");
}

/// Queries for one user's data use an index, so the number of other users does not matter, and
/// pages are not sorted.
#[tokio::test]
async fn per_user_queries_use_indexes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let token = users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.read(move |read| {
        let me = users::store::sessions::me(read, &token)?.expect("ann");
        let paging = || crate::core::paging::Paging {
            limit: 30,
            cursor: Some("1".to_owned()),
        };
        plans(read, || {
            notifications::store::list(read, &me, &paging())?;
            notifications::store::one(read, me.id(), Id::from_i64(1))?;
            stars::store::list(
                read,
                &me,
                &crate::core::paging::Paging {
                    cursor: Some("1.1".to_owned()),
                    ..paging()
                },
            )?;
            stars::notes::reminders(read, &me)?;
            let since = crate::core::clock::Timestamp::from_millis(0);
            contributions::store::of_author(read, &me, me.id(), since, since)?;
            let data = account_data::data(read, &me, Some(me.session()))?;
            serde_json::to_writer(std::io::sink(), &data)
                .map_err(crate::core::error::Error::internal)
        })
    });
    let statements = statements.await.unwrap();
    assert!(
        statements.len() >= 15,
        "only {} statements were seen",
        statements.len()
    );
    for (sql, plan) in statements {
        let plan = plan.join("\n");
        // A common table expression over one user's rows may be scanned and sorted, and so may the
        // list in a column of such a row; a table or index over all users may not.
        let scans = plan.lines().any(|line| {
            line.starts_with("SCAN ")
                && !["SCAN w", "SCAN CONSTANT ROW"].contains(&line)
                && !line.starts_with("SCAN (subquery-")
                && !line.starts_with("SCAN json_each VIRTUAL TABLE")
        });
        let sorts = sql.contains("LIMIT") && plan.contains("ORDER BY");
        assert!(!scans && !sorts, "{sql}\n{plan}");
    }
}

#[tokio::test]
async fn a_large_download_arrives_complete() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    ann.patch(
        "/question/editQuestion",
        json!({"qid": question, "title": "U", "text": "y", "tags": [{"name": "a"}]}),
    )
    .await
    .ok();
    site.sql(
        "INSERT INTO messages (id, chat_id, author_id, text, created_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         SELECT i, 0, u.id, 'message ' || i, 0 FROM n, users u WHERE u.username = 'ann'",
    );
    let reply = ann.get("/user/getData").await;
    let data = reply.ok();
    assert_eq!(reply.header("content-length"), reply.text.len().to_string());
    assert!(reply.text.len() > 3 << 16, "it fits in one part");
    let messages = data["messages"].as_array().expect("an array");
    assert_eq!(messages.len(), 3_000);
    assert_eq!(messages[2_999]["msg"], "message 3000");
    let revisions = data["questions"][0]["revisions"].as_array();
    assert_eq!(revisions.map(Vec::len), Some(2));
}
