//! Bots: what they may do, when they may not act, and what comes in at their hooks.

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};

use super::api_tokens::Program;
use super::security::CapturedLog;
use super::{Person, Reply, TestSite, id_of};
use crate::features::bots;
use crate::features::users::AdminAuthority;
use crate::features::users::bots::Bot;

const ELSEWHERE: &str = "This bot can only post in its community";
const NOT_FOR_BOTS: &str = "Bots cannot do this";
const NO_HOOK: &str = "There is no incoming hook at this address";

/// A site with an administrator and a bot of theirs.
struct BotSite {
    site: TestSite,
    root: Person,
    bot: String,
}

impl BotSite {
    /// `community`: where the bot posts; the whole site if it is empty.
    async fn new(community: &str) -> Self {
        Self::within(TestSite::new(), community).await
    }

    async fn within(site: TestSite, community: &str) -> Self {
        let root = site.sign_up("root1").await;
        site.promote("root1").await;
        site.community(1, "public", &["root1"]);
        site.community(2, "private", &["root1"]);
        site.community(3, "public", &["root1"]);
        let bots = add(&root, "helper", community).await.ok();
        let bot = id_of(&bots[0]);
        Self { site, root, bot }
    }

    /// Returns a program that acts as the bot.
    async fn program(&self) -> Program {
        let wanted = json!({"botId": self.bot, "name": "script", "scopes": ["read", "write"]});
        let added = self.root.post("/administration/addBotToken", wanted).await;
        let added = added.ok();
        let id = id_of(&added["bots"][0]["apiTokens"][0]);
        Program::with(&self.site, added["token"].as_str().expect("a token"), id)
    }

    /// Gives the bot an incoming hook and returns its path.
    async fn hook(&self) -> String {
        let wanted = json!({"botId": self.bot, "tags": ["alert", "machine"]});
        let added = self
            .root
            .post("/administration/addIncomingHook", wanted)
            .await;
        added.ok()["path"].as_str().expect("a path").to_owned()
    }

    async fn send(&self, path: &str, body: Value) -> Reply {
        self.site.visitor().post(path, body).await
    }
}

async fn add(root: &Person, username: &str, community: &str) -> Reply {
    let bot = json!({"username": username, "community": community});
    root.post("/administration/addBot", bot).await
}

fn question(community: Option<&str>) -> Value {
    json!({"title": "Columns", "text": "x", "tags": [{"name": "a"}], "communityId": community.unwrap_or_default()})
}

#[tokio::test]
async fn posts_and_the_profile_of_a_bot_say_that_it_is_one() {
    let site = BotSite::new("").await;
    let ann = site.site.sign_up("ann").await;
    let program = site.program().await;
    let asked = program
        .post("/question/addQuestion", question(None))
        .await
        .ok();
    let qid = id_of(&asked);
    let answer = json!({"qid": qid, "ans": {"text": "An answer"}});
    program.post("/answer/addAnswer", answer).await.ok();
    let comment = json!({"id": qid, "type": "question", "comment": {"text": "A comment"}});
    program.post("/comment/addComment", comment).await.ok();

    let read = ann
        .get(&format!("/question/getQuestionById/{qid}"))
        .await
        .ok();
    assert_eq!(read["askedByBot"], true);
    assert_eq!(read["answers"][0]["ansByBot"], true);
    assert_eq!(read["comments"][0]["commentByBot"], true);
    let listed = ann.get("/question/getQuestion").await.ok();
    assert_eq!(listed[0]["askedByBot"], true);
    let profile = ann.get("/user/getUser/helper").await.ok();
    assert_eq!(profile["isBot"], true);
    let own = ann.get("/user/getUser/ann").await.ok();
    assert_eq!(own.get("isBot"), None);
    ann.ask("Mine", "x", &["a"]).await;
    let listed = ann.get("/question/getQuestion").await.ok();
    assert_eq!(listed[0].get("askedByBot"), None);
}

