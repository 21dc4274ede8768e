//! API tokens: what each scope opens, what stays shut, and how tokens end.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

use super::administration::people;
use super::security::CapturedLog;
use super::{PASSWORD, Person, Reply, TestSite, id_of};
use crate::core::config::SecondFactor;
use crate::platform::web::{Route, Scope};

const REFUSED: &str = "This API token is unknown, expired or revoked";
const NOT_ALLOWED: &str = "API tokens cannot do this: log in to the site";
const DAY: Duration = Duration::from_secs(24 * 3600);

/// A program: sends requests with an API token and without cookies.
pub(super) struct Program {
    client: Person,
    pub(super) token: String,
    pub(super) id: String,
}

impl Program {
    /// Creates a token of this person.
    pub(super) async fn of(site: &TestSite, owner: &Person, scopes: &[&str]) -> Self {
        let added = add(owner, json!({"name": "script", "scopes": scopes}))
            .await
            .ok();
        let token = added["token"].as_str().expect("a token");
        Self::with(site, token, id_of(&added["apiTokens"][0]))
    }

    /// Returns a program with a token, which has this id.
    pub(super) fn with(site: &TestSite, token: &str, id: String) -> Self {
        Self {
            client: site.visitor(),
            token: token.to_owned(),
            id,
        }
    }

    fn request(&self, method: Method, path: &str, body: Option<Value>) -> Request<Body> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        request.expect("a request")
    }

    pub(super) async fn get(&self, path: &str) -> Reply {
        self.client
            .send(self.request(Method::GET, path, None))
            .await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Reply {
        let request = self.request(Method::POST, path, Some(body));
        self.client.send(request).await
    }

    pub(super) async fn patch(&self, path: &str, body: Value) -> Reply {
        let request = self.request(Method::PATCH, path, Some(body));
        self.client.send(request).await
    }
}

pub(super) async fn add(owner: &Person, body: Value) -> Reply {
    owner.post("/user/addApiToken", body).await
}

fn question(title: &str) -> Value {
    json!({"title": title, "text": "x", "tags": [{"name": "a"}]})
}

#[track_caller]
pub(super) fn refused_token(reply: &Reply) {
    reply.refused(401, REFUSED);
    assert_eq!(reply.header("www-authenticate"), "Bearer");
}

#[tokio::test]
async fn a_token_reads_and_writes_within_its_scopes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let reader = Program::of(&site, &ann, &["read"]).await;
    let writer = Program::of(&site, &ann, &["write"]).await;
    let both = Program::of(&site, &ann, &["read", "write"]).await;

    writer
        .post("/question/addQuestion", question("Columns"))
        .await
        .ok();
    assert_eq!(reader.client.cookie_header(), "", "a token sets no cookie");
    for program in [&reader, &both] {
        assert_eq!(program.get("/user/me").await.ok()["username"], "ann");
        let listed = program.get("/question/getQuestion").await.ok();
        assert_eq!(listed[0]["askedBy"], "ann");
        // A read although its method is POST.
        let similar = json!({"title": "Columns", "text": "x"});
        program
            .post("/question/getSimilarQuestions", similar)
            .await
            .ok();
    }
    let needs_read = "This API token needs the scope read";
    writer.get("/user/me").await.refused(403, needs_read);
    writer
        .get("/question/getQuestion")
        .await
        .refused(403, needs_read);
    reader
        .post("/question/addQuestion", question("More"))
        .await
        .refused(403, "This API token needs the scope write");
    both.post("/question/addQuestion", question("More"))
        .await
        .ok();
    let named = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "askedBy": "ben"});
    both.post("/question/addQuestion", named)
        .await
        .refused(403, "You can only do this as yourself");
}

