//! The settings that administrators change on the administration page.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::pictures::small_png;
use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite};
use crate::core::config::{BaseUrl, Signup, Source};

impl Person {
    pub(super) async fn set(&self, key: &str, before: Value, value: Value) -> Reply {
        let change = json!({"key": key, "before": before, "value": value});
        let body = json!({"changes": [change], "currentPassword": PASSWORD});
        self.patch("/administration/setSettings", body).await
    }

    async fn setting(&self, key: &str) -> Value {
        let settings = self.get("/administration/getSettings").await.ok();
        let mut settings = settings.as_array().expect("a list").iter();
        settings
            .find(|setting| setting["key"] == key)
            .expect("a setting")
            .clone()
    }
}

#[tokio::test]
async fn a_setting_has_its_default_until_an_administrator_changes_it() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    assert_eq!(
        root.setting("title").await,
        json!({"key": "title", "value": "Stoa"})
    );
    root.set("title", json!("Stoa"), json!(" Agora "))
        .await
        .ok();
    let setting = root.setting("title").await;
    assert_eq!(
        (&setting["value"], &setting["changedBy"]),
        (&json!("Agora"), &json!("root1"))
    );
    root.set("title", json!("Agora"), Value::Null).await.ok();
    assert_eq!(
        root.setting("title").await,
        json!({"key": "title", "value": "Stoa"})
    );
}

#[tokio::test]
async fn the_page_has_the_new_title_at_once_and_after_a_restart() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.set("title", json!("Stoa"), json!("A & B")).await.ok();
    let shown = async |site: &TestSite| site.visitor().get("/").await.text;
    assert!(shown(&site).await.contains("<title>A &amp; B</title>"));
    let TestSite {
        site: old,
        directory,
        ..
    } = site;
    drop((old, root));
    let again = TestSite::within(directory, |_| {});
    assert!(shown(&again).await.contains("<title>A &amp; B</title>"));
}

#[tokio::test]
async fn the_configuration_wins_and_is_named() {
    let site = TestSite::with(|config| {
        config.site.title = "Fixed".to_owned();
        let source = Source::Variable("STOA_SITE_TITLE".to_owned());
        config.sources.insert("site.title", source);
    });
    let root = site.administrator("root1").await;
    site.sql("INSERT INTO site_settings SELECT 'title', '\"Stored\"', 0, id FROM users");
    assert_eq!(
        root.setting("title").await,
        json!({"key": "title", "value": "Fixed", "fixedBy": "environment variable STOA_SITE_TITLE"})
    );
    let refused = root.set("title", json!("Fixed"), json!("Other")).await;
    assert_eq!(
        (refused.status, refused.text.as_str()),
        (
            StatusCode::CONFLICT,
            "This setting is set in the configuration of the server"
        )
    );
}

#[tokio::test]
async fn an_administrator_who_saw_another_value_changes_nothing() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let changes = json!({"changes": [
        {"key": "voice", "before": true, "value": false},
        {"key": "title", "before": "Agora", "value": "Forum"},
    ]});
    let refused = root.patch("/administration/setSettings", changes).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(root.setting("voice").await["value"], true);
}

