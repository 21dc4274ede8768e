//! What administrators do by calls: with posts, accounts, communities, sessions and the server.

use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::live::Listening;
use super::{PASSWORD, Person, TestSite, id_of};

const ABSENT: &str = "0000000000001";

impl Person {
    async fn remove(&self, id: &str, reason: &str) -> Value {
        self.post("/administration/removePost", json!({"id": id, "reason": reason})).await.ok()
    }

    async fn whole(&self, question: &str) -> Value {
        let mut question = self.get(&format!("/question/getQuestionById/{question}")).await.ok();
        question["views"] = json!([]);
        question["viewCount"] = json!(0);
        question
    }
}

/// A site with an administrator, and two others.
async fn people(site: &TestSite) -> [Person; 3] {
    let people = [site.sign_up("root1").await, site.sign_up("ann").await, site.sign_up("ben").await];
    site.promote("root1").await;
    people
}

#[tokio::test]
async fn what_is_removed_is_gone_and_its_author_alone_learns_why() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ben.answer(&question, "giraffe").await;
    let comment = ben.comment("question", &question, "why?").await;
    ann.post("/question/acceptAnswer", json!({"qid": question, "aid": answer})).await.ok();
    ann.delete_with("/question/deleteQuestion", json!({"qid": question})).await.ok();
    let before = ann.whole(&question).await;
    assert!(before["closedAt"].is_string());

    let removal = root.remove(&comment, " spam ").await;
    assert_eq!(
        (&removal["type"], &removal["author"], &removal["removedBy"], &removal["reason"], &removal["text"]),
        (&json!("comment"), &json!("ben"), &json!("root1"), &json!("spam"), &json!("why?"))
    );
    assert_eq!(ann.whole(&question).await["comments"], json!([]));
    root.post("/administration/removePost", json!({"id": comment, "reason": "again"})).await.refused(404, "Post not found");
    let listed = ben.get("/post/getDeletedPosts").await.ok();
    assert_eq!((&listed[0]["_id"], &listed[0]["removalReason"]), (&json!(comment), &json!("spam")));
    ben.post("/comment/undeleteComment", json!({"cid": comment})).await.refused(404, "Post not found");
    assert_eq!(ben.get("/user/getData").await.ok()["comments"][0]["removalReason"], "spam");

    site.clock.advance(Duration::from_secs(1));
    root.remove(&answer, "off topic").await;
    let seen = ann.whole(&question).await;
    assert_eq!((&seen["answers"], &seen["answerCount"], seen.get("acceptedAnswerId")), (&json!([]), &json!(0), None));
    assert_eq!(ann.titles("/question/getQuestion?search=giraffe").await, [""; 0]);
    ben.post("/answer/undeleteAnswer", json!({"aid": answer})).await.refused(404, "Post not found");
    root.post("/administration/restorePost", json!({"id": answer})).await.ok();

    // A question is removed with its answers, and not only closed.
    site.clock.advance(Duration::from_secs(1));
    root.remove(&question, "rude").await;
    for person in [&ann, &ben, &root] {
        person.get(&format!("/question/getQuestionById/{question}")).await.refused(404, "Question not found");
        assert_eq!(person.titles("/question/getQuestion").await, [""; 0]);
        assert_eq!(person.get("/tag/getTagsWithQuestionNumber").await.ok(), json!([]));
    }
    ann.post("/question/undeleteQuestion", json!({"qid": question})).await.refused(404, "Question not found");
    assert_eq!(ann.get("/post/getDeletedPosts").await.ok()[0]["removalReason"], "rude");
    assert_eq!(ann.get("/user/getData").await.ok()["questions"][0]["removalReason"], "rude");
    for person in [&ben, &root] {
        assert_eq!(person.get(&format!("/post/getDeletedPosts?qid={question}")).await.ok(), json!([]));
        assert!(!person.get("/user/getData").await.text.contains("rude"));
    }

    // What hangs on it can come back once it has.
    root.post("/administration/restorePost", json!({"id": comment})).await.refused(404, "Post not found");
    let listed = root.get("/administration/getRemovals").await;
    assert_eq!((listed.header("x-total-count"), id_of(&listed.ok()[0])), ("1", question.clone()));
    for id in [&question, &comment] {
        root.post("/administration/restorePost", json!({"id": id})).await.ok();
        root.post("/administration/restorePost", json!({"id": id})).await.refused(404, "Post not found");
    }
    ann.post("/question/acceptAnswer", json!({"qid": question, "aid": answer})).await.ok();
    assert_eq!(ann.whole(&question).await, before);
    assert_eq!(ann.titles("/question/getQuestion?search=giraffe").await, ["Zebra"]);
    assert_eq!(root.get("/administration/getRemovals").await.ok(), json!([]));
    for author in [&ann, &ben] {
        assert_eq!(author.get("/post/getDeletedPosts").await.ok(), json!([]));
        assert!(!author.get("/user/getData").await.text.contains("removalReason"));
    }

    // All of it is on record.
    let record = site.site.app.db.read(|read| {
        let sql = "SELECT r.reason, a.username, r.removed_at, b.username, r.restored_at FROM removals r
                   JOIN users a ON a.id = r.removed_by JOIN users b ON b.id = r.restored_by ORDER BY r.id";
        read.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?, row.get(3)?, row.get::<_, i64>(4)?)))
    });
    let record: Vec<(String, String, i64, String, i64)> = record.await.expect("the record");
    let reasons: Vec<&str> = record.iter().map(|(reason, ..)| reason.as_str()).collect();
    assert_eq!(reasons, ["spam", "off topic", "rude"]);
    assert!(record.iter().all(|(_, by, removed, undone_by, undone)| by == "root1" && undone_by == "root1" && removed <= undone));
}