/// Each route by a token with all scopes but the one that it needs: a route that a token may not call says so, and the
/// others name the scope. No list has to be kept.
#[tokio::test]
async fn every_route_needs_its_scope() {
    let site = TestSite::with(|config| config.mcp.enabled = true);
    let [root, ..] = people(&site).await;
    let reports = json!({"key": "visitorReports", "before": false, "value": true});
    root.patch("/administration/setSettings", json!({"changes": [reports]}))
        .await
        .ok();
    let all = [Scope::Read, Scope::Write, Scope::Moderate, Scope::Admin];
    let mut lacking = Vec::new();
    for scope in all {
        let others: Vec<&str> = all
            .into_iter()
            .filter(|other| *other != scope && (*other, scope) != (Scope::Admin, Scope::Moderate))
            .map(Scope::word)
            .collect();
        lacking.push((scope, Program::of(&site, &root, &others).await));
    }
    let calls: Vec<_> = site.site.table.iter().collect();
    let (mut shut, mut open) = (0, 0);
    for route in calls {
        let path = route.paths[0].replace("{id}", "0000000000001");
        let path = path.replace(['{', '}'], "");
        let body = (route.method != Method::GET).then(|| json!({}));
        match route.policy.scope {
            // A signature, or a secret in the path, is the only authority of these.
            None if ["/oidc/backchannel/", "/u/", "/hook/"]
                .iter()
                .any(|prefix| path.starts_with(prefix)) => {}
            None => {
                shut += 1;
                let program = &lacking[0].1;
                let request = program.request(route.method.clone(), &path, body);
                let reply = program.client.send(request).await;
                reply.refused(403, NOT_ALLOWED);
            }
            // Everybody has these or, where only members read, nobody.
            Some(_)
                if ["/feeds/", "/preview/", "/sitemap", "/robots.txt"]
                    .iter()
                    .any(|public| path.starts_with(public)) => {}
            Some(scope) if route.signed_in => {
                open += 1;
                let program = &lacking.iter().find(|(other, _)| *other == scope).unwrap().1;
                let request = program.request(route.method.clone(), &path, body);
                let reply = program.client.send(request).await;
                let sentence = format!("This API token needs the scope {}", scope.word());
                reply.refused(403, &sentence);
            }
            Some(_) => {}
        }
    }
    assert!(shut > 60 && open > 150, "{shut} {open}");
}

/// What concerns sign-ins, the account itself and administration, by its path: a route that is added there must not be
/// open by default.
#[tokio::test]
async fn sign_in_account_and_administration_stay_shut() {
    let site = TestSite::with(super::enable_mail);
    let opened = |route: &&Route| route.policy.scope != Some(Scope::Admin);
    let is_account = |route: &&Route| {
        let path = route.paths[0];
        let members = [
            "/user/me",
            "/user/getUser/{username}",
            "/user/getUsers",
            "/user/getPosts/{username}",
            "/user/blockUser",
            "/user/unblockUser",
            "/user/getBlock/{username}",
            "/user/getBlockedUsers",
            "/user/getSignupChallenge",
        ];
        (path.starts_with("/user/") && !members.contains(&path)) || path.starts_with("/oidc/")
    };
    for route in site.site.table.iter().filter(is_account) {
        assert_eq!(route.policy.scope, None, "{}", route.paths[0]);
    }
    let administration = |route: &&Route| route.paths[0].starts_with("/administration/");
    for route in site.site.table.iter().filter(administration).filter(opened) {
        assert_eq!(route.policy.scope, None, "{}", route.paths[0]);
    }
    for route in site.site.table.iter() {
        if route.for_staff {
            let scope = route.policy.scope;
            let is_shut = !matches!(scope, Some(Scope::Read | Scope::Write));
            assert!(is_shut, "{}", route.paths[0]);
        }
    }
}

#[tokio::test]
async fn a_token_and_a_session_together_are_refused() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read", "write"]).await;
    let both = "Send a session cookie or an API token, not both";
    for path in ["/user/me", "/question/getQuestion", "/site/getSite"] {
        let request = program.request(Method::GET, path, None);
        ann.send(request).await.refused(400, both);
    }
    let body = Some(question("T"));
    let request = program.request(Method::POST, "/question/addQuestion", body);
    ann.send(request).await.refused(400, both);
    // Also a session of another user, and one that has ended.
    let ben = site.sign_up("ben").await;
    let request = program.request(Method::GET, "/user/me", None);
    ben.send(request).await.refused(400, both);
    site.sql("DELETE FROM sessions");
    let request = program.request(Method::GET, "/user/me", None);
    ann.send(request).await.refused(400, both);
    assert_eq!(program.get("/user/me").await.ok()["username"], "ann");
}

#[tokio::test]
async fn a_token_counts_in_its_header_only() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read"]).await;
    let token = &program.token;
    let stranger = site.visitor();
    for path in [
        format!("/user/me?access_token={token}"),
        format!("/user/me?token={token}"),
    ] {
        stranger.get(&path).await.refused(401, "Please log in");
    }
    let with_cookie = site.visitor();
    let cookie = ("stoa_session".to_owned(), token.clone());
    with_cookie.cookies.lock().expect("cookies").push(cookie);
    with_cookie
        .get("/user/me")
        .await
        .refused(401, "Please log in");
    // Nor does a session's token count there.
    let session = ann.cookie("stoa_session").expect("a session");
    let request = Request::get("/user/me")
        .header(header::AUTHORIZATION, format!("Bearer {session}"))
        .body(Body::empty());
    refused_token(&stranger.send(request.expect("a request")).await);
}