#[tokio::test]
async fn values_of_other_types_and_sizes_are_rejected() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let long = "x".repeat(30_001);
    for (key, before, value) in [
        ("title", json!("Stoa"), json!(true)),
        ("title", json!("Stoa"), json!("x".repeat(61))),
        ("signup", json!("open"), json!("perhaps")),
        ("voice", json!(true), json!("true")),
        ("rules", json!(""), json!(long)),
        ("rules", json!(""), json!("a\u{0}b")),
        ("rules", json!(""), json!("[x](javascript:alert(1))")),
        (
            "announcement",
            Value::Null,
            json!({"text": " ", "kind": "info"}),
        ),
        (
            "announcement",
            Value::Null,
            json!({"text": "x", "kind": "loud"}),
        ),
        (
            "announcement",
            Value::Null,
            json!({"text": "x", "kind": "info", "endsAt": "soon"}),
        ),
        ("visitorReports", json!(false), json!("yes")),
        ("pictures", json!(true), json!(1)),
        ("picturesPerDay", json!(50), json!(0)),
        ("picturesPerDay", json!(50), json!(10_001)),
        ("picturesPerDay", json!(50), json!("60")),
        ("picturesPerDay", json!(50), json!(1.5)),
        ("picturesPerDay", json!(50), json!(-1)),
        ("mailsPerMinute", json!(60), json!(6_001)),
        ("title", json!("Stoa"), json!(60)),
        ("nothing", Value::Null, json!("x")),
    ] {
        let refused = root.set(key, before, value.clone()).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{key} {value}");
    }
    let many = vec![
        json!({"key": "voice", "before": true, "value": true});
        crate::platform::settings::SettingKey::ALL.len() + 1
    ];
    for changes in [json!([]), json!(many)] {
        let changes = json!({"changes": changes});
        let refused = root.patch("/administration/setSettings", changes).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    }
    assert!(!site.content().contains("\nsite_settings "));
}

#[tokio::test]
async fn the_log_has_the_value_before_each_change() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.set("rules", json!(""), json!("Be kind")).await.ok();
    root.set("rules", json!("Be kind"), json!("x".repeat(2_000)))
        .await
        .ok();
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["before"], &log[0]["target"], &log[0]["action"]),
        (&json!("Be kind"), &json!("rules"), &json!("set-setting"))
    );
    let shown = log[0]["detail"].as_str().expect("a text");
    assert_eq!(shown.len(), 1_000);
    assert_eq!(log[1]["before"], "");
    let old: Vec<_> = log.as_array().expect("a list")[2..].iter().collect();
    assert!(old.iter().all(|entry| entry.get("before").is_none()));
}

#[tokio::test]
async fn sign_up_closes_without_a_restart() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.set("signup", json!("open"), json!("closed"))
        .await
        .ok();
    let body = json!({"username": "ann", "password": super::PASSWORD});
    let refused = site.visitor().post("/user/signup", body).await;
    assert_eq!(refused.text.as_str(), "Sign-up is closed on this site");
    let site = TestSite::with(|config| config.auth.signup = Signup::Open);
    site.sign_up("ben").await;
}

#[tokio::test]
async fn a_feature_that_is_off_answers_like_an_absent_one() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let absent = root.get("/games/getNothing").await;
    root.get("/games/getUnfinishedGames").await.ok();
    root.set("games", json!(true), json!(false)).await.ok();
    let off = root.get("/games/getUnfinishedGames").await;
    assert_eq!((off.status, &off.text), (absent.status, &absent.text));
    assert_eq!(
        root.post("/games/create", json!({"gameType": "Nim"}))
            .await
            .status,
        StatusCode::NOT_FOUND
    );
    root.get("/messaging/getMessages").await.ok();
    root.set("games", json!(false), json!(true)).await.ok();
    root.get("/games/getUnfinishedGames").await.ok();
}

#[tokio::test]
async fn visitors_read_a_page_only_while_it_has_a_text() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let visitor = site.visitor();
    assert_eq!(
        visitor.get("/site/getPage?page=rules").await.status,
        StatusCode::NOT_FOUND
    );
    root.set("rules", json!(""), json!("**Be kind**"))
        .await
        .ok();
    assert_eq!(
        visitor.get("/site/getPage?page=rules").await.ok(),
        json!({"page": "rules", "text": "**Be kind**"})
    );
    assert_eq!(
        visitor.get("/site/getSite").await.ok()["pages"],
        json!(["rules"])
    );
    for other in ["terms", "welcome", "title", "Rules"] {
        let absent = visitor.get(&format!("/site/getPage?page={other}")).await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND, "{other}");
    }
    root.set("rules", json!("**Be kind**"), json!(" "))
        .await
        .ok();
    assert_eq!(
        visitor.get("/site/getPage?page=rules").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn texts_of_the_operator_link_to_this_site_and_to_mail_addresses_and_posts_do_not() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("http://stoa.test").expect("an address");
    });
    let root = site.administrator("root1").await;
    let text = "[rules](/about/rules) [start](http://stoa.test/home) [mail](mailto:a@b.org)";
    for key in ["rules", "terms", "privacy", "contact", "welcome"] {
        root.set(key, json!(""), json!(text)).await.ok();
    }
    for link in [
        "[x](javascript:alert(1))",
        "[x](//b.org)",
        "[x](http://b.org)",
    ] {
        root.set("rules", json!(text), json!(link))
            .await
            .refused(400, "Invalid hyperlink format.");
    }
    let question =
        json!({"title": "Is it so?", "text": "[rules](/about/rules)", "tags": [{"name": "a"}]});
    root.post("/question/addQuestion", question)
        .await
        .refused(400, "Invalid hyperlink format.");
}