#[tokio::test]
async fn a_bot_writes_posts_and_nothing_else() {
    let site = BotSite::new("").await;
    let ann = site.site.sign_up("ann").await;
    let qid = ann.ask("Columns", "x", &["a"]).await;
    let program = site.program().await;
    let own = program
        .post("/question/addQuestion", question(None))
        .await
        .ok();
    let edited = json!({"qid": id_of(&own), "title": "Rows", "text": "y", "tags": [{"name": "a"}]});
    program.patch("/question/editQuestion", edited).await.ok();
    for (path, body) in [
        ("/question/upvoteQuestion", json!({"qid": qid})),
        (
            "/messaging/addMessage",
            json!({"messageToAdd": {"msg": "x"}}),
        ),
        (
            "/community/addCommunity",
            json!({"name": "c", "visibility": "public"}),
        ),
        (
            "/flag/addFlag",
            json!({"id": qid, "kind": "question", "reason": "spam"}),
        ),
        ("/star/addStar", json!({"qid": qid})),
    ] {
        let reply = program.post(path, body).await;
        assert!(
            [404, 403].contains(&reply.status.as_u16()),
            "{path}: {}",
            reply.text
        );
        if reply.status == 403 {
            reply.refused(403, NOT_FOR_BOTS);
        }
    }
    program
        .post("/question/upvoteQuestion", json!({"qid": qid}))
        .await
        .refused(403, NOT_FOR_BOTS);
}

#[tokio::test]
async fn a_bot_of_a_community_posts_there_only() {
    let site = BotSite::new("Community 1").await;
    let [one, three] = [1, 3].map(|number| crate::core::id::Id::from_i64(number).to_string());
    let elsewhere = site.root.ask("Outside", "x", &["a"]).await;
    let program = site.program().await;
    let asked = program
        .post("/question/addQuestion", question(Some(&one)))
        .await
        .ok();
    assert_eq!(asked["communityId"], json!(one));
    program
        .post("/question/addQuestion", question(None))
        .await
        .refused(403, ELSEWHERE);
    site.site.admit(3, "helper");
    program
        .post("/question/addQuestion", question(Some(&three)))
        .await
        .refused(403, ELSEWHERE);
    let answer = json!({"qid": elsewhere, "ans": {"text": "An answer"}});
    program
        .post("/answer/addAnswer", answer)
        .await
        .refused(403, ELSEWHERE);
    let comment = json!({"id": elsewhere, "type": "question", "comment": {"text": "A comment"}});
    program
        .post("/comment/addComment", comment)
        .await
        .refused(403, ELSEWHERE);
    let answer = json!({"qid": id_of(&asked), "ans": {"text": "An answer"}});
    program.post("/answer/addAnswer", answer).await.ok();
}

#[tokio::test]
async fn a_bot_changes_nothing_that_was_moved_out_of_its_community() {
    let site = BotSite::new("community 1").await;
    let [one, three] = [1, 3].map(crate::core::id::Id::from_i64);
    let program = site.program().await;
    let asked = program
        .post("/question/addQuestion", question(Some(&one.to_string())))
        .await
        .ok();
    let qid = id_of(&asked);
    let own = json!({"qid": qid, "ans": {"text": "An answer"}});
    let aid = id_of(&program.post("/answer/addAnswer", own).await.ok());
    site.site.sql(&format!(
        "UPDATE questions SET community_id = {}",
        three.as_i64()
    ));
    let edited = json!({"qid": qid, "title": "Rows", "text": "y", "tags": [{"name": "a"}]});
    program
        .patch("/question/editQuestion", edited)
        .await
        .refused(403, ELSEWHERE);
    for (path, body) in [
        ("/question/acceptAnswer", json!({"qid": qid, "aid": aid})),
        ("/question/unacceptAnswer", json!({"qid": qid})),
        ("/question/undeleteQuestion", json!({"qid": qid})),
        ("/answer/undeleteAnswer", json!({"aid": aid})),
    ] {
        program.post(path, body).await.refused(403, ELSEWHERE);
    }
}