#[tokio::test]
async fn an_administrator_may_not_undelete_what_its_author_deleted_nor_its_author_what_an_administrator_removed() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": question})).await.ok();
    root.post("/administration/restorePost", json!({"id": question})).await.refused(404, "Post not found");
    root.post("/administration/removePost", json!({"id": question, "reason": "x"})).await.refused(404, "Post not found");
    // Not even where he wrote it himself.
    let own = root.ask("Mine", "x", &["a"]).await;
    root.remove(&own, "a test").await;
    root.post("/question/undeleteQuestion", json!({"qid": own})).await.refused(404, "Question not found");
    root.post("/administration/restorePost", json!({"id": own})).await.ok();
    root.get(&format!("/question/getQuestionById/{own}")).await.ok();
}

#[tokio::test]
async fn a_removal_needs_a_reason() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let before = ann.whole(&question).await;
    let remove = |reason: &str| json!({"id": question, "reason": reason});
    for (reason, sentence) in [
        (String::new(), "Reason cannot be empty"),
        (" \n".to_owned(), "Reason cannot be empty"),
        ("x".repeat(501), "Reason cannot be more than 500 characters"),
        ("\u{0}".to_owned(), "Text cannot contain the NUL character"),
    ] {
        root.post("/administration/removePost", remove(&reason)).await.refused(400, sentence);
    }
    root.post("/administration/removePost", json!({"id": question})).await.refused(400, "Reason cannot be empty");
    ben.post("/administration/removePost", remove("x")).await.refused(403, "Only administrators can do this");
    assert_eq!(ann.whole(&question).await, before);
}

#[tokio::test]
async fn what_only_members_may_read_is_no_administrators_business() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let private = site.community(1, "private", &["ann", "ben"]);
    site.community(2, "public", &[]);
    let question = ann.ask_in(&private, "Secret").await;
    let remove = json!({"id": question, "reason": "x"});
    root.post("/administration/removePost", remove.clone()).await.refused(404, "Post not found");
    let listed = root.get("/administration/getCommunities").await;
    assert_eq!(listed.header("x-total-count"), "2");
    let listed = listed.ok();
    assert_eq!((&listed[0]["memberCount"], listed[0].get("questionCount")), (&json!(2), None));
    assert_eq!(listed[1]["questionCount"], 0);

    // As a member he may, and when he has left he may no longer.
    site.promote("ben").await;
    ben.post("/administration/removePost", remove).await.ok();
    assert_eq!(ben.get("/administration/getCommunities?search=UNITY%201").await.ok()[0]["questionCount"], 0);
    assert_eq!(root.get("/administration/getRemovals").await.ok(), json!([]));
    root.post("/administration/restorePost", json!({"id": question})).await.refused(404, "Post not found");
    site.expel(1, "ben");
    assert_eq!(ben.get("/administration/getRemovals").await.ok(), json!([]));
    site.admit(1, "ben");
    ben.post("/administration/restorePost", json!({"id": question})).await.ok();
    ann.get(&format!("/question/getQuestionById/{question}")).await.ok();
}