#[tokio::test]
async fn members_are_told_at_once_that_there_is_no_reputation() {
    let server = Listening::start().await;
    let root = server.site.administrator("root1").await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    root.set("reputation", json!(true), json!(false)).await.ok();
    let (name, payload) = by_ann.event().await;
    assert_eq!(
        (name.as_str(), &payload["site"]["without"]),
        ("siteUpdate", &json!(["reputation"]))
    );
    let user = ann.get("/user/getUser/ann").await.ok();
    assert_eq!(user.get("reputation"), None);
}

#[tokio::test]
async fn members_get_an_announcement_at_once_and_strangers_no_event() {
    let server = Listening::start().await;
    let root = server.site.administrator("root1").await;
    let ann = server.site.sign_up("ann").await;
    let (mut by_ann, mut by_stranger) = (server.socket_of(&ann).await, server.socket("").await);
    let new =
        json!({"text": "Down at noon", "kind": "warning", "endsAt": "2026-12-01T00:00:00.000Z"});
    root.set("announcement", Value::Null, new).await.ok();
    let (name, payload) = by_ann.event().await;
    assert_eq!(name, "siteUpdate");
    let shown = &payload["site"]["announcement"];
    assert_eq!(shown["text"], "Down at noon");
    assert_eq!(shown["postedAt"], "2026-11-21T00:00:00.000Z");
    by_stranger.expect_silence().await;
    let page = server.site.visitor().get("/").await.text;
    assert!(page.contains("Down at noon"), "{page}");
}

#[tokio::test]
async fn a_change_by_another_process_applies_within_a_second() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.setting("title").await;
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    site.sql("INSERT INTO site_settings SELECT 'title', '\"Agora\"', 0, id FROM users");
    for _ in 0..100 {
        if site.site.app.settings().config.site.title == "Agora" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the change was not noticed");
}

#[tokio::test]
async fn a_row_that_nobody_understands_has_no_effect() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    site.sql(
        "INSERT INTO site_settings SELECT 'hue', '1', 0, id FROM users;
         INSERT INTO site_settings SELECT 'voice', '[]', 0, id FROM users",
    );
    let TestSite {
        site: old,
        directory,
        ..
    } = site;
    drop(old);
    let again = TestSite::within(directory, |_| {});
    assert!(again.site.app.settings().config.features.voice);
}

#[tokio::test]
async fn a_number_outside_its_bounds_is_refused_with_them() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.set("picturesPerDay", json!(50), json!(10_001))
        .await
        .refused(400, "Please enter a whole number from 1 to 10000");
}

#[tokio::test]
async fn a_limit_of_pictures_applies_at_once() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let root = site.administrator("root1").await;
    let ann = site.sign_up("ann").await;
    ann.picture(1).await;
    root.set("picturesPerDay", json!(50), json!(1)).await.ok();
    let usage = ann.get("/picture/getPictureUsage").await.ok();
    assert_eq!(usage["today"]["limit"], 1);
    ann.upload(small_png(2))
        .await
        .refused(429, "Too many pictures today");
    root.set("picturesPerDay", json!(1), json!(2)).await.ok();
    ann.picture(2).await;
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["target"], &log[0]["before"], &log[0]["detail"]),
        (&json!("picturesPerDay"), &json!("1"), &json!("2"))
    );
}