#[tokio::test]
async fn a_bot_that_its_community_removed_posts_nothing_there_until_it_joins_again() {
    let site = BotSite::new("community 1").await;
    let one = crate::core::id::Id::from_i64(1).to_string();
    let program = site.program().await;
    let asked = program
        .post("/question/addQuestion", question(Some(&one)))
        .await
        .ok();
    site.site.sql(
        "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'helper')",
    );
    let answer = json!({"qid": id_of(&asked), "ans": {"text": "An answer"}});
    program
        .post("/answer/addAnswer", answer.clone())
        .await
        .refused(403, "Please join the community to ask a question.");
    let bots = site.root.get("/administration/getBots").await.ok();
    assert_eq!(bots[0].get("isMember"), None);
    let joined = site.site.site.app.db.write(|tx| {
        let by = AdminAuthority::of_operator();
        let bot = Bot::find(tx, &by, "helper")?;
        bots::rejoin(tx, &by, &bot)
    });
    joined.await.expect("a member");
    program.post("/answer/addAnswer", answer).await.ok();
    let bots = site.root.get("/administration/getBots").await.ok();
    assert_eq!(bots[0]["isMember"], true);
}

#[tokio::test]
async fn the_moderators_of_a_private_community_let_a_bot_in() {
    let site = BotSite::new("community 2").await;
    let two = crate::core::id::Id::from_i64(2).to_string();
    let bots = site.root.get("/administration/getBots").await.ok();
    assert_eq!(bots[0]["hasRequested"], true);
    let path = site.hook().await;
    let message = json!({"text": "A secret"});
    site.send(&path, message.clone())
        .await
        .refused(403, "Please join the community to ask a question.");
    let program = site.program().await;
    program
        .post("/question/addQuestion", question(Some(&two)))
        .await
        .refused(403, "Please join the community to ask a question.");
    site.site.admit(2, "helper");
    let asked = site.send(&path, message).await.ok();
    let read = format!("/question/getQuestionById/{}", id_of(&asked));
    let ann = site.site.sign_up("ann").await;
    ann.get(&read).await.refused(404, "Question not found");
    let seen = site.root.get(&read).await.ok();
    assert_eq!(seen["communityId"], json!(two));
    let bots = site.root.get("/administration/getBots").await.ok();
    assert_eq!(bots[0].get("hasRequested"), None);
}

#[tokio::test]
async fn a_bot_acts_only_while_its_owner_is_an_administrator() {
    let site = BotSite::new("").await;
    let other = site.site.sign_up("other").await;
    site.site.promote("other").await;
    let (program, path) = (site.program().await, site.hook().await);
    other
        .post("/administration/demoteUser", json!({"userId": "root1"}))
        .await
        .ok();
    program
        .get("/user/me")
        .await
        .refused(401, "This API token is unknown, expired or revoked");
    site.send(&path, json!({"text": "x"}))
        .await
        .refused(404, NO_HOOK);
    let bots = other.get("/administration/getBots").await.ok();
    assert_eq!(bots[0]["isActive"], false);
    let taken = format!("/administration/takeOverBot/{}", site.bot);
    let bots = other.post(&taken, json!({})).await.ok();
    assert_eq!(
        (&bots[0]["owner"], &bots[0]["isActive"]),
        (&json!("other"), &json!(true))
    );
    program.get("/user/me").await.ok();
    site.send(&path, json!({"text": "x"})).await.ok();
}