#[tokio::test]
async fn readers_are_told_that_a_post_is_removed_and_not_why() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, ben] = people(site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let comment = ann.comment("question", &question, "hm").await;
    let mut sockets = [server.socket_of(&ann).await, server.socket_of(&ben).await];
    root.remove(&comment, "the reason").await;
    root.remove(&question, "the reason").await;
    root.post("/administration/restorePost", json!({"id": question})).await.ok();
    for socket in &mut sockets {
        let (name, payload) = socket.event().await;
        assert_eq!((name.as_str(), &payload["result"]["comments"]), ("commentUpdate", &json!([])));
        let (name, gone) = socket.event().await;
        assert_eq!((name.as_str(), &gone["title"], gone["deletedAt"].is_string()), ("questionUpdate", &json!("[deleted]"), true));
        let (name, back) = socket.event().await;
        assert_eq!((name.as_str(), &back["title"], back.get("deletedAt")), ("questionUpdate", &json!("Zebra"), None));
        assert!(![payload, gone, back].iter().any(|told| told.to_string().contains("the reason")));
    }
}

#[tokio::test]
async fn accounts_are_disabled_and_promoted_and_that_is_listed() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, _ben] = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let of = |name: &str| json!({"userId": name});
    let ann_id = id_of(&ann.get("/user/me").await.ok());
    assert_eq!(root.post("/administration/disableUser", of(&ann_id)).await.ok()["username"], "ann");
    socket.is_dropped().await;
    ann.get("/user/me").await.refused(401, "Please log in");
    let names = async |query: &str| {
        let listed = root.get(&format!("/administration/getUsers?{query}")).await;
        let names: Vec<String> =
            listed.ok().as_array().expect("a list").iter().map(|user| user["username"].as_str().unwrap().to_owned()).collect();
        assert_eq!(listed.header("x-total-count"), names.len().to_string());
        names
    };
    assert_eq!(names("disabled=true").await, ["ann"]);
    assert_eq!(names("role=administrator").await, ["root1"]);
    assert_eq!(names("search=N").await, ["ann", "ben"]);
    let listed = root.get("/administration/getUsers").await.ok();
    assert_eq!((&listed[0]["disabledAt"], &listed[0]["sessions"]), (&json!("2026-11-21T00:00:00.000Z"), &json!(0)));
    root.post("/administration/enableUser", of("ann")).await.ok();
    assert_eq!(names("disabled=true").await, [""; 0]);
    ann.enter("login").await;

    assert_eq!(root.post("/administration/promoteUser", of("ann")).await.ok()["isAdministrator"], true);
    ann.get("/administration/getUsers").await.ok();
    let last = "Without this account the site would have no administrator";
    assert_eq!(ann.post("/administration/demoteUser", of("root1")).await.ok().get("isAdministrator"), None);
    root.get("/administration/getUsers").await.refused(403, "Only administrators can do this");
    for call in ["demoteUser", "disableUser"] {
        ann.post(&format!("/administration/{call}"), of("ann")).await.refused(409, last);
    }
    let page = ann.get("/administration/getUsers?limit=2").await;
    let next = page.next_page().expect("a next page");
    assert_eq!(ann.get(&next).await.ok()[0]["username"], "root1");
}