#[tokio::test]
async fn a_wrong_token_is_refused_everywhere() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut program = Program::of(&site, &ann, &["read"]).await;
    let right = program.token.clone();
    let last = if right.ends_with('0') { '1' } else { '0' };
    let wrong = format!("{}{last}", &right[..46]);
    for token in [
        wrong.as_str(),
        "x",
        &right[..46],
        &format!("{right}{right}"),
    ] {
        program.token = token.to_owned();
        for path in [
            "/user/me",
            "/question/getQuestion",
            "/site/getSite",
            "/home",
        ] {
            refused_token(&program.get(path).await);
        }
        let reply = program.post("/question/addQuestion", question("T")).await;
        refused_token(&reply);
    }
    // The name of the scheme is written in any case, and one token is enough.
    let good = |scheme: &str| format!("{scheme} {right}");
    for (values, status) in [
        (vec![good("bearer")], 200),
        (vec![good("BEARER")], 200),
        (vec![good("Bearer"), good("Bearer")], 401),
        (vec![good("Bearer"), "Bearer x".to_owned()], 401),
        (vec![good("Bearerx")], 401),
        (vec![right.clone()], 401),
    ] {
        let mut request = Request::get("/user/me");
        for value in &values {
            request = request.header(header::AUTHORIZATION, value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let reply = site.visitor().send(request).await;
        assert_eq!(reply.status.as_u16(), status, "{values:?}");
    }
    // Another scheme is none of ours: a proxy may have asked for a password.
    let request = Request::get("/site/getSite")
        .header(header::AUTHORIZATION, "Basic YTpi")
        .body(Body::empty());
    let reply = site.visitor().send(request.expect("a request")).await;
    reply.ok();
}

/// While everyone may read, a refused token does not read as a stranger.
#[tokio::test]
async fn a_revoked_token_reads_nothing_public() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    ann.ask("Columns", "x", &["a"]).await;
    let change = json!({"changes": [{"key": "reading", "before": "members", "value": "everyone"}]});
    root.patch("/administration/setSettings", change).await.ok();
    let program = Program::of(&site, &ann, &["read"]).await;
    program.get("/question/getQuestion").await.ok();
    ann.delete(&format!("/user/revokeApiToken/{}", program.id))
        .await
        .ok();
    refused_token(&program.get("/question/getQuestion").await);
    site.visitor().get("/question/getQuestion").await.ok();
}

#[tokio::test]
async fn a_token_needs_no_origin_and_no_xsrf_token() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["write"]).await;
    for (name, value) in [
        ("origin", "https://elsewhere.test"),
        ("x-xsrf-token", "anything"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let body = Some(question(name));
        let mut request = program.request(Method::POST, "/question/addQuestion", body);
        let header = header::HeaderName::from_static(name);
        request.headers_mut().insert(header, value.parse().unwrap());
        program.client.send(request).await.ok();
    }
}

#[tokio::test]
async fn a_token_opens_no_live_connection() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read"]).await;
    program
        .get("/socket.io/?EIO=4&transport=polling")
        .await
        .refused(403, NOT_ALLOWED);
}

#[tokio::test]
async fn a_token_expires_and_is_revoked() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let added = add(
        &ann,
        json!({"name": " my  script ", "scopes": ["read"], "days": 2}),
    );
    let added = added.await.ok();
    let listed = &added["apiTokens"][0];
    assert_eq!(listed["name"], "my script");
    let program = Program {
        client: site.visitor(),
        token: added["token"].as_str().expect("a token").to_owned(),
        id: id_of(listed),
    };
    let without_end = Program::of(&site, &ann, &["read"]).await;
    site.clock.advance(DAY * 2 - Duration::from_secs(1));
    program.get("/user/me").await.ok();
    site.clock.advance(Duration::from_secs(1));
    refused_token(&program.get("/user/me").await);
    site.clock.advance(DAY * 10);
    without_end.get("/user/me").await.ok();

    let revoke = format!("/user/revokeApiToken/{}", without_end.id);
    ben.authenticate("login").await;
    ben.delete(&revoke)
        .await
        .refused(404, "API token not found");
    without_end.get("/user/me").await.ok();
    ann.authenticate("login").await;
    let left = ann.delete(&revoke).await.ok();
    assert_eq!(left.as_array().expect("a list").len(), 1);
    refused_token(&without_end.get("/user/me").await);
    ann.delete(&revoke)
        .await
        .refused(404, "API token not found");
}