#[tokio::test]
async fn nobody_logs_in_as_a_bot_and_it_gets_no_role() {
    let site = BotSite::new("community 1").await;
    let bot = json!({"userId": "helper"});
    for call in ["promoteUser", "appointModerator", "resetSignIn"] {
        site.root
            .post(&format!("/administration/{call}"), bot.clone())
            .await
            .refused(409, "This account is a bot");
    }
    site.site.sign_up("ann").await;
    for (from, into) in [("helper", "ann"), ("ann", "helper")] {
        let merge = json!({"userId": from, "intoUserId": into});
        site.root
            .post("/administration/mergeUser", merge)
            .await
            .refused(409, "This account is a bot");
    }
    let one = crate::core::id::Id::from_i64(1).to_string();
    site.site.sql(
        "UPDATE communities SET owner_id = (SELECT id FROM users WHERE username = 'root1') WHERE id = 1;
         UPDATE memberships SET role = 'moderator' WHERE user_id = (SELECT id FROM users WHERE username = 'root1')",
    );
    let member = json!({"userId": "helper"});
    for call in ["addModerator", "handOverCommunity"] {
        let reply = site
            .root
            .post(&format!("/community/{call}/{one}"), member.clone())
            .await;
        reply.refused(409, "This account is a bot");
    }
    let wanted = json!({"botId": site.bot, "name": "script", "scopes": ["read", "moderate"]});
    site.root
        .post("/administration/addBotToken", wanted)
        .await
        .refused(
            400,
            "The API token of a bot has the scopes read and write only",
        );
    let login = json!({"username": "helper", "password": super::PASSWORD});
    let reply = site.site.visitor().post("/user/login", login).await;
    assert_eq!(reply.status, 401, "{}", reply.text);
}

#[tokio::test]
async fn only_administrators_manage_bots() {
    let site = BotSite::new("").await;
    let ann = site.site.sign_up("ann").await;
    let only = "Only administrators can do this";
    ann.get("/administration/getBots").await.refused(403, only);
    add(&ann, "mine", "").await.refused(403, only);
    let token = id_of(
        &site
            .root
            .post(
                "/user/addApiToken",
                json!({"name": "own", "scopes": ["read"]}),
            )
            .await
            .ok()["apiTokens"][0],
    );
    site.root
        .delete(&format!("/administration/revokeBotToken/{token}"))
        .await
        .refused(404, "API token not found");
    let wanted = json!({"botId": site.bot, "name": "script", "scopes": ["read"]});
    let added = site
        .root
        .post("/administration/addBotToken", wanted)
        .await
        .ok();
    let token = id_of(&added["bots"][0]["apiTokens"][0]);
    let bots = site
        .root
        .delete(&format!("/administration/revokeBotToken/{token}"))
        .await
        .ok();
    assert_eq!(bots[0]["apiTokens"], json!([]));
}

#[tokio::test]
async fn each_action_about_bots_is_in_the_log() {
    let site = BotSite::new("").await;
    let bot = &site.bot;
    site.program().await;
    site.hook().await;
    let bots = site.root.get("/administration/getBots").await.ok();
    let token = id_of(&bots[0]["apiTokens"][0]);
    let taken = format!("/administration/takeOverBot/{bot}");
    site.root.post(&taken, json!({})).await.ok();
    for path in [
        format!("/administration/revokeBotToken/{token}"),
        format!("/administration/removeIncomingHook/{bot}"),
    ] {
        site.root.delete(&path).await.ok();
    }
    let entries = site.root.get("/administration/getLog?limit=6").await.ok();
    let entries = entries.as_array().expect("a list").iter();
    let line = |entry: &Value| {
        let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
        ["action", "target", "detail"].map(text).join("|")
    };
    assert_eq!(
        entries.map(line).collect::<Vec<_>>(),
        [
            "remove-incoming-hook|helper|",
            "revoke-token|helper|script",
            "change-bot|helper|owner root1",
            "add-incoming-hook|helper|",
            "add-token|helper|script: read, write",
            "add-bot|helper|owner root1",
        ]
    );
}

