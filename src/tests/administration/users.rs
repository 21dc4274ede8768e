//! Administering users and their sessions.

use super::*;

/// Returns the names of a list of users, whose number equals the total.
async fn listed_users(administrator: &Person, query: &str) -> Vec<String> {
    let path = format!("/administration/getUsers?{query}");
    let listed = administrator.get(&path).await;
    let users = listed.ok();
    let users = users.as_array().expect("a list").iter();
    let names: Vec<String> = users
        .map(|user| user["username"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(listed.header("x-total-count"), names.len().to_string());
    names
}

#[tokio::test]
async fn a_disabled_users_socket_and_session_end() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, _ben] = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let of = |name: &str| json!({"userId": name});
    let ann_id = id_of(&ann.get("/user/me").await.ok());
    assert_eq!(
        root.post("/administration/disableUser", of(&ann_id))
            .await
            .ok()["username"],
        "ann"
    );
    socket.expect_dropped().await;
    ann.get("/user/me").await.refused(401, "Please log in");
}

#[tokio::test]
async fn users_are_listed_by_state_role_and_name() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let of = |name: &str| json!({"userId": name});
    root.post("/administration/disableUser", of("ann"))
        .await
        .ok();
    assert_eq!(listed_users(&root, "disabled=true").await, ["ann"]);
    assert_eq!(listed_users(&root, "role=administrator").await, ["root1"]);
    assert_eq!(listed_users(&root, "search=N").await, ["ann", "ben"]);
    let listed = root.get("/administration/getUsers").await.ok();
    assert_eq!(
        (&listed[0]["disabledAt"], &listed[0]["sessions"]),
        (&json!("2026-11-21T00:00:00.000Z"), &json!(0))
    );
}

#[tokio::test]
async fn an_enabled_user_logs_in_again() {
    let site = TestSite::new();
    let [root, ann, _ben] = people(&site).await;
    let of = |name: &str| json!({"userId": name});
    root.post("/administration/disableUser", of("ann"))
        .await
        .ok();
    root.post("/administration/enableUser", of("ann"))
        .await
        .ok();
    assert_eq!(listed_users(&root, "disabled=true").await, [""; 0]);
    ann.authenticate("login").await;
}

#[tokio::test]
async fn a_promoted_user_administers_the_site() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let of = |name: &str| json!({"userId": name});
    assert_eq!(
        root.post("/administration/promoteUser", of("ann"))
            .await
            .ok()["isAdministrator"],
        true
    );
    ann.get("/administration/getUsers").await.ok();
}

#[tokio::test]
async fn a_demoted_administrator_loses_their_rights_and_the_last_one_stays() {
    let site = TestSite::new();
    let [root, ann, _ben] = people(&site).await;
    let of = |name: &str| json!({"userId": name});
    root.post("/administration/promoteUser", of("ann"))
        .await
        .ok();
    let last = "Without this account the site would have no administrator";
    assert_eq!(
        ann.post("/administration/demoteUser", of("root1"))
            .await
            .ok()
            .get("isAdministrator"),
        None
    );
    root.get("/administration/getUsers")
        .await
        .refused(403, "Only administrators can do this");
    for call in ["demoteUser", "disableUser"] {
        ann.post(&format!("/administration/{call}"), of("ann"))
            .await
            .refused(409, last);
    }
}

#[tokio::test]
async fn the_user_list_is_paged() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let page = root.get("/administration/getUsers?limit=2").await;
    let next = page.next_page().expect("a next page");
    assert_eq!(root.get(&next).await.ok()[0]["username"], "root1");
}

#[tokio::test]
async fn administrators_list_and_end_sessions_of_all_users() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, _ben] = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let listed = root.get("/administration/getSessions?limit=2").await;
    assert_eq!(listed.header("x-total-count"), "3");
    let next = listed.next_page().expect("a next page");
    let listed = listed.ok();
    let names = |list: &Value| {
        list.as_array()
            .expect("a list")
            .iter()
            .map(|one| one["username"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&listed), ["ben", "ann"], "the last login first");
    let rest = root.get(&next).await.ok();
    assert_eq!(
        (names(&rest), &rest[0]["session"]["current"]),
        (vec!["root1".to_owned()], &json!(true))
    );
    assert_eq!(listed[1]["session"]["address"], "127.0.0.1");
    assert_eq!(
        names(&root.get("/administration/getSessions?search=AN").await.ok()),
        ["ann"]
    );
    let id = id_of(&listed[1]["session"]);
    root.delete(&format!("/administration/endSession/{id}"))
        .await
        .ok();
    socket.expect_dropped().await;
    ann.get("/user/me").await.refused(401, "Please log in");
    for id in [id.as_str(), ABSENT] {
        root.delete(&format!("/administration/endSession/{id}"))
            .await
            .refused(404, "Session not found");
    }
}