#[tokio::test]
async fn uploads_end_and_begin_without_a_restart() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    root.set("pictures", json!(true), json!(false)).await.ok();
    let absent = ann.post("/picture/nothing", json!({})).await;
    let off = ann.upload(small_png(2)).await;
    assert_eq!((off.status, &off.text), (absent.status, &absent.text));
    assert!(ann.sees_picture(&picture).await);
    let known = site.visitor().get("/site/getSite").await.ok();
    assert_eq!(known["features"]["pictures"], false);
    root.set("pictures", json!(false), json!(true)).await.ok();
    ann.picture(2).await;
}

#[tokio::test]
async fn a_limit_in_the_configuration_wins() {
    let site = TestSite::with(|config| {
        config.pictures.per_day = 7;
        let source = Source::File("config.toml".to_owned(), 3);
        config.sources.insert("pictures.per_day", source);
    });
    let root = site.administrator("root1").await;
    assert_eq!(
        root.setting("picturesPerDay").await,
        json!({"key": "picturesPerDay", "value": 7, "fixedBy": "config.toml, line 3"})
    );
    root.set("picturesPerDay", json!(7), json!(8))
        .await
        .refused(
            409,
            "This setting is set in the configuration of the server",
        );
    root.set("picturesPerDayMb", json!(100), json!(8))
        .await
        .ok();
}

/// An import may bring any number.
#[tokio::test]
async fn a_stored_number_outside_its_bounds_has_no_effect() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    site.sql("INSERT INTO site_settings SELECT 'mailsPerMinute', '0', 0, id FROM users");
    let TestSite {
        site: old,
        directory,
        ..
    } = site;
    drop(old);
    let again = TestSite::within(directory, |_| {});
    assert_eq!(again.site.app.settings().config.mail.per_minute, 60);
}

#[tokio::test]
async fn everybody_knows_the_colors_and_the_default_theme_of_the_site() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let public = || async { site.visitor().get("/site/getSite").await.ok() };
    assert_eq!(root.setting("defaultTheme").await["value"], "dark");
    assert_eq!(public().await.get("palette"), None);
    for (key, before, invalid) in [
        ("accent", "", json!("red")),
        ("accent", "", json!("#1d55c")),
        ("accent", "", json!("#1d55cf;}")),
        ("accent", "", json!(5)),
        ("defaultTheme", "dark", json!("solarized")),
        ("defaultTheme", "dark", json!("")),
    ] {
        let reply = root.set(key, json!(before), invalid).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    }
    root.set("accent", json!(""), json!("#c0392b")).await.ok();
    root.set("defaultTheme", json!("dark"), json!("light"))
        .await
        .ok();
    let site = public().await;
    assert_eq!(site["palette"]["light"]["primary"], "#c0392b");
    assert_eq!(site["defaultTheme"], "light");
    root.set("accent", json!("#c0392b"), json!("")).await.ok();
    assert_eq!(public().await.get("palette"), None);
}

#[tokio::test]
async fn everybody_knows_the_default_density_of_the_site() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let density =
        || async { site.visitor().get("/site/getSite").await.ok()["defaultDensity"].clone() };
    assert_eq!(root.setting("defaultDensity").await["value"], "comfortable");
    assert_eq!(density().await, json!(null));
    for invalid in [json!("cosy"), json!(""), json!(true)] {
        let reply = root
            .set("defaultDensity", json!("comfortable"), invalid)
            .await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    }
    let compact = json!("compact");
    root.set("defaultDensity", json!("comfortable"), compact.clone())
        .await
        .ok();
    assert_eq!(density().await, compact);
    root.set("defaultDensity", compact, json!("comfortable"))
        .await
        .ok();
    assert_eq!(density().await, json!(null));
}