#[tokio::test]
async fn what_comes_in_at_a_hook_becomes_a_question_of_the_bot() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    let asked = site
        .send(
            &path,
            json!({"text": "## Disk full on web-1\n\nOnly 2 % are left.", "channel": "#ops"}),
        )
        .await
        .ok();
    let qid = id_of(&asked);
    assert_eq!(asked["path"], json!(format!("/question/{qid}")));
    let read = site
        .root
        .get(&format!("/question/getQuestionById/{qid}"))
        .await
        .ok();
    assert_eq!(read["title"], "Disk full on web-1");
    assert_eq!(read["text"], "Only 2 % are left.");
    assert_eq!(read["askedBy"], "helper");
    let names = |read: &Value| -> Vec<String> {
        let tags = read["tags"].as_array().expect("tags").iter();
        tags.map(|tag| tag["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names(&read), ["alert", "machine"]);
    let asked = site
        .send(
            &path,
            json!({"title": "Load", "text": "High", "tags": ["load"]}),
        )
        .await
        .ok();
    let read = site
        .root
        .get(&format!("/question/getQuestionById/{}", id_of(&asked)))
        .await
        .ok();
    assert_eq!(
        (&read["title"], names(&read)),
        (&json!("Load"), vec!["load".to_owned()])
    );
}

#[tokio::test]
async fn a_message_of_one_line_is_title_and_text_and_a_long_one_stays_whole() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    let long = "a ".repeat(100);
    for (text, title, question) in [
        ("Disk full", "Disk full".to_owned(), "Disk full".to_owned()),
        (
            &format!("{long}\nmore"),
            long[..99].to_owned(),
            format!("{long}\nmore"),
        ),
    ] {
        let asked = site.send(&path, json!({"text": text})).await.ok();
        let read = format!("/question/getQuestionById/{}", id_of(&asked));
        let read = site.root.get(&read).await.ok();
        assert_eq!(
            (&read["title"], &read["text"]),
            (&json!(title), &json!(question))
        );
    }
}

#[tokio::test]
async fn a_message_that_comes_in_twice_asks_once() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    let send = async || {
        let request = Request::builder()
            .method(Method::POST)
            .uri(&path)
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", "alert-7")
            .body(Body::from(json!({"text": "Disk full"}).to_string()));
        id_of(
            &site
                .site
                .visitor()
                .send(request.expect("a request"))
                .await
                .ok(),
        )
    };
    assert_eq!(send().await, send().await);
}

#[tokio::test]
async fn a_hook_refuses_what_no_question_can_be_and_unknown_addresses() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    for (body, sentence) in [
        (json!({}), "Title cannot be empty"),
        (json!({"text": " \n "}), "Title cannot be empty"),
        (
            json!({"title": "T", "text": ""}),
            "Question text cannot be empty",
        ),
        (
            json!({"text": "x", "tags": ["a b c d e f g h i j k l m n o p q r s t u v"]}),
            "New tag length cannot be more than 20",
        ),
    ] {
        site.send(&path, body).await.refused(400, sentence);
    }
    for wrong in ["/hook/x", "/hook/", "/hook/%00", &format!("{path}x")] {
        let reply = site.send(wrong, json!({"text": "x"})).await;
        assert_eq!(reply.status, 404, "{wrong}: {}", reply.text);
    }
    let former = path;
    let path = site.hook().await;
    site.send(&former, json!({"text": "x"}))
        .await
        .refused(404, NO_HOOK);
    site.send(&path, json!({"text": "x"})).await.ok();
    site.root
        .delete(&format!("/administration/removeIncomingHook/{}", site.bot))
        .await
        .ok();
    site.send(&path, json!({"text": "x"}))
        .await
        .refused(404, NO_HOOK);
}