#[tokio::test]
async fn a_reset_sign_in_ends_all_sessions_and_makes_up_a_password() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let reset = root.post("/administration/resetSignIn", json!({"userId": "ann"})).await.ok();
    let password = reset["password"].as_str().expect("a password");
    assert_eq!((&reset["username"], password.len()), (&json!("ann"), 20));
    ann.get("/user/me").await.refused(401, "Please log in");
    let log_in = async |password: &str| site.stranger().post("/user/login", json!({"username": "ann", "password": password})).await;
    log_in(PASSWORD).await.refused(401, "Invalid username or password");
    log_in(password).await.ok();
    let nobody = "No user data found. Make sure the username parameter is correct.";
    root.post("/administration/resetSignIn", json!({"userId": "nobody1"})).await.refused(404, nobody);
}

#[tokio::test]
async fn an_old_session_does_not_get_its_administrator_another_password() {
    let site = TestSite::new();
    let [root, _, _] = people(&site).await;
    site.clock.advance(Duration::from_secs(11 * 60));
    root.post("/administration/resetSignIn", json!({"userId": root.name})).await.refused(403, "Current password required");
    root.get("/user/me").await.ok();
    root.post("/administration/resetSignIn", json!({"userId": "ann"})).await.ok();
}

#[tokio::test]
async fn sign_ins_of_all_are_listed_and_ended() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, _ben] = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let listed = root.get("/administration/getSessions?limit=2").await;
    assert_eq!(listed.header("x-total-count"), "3");
    let next = listed.next_page().expect("a next page");
    let listed = listed.ok();
    let names =
        |list: &Value| list.as_array().expect("a list").iter().map(|one| one["username"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&listed), ["ben", "ann"], "the last login first");
    let rest = root.get(&next).await.ok();
    assert_eq!((names(&rest), &rest[0]["session"]["current"]), (vec!["root1".to_owned()], &json!(true)));
    assert_eq!(listed[1]["session"]["address"], "127.0.0.1");
    assert_eq!(names(&root.get("/administration/getSessions?search=AN").await.ok()), ["ann"]);
    let id = id_of(&listed[1]["session"]);
    root.delete(&format!("/administration/endSession/{id}")).await.ok();
    socket.is_dropped().await;
    ann.get("/user/me").await.refused(401, "Please log in");
    for id in [id.as_str(), ABSENT] {
        root.delete(&format!("/administration/endSession/{id}")).await.refused(404, "Session not found");
    }
}

#[tokio::test]
async fn communities_are_archived_by_administrators_too() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, _ben] = people(site).await;
    let community = ann.founds("columns", "public").await;
    let mut socket = server.socket_of(&ann).await;
    let archived = root.post(&format!("/administration/archiveCommunity/{community}"), json!({})).await.ok();
    assert_eq!((&archived["owner"], archived["archivedAt"].is_string()), (&json!("ann"), true));
    assert_eq!(socket.event().await.0, "communityUpdate");
    let ask = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    ann.post("/question/addQuestion", ask.clone()).await.refused(409, "This community is archived");
    assert_eq!(root.get("/administration/getCommunities").await.ok()[0]["archivedAt"], archived["archivedAt"]);
    let back = root.post(&format!("/administration/unarchiveCommunity/{community}"), json!({})).await.ok();
    assert_eq!(back.get("archivedAt"), None);
    ann.post("/question/addQuestion", ask).await.ok();
    root.post(&format!("/administration/archiveCommunity/{ABSENT}"), json!({})).await.refused(404, "Community not found");
}

