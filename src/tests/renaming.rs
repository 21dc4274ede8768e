//! Renaming accounts: the old name stays taken and leads to the account, except at the login.

use serde_json::json;

use super::administration::people;
use super::realtime::Listening;
use super::{PASSWORD, Person, TestSite};

async fn rename(root: &Person, name: &str, new_name: &str) -> super::Reply {
    let body = json!({"userId": name, "newUsername": new_name});
    root.post("/administration/renameUser", body).await
}

#[tokio::test]
async fn a_renamed_user_keeps_their_session_and_their_posts() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = ann.ask("T", "x", &["a"]).await;
    let renamed = rename(&root, "ann", "anna").await;
    assert_eq!(renamed.ok()["username"], "anna");
    assert_eq!(ann.get("/user/me").await.ok()["username"], "anna");
    assert_eq!(
        ben.question_without_views(&question).await["askedBy"],
        "anna"
    );
    let found = ben.get("/user/getUsers?search=anna").await;
    assert_eq!(found.ok().as_array().map(Vec::len), Some(1));
    let old = ben.get("/user/getUsers?search=ann").await;
    assert_eq!(old.ok()[0]["username"], "anna");
}

#[tokio::test]
async fn an_old_name_leads_to_the_profile_and_mentions_find_the_user() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let before = ben.ask("Before", "ask @ann", &["a"]).await;
    rename(&root, "ann", "zenobia").await.ok();
    for name in ["ann", "ANN", "zenobia"] {
        let user = ben.get(&format!("/user/getUser/{name}")).await;
        assert_eq!(user.ok()["username"], "zenobia");
    }
    // The text with the old name names the user by both names, so that the page links it.
    let names = ben.question_without_views(&before).await["mentions"].clone();
    assert_eq!(names, json!(["zenobia", "ann"]));
    let after = ben.ask("After", "ask @ann", &["a"]).await;
    let mentions = ann.get("/mention/getMentions").await.ok();
    let named: Vec<_> = mentions.as_array().into_iter().flatten().collect();
    assert_eq!(named.len(), 2, "{mentions}");
    assert_eq!(named[0]["qid"], json!(after));
}

#[tokio::test]
async fn nobody_logs_in_with_an_old_name() {
    let site = TestSite::new();
    let [root, ann, _ben] = people(&site).await;
    rename(&root, "ann", "zenobia").await.ok();
    let visitor = site.visitor();
    let log_in = |name: &str| json!({"username": name, "password": PASSWORD});
    visitor
        .post_when_busy("/user/login", log_in("ann"))
        .await
        .refused(401, "Invalid username or password");
    visitor
        .post_when_busy("/user/login", log_in("zenobia"))
        .await
        .ok();
    drop(ann);
}

#[tokio::test]
async fn an_old_name_stays_taken_for_everyone_but_its_user() {
    let site = TestSite::new();
    let [root, _ann, _ben] = people(&site).await;
    rename(&root, "ann", "zenobia").await.ok();
    let visitor = site.visitor();
    for name in ["ann", "Ann", "zen0bia"] {
        let body = json!({"username": name, "password": PASSWORD});
        visitor
            .post_when_busy("/user/signup", body)
            .await
            .refused(409, "Username already taken");
        rename(&root, "ben", name)
            .await
            .refused(409, "Username already taken");
    }
    rename(&root, "ben", "login")
        .await
        .refused(400, "This username is reserved");
    // Back to the old name, in other capitals.
    assert_eq!(
        rename(&root, "zenobia", "Ann").await.ok()["username"],
        "Ann"
    );
    assert_eq!(rename(&root, "Ann", "ann").await.ok()["username"], "ann");
    rename(&root, "zenobia", "x2").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
}

#[tokio::test]
async fn administrators_must_use_the_name_that_an_account_has_now() {
    let site = TestSite::new();
    let [root, _ann, _ben] = people(&site).await;
    rename(&root, "ann", "zenobia").await.ok();
    root.post("/administration/deleteUser", json!({"userId": "ann"}))
        .await
        .refused(
            404,
            "No user data found. Make sure the username parameter is correct.",
        );
}

#[tokio::test]
async fn an_account_has_at_most_20_former_names() {
    let site = TestSite::new();
    let [root, _ann, _ben] = people(&site).await;
    let mut name = "ann".to_owned();
    for number in 0..20 {
        let next = format!("zz{number:02}xx");
        rename(&root, &name, &next).await.ok();
        name = next;
    }
    rename(&root, &name, "one-more")
        .await
        .refused(409, "An account can have at most 20 former names");
}

#[tokio::test]
async fn a_rename_is_logged_and_tells_open_pages_the_old_name() {
    let server = Listening::start().await;
    let [root, ann, ben] = people(&server.site).await;
    let mut socket = server.socket_of(&ben).await;
    rename(&root, "ann", "zenobia").await.ok();
    let (event, payload) = socket.event().await;
    assert_eq!(event, "userUpdate");
    assert_eq!(payload["type"], "updated");
    assert_eq!(payload["formerUsername"], "ann");
    assert_eq!(payload["user"]["username"], "zenobia");
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        [&log[0]["action"], &log[0]["before"], &log[0]["detail"]],
        ["rename-user", "ann", "zenobia"]
    );
    drop(ann);
}