#[tokio::test]
async fn a_hook_asks_within_the_limit_of_its_bot_and_delays_no_other_bot() {
    let limited = TestSite::with(|config| config.limits.enabled = true);
    let site = BotSite::within(limited, "").await;
    let path = site.hook().await;
    for number in 0..6 {
        site.send(&path, json!({"text": format!("Alert {number}")}))
            .await
            .ok();
    }
    let reply = site.send(&path, json!({"text": "One more"})).await;
    assert_eq!(reply.status, 429, "{}", reply.text);
    assert!(!reply.header("retry-after").is_empty());
    let bots = add(&site.root, "other", "").await.ok();
    let wanted = json!({"botId": id_of(&bots[1]), "tags": ["a"]});
    let added = site
        .root
        .post("/administration/addIncomingHook", wanted)
        .await
        .ok();
    let other = added["path"].as_str().expect("a path");
    site.send(other, json!({"text": "Of another bot"}))
        .await
        .ok();
}

/// The session of a browser that is made to send something to a hook does not matter.
#[tokio::test]
async fn a_hook_needs_no_origin_and_uses_no_session() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    let ann = site.site.sign_up("ann").await;
    let request = Request::builder()
        .method(Method::POST)
        .uri(&path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ORIGIN, "https://elsewhere.test")
        .body(Body::from(json!({"text": "From afar"}).to_string()));
    let asked = ann.send(request.expect("a request")).await.ok();
    let read = ann
        .get(&format!("/question/getQuestionById/{}", id_of(&asked)))
        .await
        .ok();
    assert_eq!(read["askedBy"], "helper");
}

#[tokio::test]
async fn no_log_names_the_secret_of_a_hook() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    let secret = path.strip_prefix("/hook/").expect("a secret").to_owned();
    let log = CapturedLog::default();
    let guard = log.start_at(tracing::Level::DEBUG);
    site.send(&path, json!({"text": "Disk full"})).await.ok();
    site.send(&format!("{path}x"), json!({"text": "Disk full"}))
        .await;
    drop(guard);
    assert!(!log.lines("/hook/{secret}").is_empty());
    assert_eq!(log.lines(&secret), [""; 0]);
    let entries = site.root.get("/administration/getLog").await.text;
    assert!(entries.contains("add-incoming-hook"), "{entries}");
    assert!(!entries.contains(&secret), "{entries}");
    let list = site.root.get("/administration/getBots").await.text;
    assert!(!list.contains(&secret), "{list}");
}

#[tokio::test]
async fn a_silenced_disabled_or_deleted_bot_asks_nothing() {
    let site = BotSite::new("").await;
    let path = site.hook().await;
    let silence = "UPDATE users SET silenced_until = 9000000000000 WHERE username = 'helper'";
    site.site.sql(silence);
    let reply = site.send(&path, json!({"text": "x"})).await;
    assert_eq!(reply.status, 403, "{}", reply.text);
    site.site.sql("UPDATE users SET silenced_until = NULL");
    site.root
        .post("/administration/disableUser", json!({"userId": "helper"}))
        .await
        .ok();
    site.send(&path, json!({"text": "x"}))
        .await
        .refused(404, NO_HOOK);
    site.root
        .post("/administration/deleteUser", json!({"userId": "helper"}))
        .await
        .ok();
    assert_eq!(
        site.root.get("/administration/getBots").await.ok(),
        json!([])
    );
    add(&site.root, "helper", "")
        .await
        .refused(409, "Username already taken");
}

#[tokio::test]
async fn a_bot_never_inherits_a_community() {
    let site = BotSite::new("community 1").await;
    site.site.sign_up("ann").await;
    site.site.sign_up("ben").await;
    site.site.admit(1, "ann");
    site.site.sql(
        "UPDATE communities SET owner_id = (SELECT id FROM users WHERE username = 'ann') WHERE id = 1;
         UPDATE memberships SET joined_at = 9 WHERE user_id <> (SELECT id FROM users WHERE username = 'helper');
         UPDATE memberships SET role = 'member'",
    );
    site.root
        .post("/administration/deleteUser", json!({"userId": "ann"}))
        .await
        .ok();
    let one = crate::core::id::Id::from_i64(1).to_string();
    let community = site
        .root
        .get(&format!("/community/getCommunity/{one}"))
        .await
        .ok();
    assert_eq!(community["owner"], "root1", "{community}");
}