#[tokio::test]
async fn the_site_is_backed_up_and_says_how_it_is() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    ann.ask("Zebra", "striped", &["animal"]).await;
    let health = root.get("/administration/getHealth").await.ok();
    assert_eq!((&health["startedAt"], health.get("lastBackup")), (&json!("2026-11-21T00:00:00.000Z"), None));
    assert_eq!(health["backupsReadable"], true);
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    for bytes in ["databaseBytes", "logBytes", "freeBytes"] {
        assert!(health[bytes].as_u64().expect("a number") > 1_000, "{bytes}: {health}");
    }
    assert_eq!(root.get("/administration/getBackups").await.ok(), json!([]));
    site.clock.advance(Duration::from_secs(60));
    let first = root.post("/administration/createBackup", json!({})).await.ok();
    // Not how many questions: there may be some among them that this administrator may not know of.
    let content = json!({"createdAt": "2026-11-21T00:01:00.000Z", "schema": crate::db::newest_schema(), "users": 3});
    assert_eq!(first["content"], content);
    site.clock.advance(Duration::from_secs(60));
    let second = root.post("/administration/createBackup", json!({})).await.ok();
    let page = root.get("/administration/getBackups?limit=1").await;
    assert_eq!((page.header("x-total-count"), &page.ok()[0]), ("2", &second));
    assert_eq!(root.get(&page.next_page().expect("a next page")).await.ok()[0], first);
    assert_eq!(root.get("/administration/getHealth").await.ok()["lastBackup"], second);

    // What is no backup is listed as that, and is not the last one.
    let directory = site.directory.path().join("backups");
    std::fs::write(directory.join("stoa-9.tar.zst"), "x").expect("a file");
    let listed = root.get("/administration/getBackups").await.ok();
    assert_eq!((&listed[0]["name"], listed[0].get("content")), (&json!("stoa-9.tar.zst"), None));
    assert_eq!(root.get("/administration/getHealth").await.ok()["lastBackup"], second);
    // Where none can be made, that is said, and what went wrong goes to the log.
    std::fs::remove_dir_all(&directory).expect("removed");
    std::fs::write(&directory, "in the way").expect("a file");
    let failed = root.post("/administration/createBackup", json!({})).await;
    failed.refused(500, "The backup failed; the server's log says why");
    // Nor are they known any more: the rest of how the server is does not depend on it.
    let health = root.get("/administration/getHealth").await.ok();
    assert_eq!(
        (&health["backupsReadable"], health.get("lastBackup"), &health["version"]),
        (&json!(false), None, &json!(env!("CARGO_PKG_VERSION")))
    );
}

/// What looks like a backup, and whoever opens it waits, as on a disk in a network that does not answer.
struct Stuck(PathBuf);

impl Stuck {
    fn in_backups_of(site: &Path) -> Self {
        let directory = site.join("backups");
        std::fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("stoa-9.tar.zst");
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, 0o600.into(), 0).expect("a FIFO");
        Self(path)
    }

    /// Lets everybody go on who waits now; whether there was somebody.
    fn let_go(&self) -> bool {
        let nonblocking = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        std::fs::OpenOptions::new().write(true).custom_flags(nonblocking).open(&self.0).is_ok()
    }
}

#[tokio::test]
async fn nobody_waits_for_the_disk_of_the_backups_but_who_asks_for_them() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let stuck = Stuck::in_backups_of(site.directory.path());
    let asking = (0..crate::db::READERS).flat_map(|_| ["/administration/getBackups", "/administration/getHealth"]);
    let mut asking = std::pin::pin!(futures_util::future::join_all(asking.map(|path| root.get(path))));
    let read = tokio::select! {
        biased;
        _ = &mut asking => panic!("they wait"),
        read = tokio::time::timeout(Duration::from_secs(5), ann.get("/user/getUsers")) => read,
    };
    let answers = loop {
        stuck.let_go();
        tokio::select! {
            answers = &mut asking => break answers,
            () = tokio::time::sleep(Duration::from_millis(1)) => {}
        }
    };
    read.expect("an answer within 5 s").ok();
    assert!(answers.iter().all(|answer| answer.status == 200));
}

#[tokio::test]
async fn one_backup_is_made_at_a_time_whoever_makes_it() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let stuck = Stuck::in_backups_of(directory.path());
    let site = TestSite::within(directory, |config| config.backup.schedule = "6h".to_owned());
    let [root, ..] = people(&site).await;
    // The schedule looks what is there, makes a backup, and looks again what is to be kept: there it stays.
    while !stuck.let_go() {
        tokio::task::yield_now().await;
    }
    let scheduled = site.directory.path().join("backups/stoa-2026-11-21T00-00-00.000Z.tar.zst");
    while !scheduled.exists() {
        tokio::task::yield_now().await;
    }
    site.clock.advance(Duration::from_secs(60));
    let ask = || root.post("/administration/createBackup", json!({}));
    ask().await.refused(409, "A backup is being made already");
    while !stuck.let_go() {
        tokio::task::yield_now().await;
    }
    while ask().await.status == 409 {}
}