#[tokio::test]
async fn what_a_token_must_be_is_checked() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (body, status, sentence) in [
        (
            json!({"name": " ", "scopes": ["read"]}),
            400,
            "API token name cannot be empty",
        ),
        (
            json!({"name": "x".repeat(51), "scopes": ["read"]}),
            400,
            "API token name cannot be more than 50 characters",
        ),
        (
            json!({"name": "x", "scopes": []}),
            400,
            "Choose at least one scope",
        ),
        (json!({"name": "x"}), 400, "Choose at least one scope"),
        (
            json!({"name": "x", "scopes": ["read"], "days": 0}),
            400,
            "API tokens are valid for 1 to 366 days, or without an end",
        ),
        (
            json!({"name": "x", "scopes": ["read"], "days": 367}),
            400,
            "API tokens are valid for 1 to 366 days, or without an end",
        ),
        (
            json!({"name": "x", "scopes": ["admin"]}),
            403,
            "Only administrators can do this",
        ),
    ] {
        add(&ann, body).await.refused(status, sentence);
    }
    assert_eq!(
        add(&ann, json!({"name": "x", "scopes": ["all"]}))
            .await
            .status,
        400
    );
    for _ in 0..20 {
        add(&ann, json!({"name": "x", "scopes": ["read"]}))
            .await
            .ok();
    }
    add(&ann, json!({"name": "x", "scopes": ["read"]}))
        .await
        .refused(409, "You cannot have more than 20 API tokens");
}

/// The token is in the reply that creates it, and nowhere else: only its hash is stored.
#[tokio::test]
async fn the_token_is_shown_once_and_stored_as_a_hash() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read", "write"]).await;
    program.get("/user/me").await.ok();
    site.settle().await;
    let secret = &program.token[5..41];
    assert!(!site.content().contains(secret));
    let listed = ann.get("/user/getApiTokens").await.ok();
    let fields: Vec<&String> = listed[0].as_object().expect("an object").keys().collect();
    assert_eq!(
        fields,
        [
            "_id",
            "address",
            "createdAt",
            "lastUsedAt",
            "name",
            "scopes"
        ]
    );
    let data = ann.get("/user/getData").await;
    assert_eq!(data.ok()["apiTokens"], listed);
    assert!(!data.text.contains(secret) && !data.text.contains("tokenHash"));
}

/// The log has the id of the token that acted, at each level, and the token at none.
#[tokio::test]
async fn the_token_is_in_no_log() {
    let log = CapturedLog::default();
    let _logging = log.start_at(tracing::Level::TRACE);
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let program = Program::of(&site, &root, &["read", "admin"]).await;
    let question = ann.ask("T", "x", &["a"]).await;
    program.get("/user/me").await.ok();
    let removal = json!({"id": question, "reason": "spam"});
    program
        .post("/administration/removePost", removal)
        .await
        .ok();
    let request = Request::get("/user/me")
        .header(header::AUTHORIZATION, format!("Bearer {}x", program.token))
        .body(Body::empty());
    refused_token(&program.client.send(request.expect("a request")).await);
    assert_eq!(log.lines(&program.token[5..41]), Vec::<String>::new());
    let of_token = log.lines(&program.id);
    let has = |what: &str| of_token.iter().any(|line| line.contains(what));
    assert!(has("/user/me"), "{of_token:#?}");
    assert!(
        has("administration user=\"root1\" call=\"POST /administration/removePost\""),
        "{of_token:#?}"
    );
}

#[tokio::test]
async fn the_last_use_is_recorded_once_a_minute() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read", "write"]).await;
    let used = async || {
        site.settle().await;
        ann.get("/user/getApiTokens").await.ok()[0]["lastUsedAt"].clone()
    };
    assert_eq!(used().await, Value::Null);
    program.get("/user/me").await.ok();
    let first = used().await;
    assert_eq!(first, json!(site.clock.now()));
    site.clock.advance(Duration::from_secs(60));
    program.get("/user/me").await.ok();
    assert_eq!(used().await, first);
    site.clock.advance(Duration::from_secs(1));
    let asked = program.post("/question/addQuestion", question("T")).await;
    asked.ok();
    assert_eq!(used().await, json!(site.clock.now()));
}

#[tokio::test]
async fn hidden_content_stays_hidden() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&community, "Hidden").await;
    let path = format!("/question/getQuestionById/{hidden}");
    let of_ann = Program::of(&site, &ann, &["read"]).await;
    let of_ben = Program::of(&site, &ben, &["read", "write", "moderate"]).await;
    of_ann.get(&path).await.ok();
    let absent = of_ben.get("/question/getQuestionById/0000000000001").await;
    let refused = of_ben.get(&path).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.text),
        (404, &absent.text)
    );
    assert_eq!(of_ben.get("/question/getQuestion").await.ok(), json!([]));
    let answer = json!({"qid": hidden, "ans": {"text": "x"}});
    let answered = of_ben.post("/answer/addAnswer", answer).await;
    assert_eq!(answered.status.as_u16(), 404);
}

/// Moderators of communities have no role, so that the scope must limit their rights one by one.
#[tokio::test]
async fn without_the_scope_a_moderator_of_a_community_is_a_member() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = ann.creates_community("columns", "private").await;
    let request = format!("/community/addMemberRequest/{community}");
    ben.post(&request, json!({})).await.ok();
    let member = Program::of(&site, &ann, &["read", "write"]).await;
    let moderator = Program::of(&site, &ann, &["read", "write", "moderate"]).await;
    let path = format!("/community/getCommunity/{community}");
    assert_eq!(member.get(&path).await.ok()["memberRequests"], json!([]));
    let seen = moderator.get(&path).await.ok();
    assert_eq!(seen["memberRequests"][0]["user"]["username"], "ben");
    let approve = format!("/community/approveMemberRequest/{community}");
    let body = json!({"userId": "ben"});
    member
        .post(&approve, body.clone())
        .await
        .refused(403, "This API token needs the scope moderate");
    moderator.post(&approve, body).await.ok();

    // A suggested edit is decided by its author's, or by a moderator: not by a member with a token that only writes.
    let asked = ben.ask_in(&community, "Bens").await;
    let accept = json!({"id": asked, "text": "better", "title": "Better", "tags": [{"name": "a"}], "reason": "spelling"});
    let edited = member.patch("/moderation/editPost", accept).await;
    edited.refused(403, "This API token needs the scope moderate");
    // The owner stays the owner: they cannot leave.
    let leave = format!("/community/leaveCommunity/{community}");
    let left = member.post(&leave, json!({})).await;
    assert_eq!(left.status.as_u16(), 409, "{}", left.text);
}

#[tokio::test]
async fn administration_needs_the_scope_that_an_administrator_gave() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let member = Program::of(&site, &root, &["read", "write", "moderate"]).await;
    let admin = Program::of(&site, &root, &["admin"]).await;
    member
        .get("/administration/getUsers")
        .await
        .refused(403, "This API token needs the scope admin");
    admin.get("/administration/getUsers").await.ok();
    let question = ann.ask("T", "x", &["a"]).await;
    let removal = json!({"id": question, "reason": "spam"});
    member
        .post("/administration/removePost", removal.clone())
        .await
        .refused(403, "This API token needs the scope admin");
    admin.post("/administration/removePost", removal).await.ok();
    // What asks for the password asks for a session.
    admin
        .post(
            "/administration/promoteUser",
            json!({"userId": "ann", "currentPassword": PASSWORD}),
        )
        .await
        .refused(403, NOT_ALLOWED);

    // The log says which token acted, and that it exists.
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["action"], &log[0]["actor"]),
        (&json!("remove-post"), &json!("root1"))
    );
    assert_eq!(log[0]["tokenId"], json!(admin.id));
    assert_eq!(
        (&log[1]["action"], &log[1]["detail"]),
        (&json!("add-token"), &json!("script: admin"))
    );
    assert_eq!(log[1].get("tokenId"), None);

    // A former administrator has none.
    site.promote("ann").await;
    ann.post("/administration/demoteUser", json!({"userId": "root1"}))
        .await
        .ok();
    refused_token(&admin.get("/administration/getUsers").await);
    assert_eq!(member.get("/user/me").await.ok()["username"], "root1");
}

#[tokio::test]
async fn a_token_of_staff_needs_a_second_factor_if_the_site_says_so() {
    let site = TestSite::with(|config| config.auth.second_factor = SecondFactor::Staff);
    let [root, ..] = people(&site).await;
    let moderator = Program::of(&site, &root, &["moderate"]).await;
    moderator.get("/moderation/getSanctions").await.refused(
        403,
        "Your role needs two-factor login: turn it on in your settings, under Login and security",
    );
    let admin = json!({"name": "x", "scopes": ["admin"]});
    add(&root, admin)
        .await
        .refused(403, "Only administrators can do this");
    site.sql("INSERT INTO second_factors SELECT id, zeroblob(20), 0, 0 FROM users WHERE username = 'root1'");
    moderator.get("/moderation/getSanctions").await.ok();
}

#[tokio::test]
async fn tokens_end_with_their_account() {
    let ending = [
        ("/administration/disableUser", json!({"userId": "ann"})),
        ("/administration/resetSignIn", json!({"userId": "ann"})),
        ("/administration/deleteUser", json!({"userId": "ann"})),
        (
            "/administration/mergeUser",
            json!({"userId": "ann", "intoUserId": "ben"}),
        ),
        (
            "/moderation/suspendUser",
            json!({"userId": "ann", "until": "2027-06-01T00:00:00Z", "reason": "spam"}),
        ),
    ];
    for (call, body) in ending {
        let site = TestSite::new();
        let [root, ann, ben] = people(&site).await;
        let program = Program::of(&site, &ann, &["read"]).await;
        let of_ben = Program::of(&site, &ben, &["read"]).await;
        program.get("/user/me").await.ok();
        let reply = root.post(call, body).await;
        assert_eq!(reply.status, StatusCode::OK, "{call}: {}", reply.text);
        refused_token(&program.get("/user/me").await);
        of_ben.get("/user/me").await.ok();
        let left = "SELECT count(*) FROM api_tokens";
        let left: i64 = site
            .connection()
            .query_row(left, [], |row| row.get(0))
            .unwrap();
        assert_eq!(left, 1, "{call}");
    }
}

/// A new password does not end tokens, which are used without it; nor does a new name.
#[tokio::test]
async fn tokens_outlive_a_new_password_and_a_new_name() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let program = Program::of(&site, &ann, &["read"]).await;
    let body = json!({"username": "ann", "password": "another stoa 1"});
    ann.patch("/user/resetPassword", body).await.ok();
    let body = json!({"userId": "ann", "newUsername": "anna"});
    root.post("/administration/renameUser", body).await.ok();
    assert_eq!(program.get("/user/me").await.ok()["username"], "anna");
}

#[tokio::test]
async fn a_silenced_owner_writes_nothing_by_a_token() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let program = Program::of(&site, &ann, &["read", "write"]).await;
    let silence = json!({"userId": "ann", "until": "2027-06-01T00:00:00Z", "reason": "spam"});
    root.post("/moderation/silenceUser", silence).await.ok();
    let asked = program.post("/question/addQuestion", question("T")).await;
    assert_eq!(asked.status.as_u16(), 403);
    assert!(
        asked.text.starts_with("You are silenced until"),
        "{}",
        asked.text
    );
    program.get("/question/getQuestion").await.ok();
}

/// A blocked network counts for tokens that were created from there, too.
#[tokio::test]
async fn a_token_holds_what_its_owners_network_would_hold() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let program = Program::of(&site, &ann, &["read", "write"]).await;
    let change =
        json!({"changes": [{"key": "blockedNetworks", "before": "", "value": "127.0.0.0/8"}]});
    root.patch("/administration/setSettings", change).await.ok();
    let asked = program
        .post("/question/addQuestion", question("Held"))
        .await;
    asked.ok();
    assert_eq!(root.get("/question/getQuestion").await.ok(), json!([]));
}

/// A program that runs wild leaves half of its owner's requests to them, and another token's too.
#[tokio::test]
async fn requests_of_a_token_are_limited() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    let wild = Program::of(&site, &ann, &["read"]).await;
    let other = Program::of(&site, &ann, &["read"]).await;
    let mut answered = 0;
    loop {
        let reply = wild.get("/user/me").await;
        if reply.status.as_u16() == 429 {
            assert_ne!(reply.header("retry-after"), "");
            break;
        }
        reply.ok();
        answered += 1;
    }
    assert!((300..320).contains(&answered), "{answered}");
    other.get("/user/me").await.ok();
    ann.get("/user/me").await.ok();
}
