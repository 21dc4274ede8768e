//! Operation of a site: health, metrics, request ids, and a base path.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::json;

use super::{PASSWORD, Person, Reply, TestSite};
use crate::app::server::Peer;
use crate::app::server::health::Health;
use crate::core::config::{BaseUrl, Config};
use crate::core::error::Sentence;
use crate::core::metrics::METRICS;
use crate::operations::administration;
use crate::platform::db::DiskReserve;

/// Applies environment variables to a configuration.
pub(super) fn configured(config: &mut Config, variables: &[(&str, &str)]) {
    let variables = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let limits = config.limits.clone();
    *config = Config::load(None, variables).expect("a configuration");
    config.limits = limits;
}

pub(super) async fn get_with(person: &Person, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    person
        .send(request.body(Body::empty()).expect("a request"))
        .await
}

#[tokio::test]
async fn a_monitor_learns_the_state_of_the_site() {
    let site = TestSite::with(|config| {
        configured(
            config,
            &[("STOA_SERVER_BASE_URL", "https://qa.example/forum")],
        );
    });
    let stranger = site.visitor();
    // With any host, with or without the base path, and without a visitor cookie.
    for path in ["/healthz", "/forum/healthz", "/readyz", "/forum/readyz"] {
        let reply = get_with(
            &stranger,
            path,
            &[("host", "10.0.0.7:8080"), ("accept", "text/html")],
        )
        .await;
        assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text);
        assert!(!reply.headers.contains_key("set-cookie"), "{path}");
    }
    let ready = get_with(&stranger, "/readyz", &[]).await.ok();
    assert_eq!(
        (&ready["status"], &ready["reads"], &ready["writes"]),
        (&json!("ready"), &json!(true), &json!(true))
    );
    assert_eq!(ready["schema"], json!(crate::platform::db::newest_schema()));
    assert!(
        ready["free_bytes"].as_u64().is_some_and(|bytes| bytes > 0),
        "{ready}"
    );
    // The public answer contains no details.
    let mut elsewhere = site.visitor();
    elsewhere.peer = "203.0.113.7:4000".parse().unwrap();
    assert_eq!(
        elsewhere.get("/readyz").await.ok(),
        json!({"status": "ready"})
    );
    assert_eq!(
        get_with(&stranger, "/readyz", &[("x-forwarded-for", "203.0.113.7")])
            .await
            .ok(),
        json!({"status": "ready"})
    );
    site.site.health.stop();
    let stopping = stranger.get("/readyz").await;
    assert_eq!(
        (stopping.status.as_u16(), stopping.text.contains("stopping")),
        (503, true),
        "{}",
        stopping.text
    );
    stranger.get("/healthz").await.ok();
}

#[tokio::test]
async fn views_of_the_last_second_are_stored_at_a_stop() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    site.site.flush().await;
    let seen = site
        .site
        .app
        .db
        .read(|read| read.value::<i64>("SELECT count(*) FROM question_views", []))
        .await;
    assert_eq!(seen.expect("a count"), 1);
}

#[tokio::test]
async fn an_empty_body_counts_as_an_empty_object() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    assert_eq!(
        ann.request(Method::PATCH, "/clearAllNotifications", None)
            .await
            .ok(),
        json!([])
    );
    ann.request(Method::POST, "/question/addQuestion", None)
        .await
        .refused(400, "Title cannot be empty");
}

#[tokio::test]
async fn unknown_addresses_are_404_for_every_method() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for id in [
        "nope",
        "undefined",
        "0000000000001",
        "65e9a5c2b26199dbcc3e6dc8",
        "%F0%9F%8F%9B",
    ] {
        ann.get(&format!("/question/getQuestionById/{id}"))
            .await
            .refused(404, "Question not found");
        ann.get(&format!("/community/getCommunity/{id}"))
            .await
            .refused(404, "Community not found");
        ann.post(&format!("/addMember/{id}"), json!({}))
            .await
            .refused(404, "Community not found");
    }
}

/// A row that refers to nothing, which SQLite finds out at the COMMIT.
async fn fail_to_commit(site: &TestSite) {
    let failed = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        tx.execute("PRAGMA defer_foreign_keys = ON", [])?;
        tx.execute("INSERT INTO stars VALUES (1, 2, 3)", [])
    });
    failed.await.expect_err("nothing is stored");
}

#[tokio::test]
async fn a_site_is_ready_again_once_it_can_write() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    fail_to_commit(&site).await;
    assert!(db.has_failed_to_commit());
    // A rejected write proves nothing; a stored one does.
    let refused = db.write(|tx| {
        tx.execute("DELETE FROM tags", [])?;
        tx.execute("UPDATE refinery_schema_history SET name = 'x'", [])?;
        Err::<(), _>(Sentence::NotFound.into())
    });
    refused.await.expect_err("a refusal");
    db.write(|tx| tx.value::<i64>("SELECT count(*) FROM users", []))
        .await
        .expect("nothing is stored by this either");
    assert!(db.has_failed_to_commit());
    site.sign_up("ann").await;
    assert!(!db.has_failed_to_commit());
    // Without other writes, the readiness check writes itself.
    fail_to_commit(&site).await;
    let findings = Health::new(site.directory.path().to_owned())
        .check(db)
        .await;
    assert!(
        findings.writes && findings.is_ready() && !db.has_failed_to_commit(),
        "{findings:?}"
    );
    assert_eq!(
        site.visitor().get("/readyz").await.ok()["status"],
        json!("ready")
    );
}

/// A full queue is refused at once, by no thread: that says nothing about them.
#[tokio::test]
async fn a_stalled_writer_is_reported_as_not_alive() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let (go_on, waits) = std::sync::mpsc::channel::<()>();
    db.write_later(move |tx| {
        tx.without_event("a test");
        let _ = waits.recv();
        Ok(())
    });
    let write_nothing = |tx: &mut crate::platform::db::Write<'_>| {
        tx.without_event("a test");
        Ok(())
    };
    while db.waiting_writes() < crate::platform::db::QUEUE_LENGTH {
        db.write_later(write_nothing);
    }
    let examine = async || {
        Health::new(site.directory.path().to_owned())
            .check(db)
            .await
    };
    let findings = examine().await;
    assert!(
        findings.reads && !findings.writes && !findings.is_alive,
        "{findings:?}"
    );
    drop(go_on);
    let findings = examine().await;
    assert!(findings.is_alive && findings.is_ready(), "{findings:?}");
}

#[tokio::test]
async fn a_schema_of_another_version_is_not_ready() {
    let site = TestSite::new();
    site.sql("INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (999, 'later', '', '0')");
    let reply = site.visitor().get("/readyz").await;
    assert_eq!(
        (reply.status.as_u16(), reply.text.contains("\"schema\":999")),
        (503, true),
        "{}",
        reply.text
    );
}

#[tokio::test]
async fn metrics_require_the_configured_token() {
    let site = TestSite::with(|config| configured(config, &[("STOA_METRICS_TOKEN", "sesame")]));
    let ann = site.sign_up("ann").await;
    ann.ask("T", "x", &["a"]).await;
    ann.get("/question/getQuestion?order=active").await.ok();
    site.visitor()
        .post(
            "/user/login",
            json!({"username": "ann", "password": "wrong password"}),
        )
        .await
        .refused(401, "Invalid username or password");
    site.visitor()
        .post(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .ok();
    for wrong in [
        &[][..],
        &[("authorization", "Bearer open")],
        &[("authorization", "Basic sesame")],
    ] {
        get_with(&ann, "/metrics", wrong).await.refused(
            401,
            "The metrics need their token: Authorization: Bearer ...",
        );
    }
    let reply = get_with(&ann, "/metrics", &[("authorization", "Bearer sesame")]).await;
    assert_eq!(
        reply.header("content-type"),
        "text/plain; version=0.0.4; charset=utf-8"
    );
    for line in [
        "stoa_http_requests_total{method=\"GET\",route=\"/question/getQuestion\",status=\"200\"} 1",
        "stoa_http_request_duration_seconds_count{route=\"/question/getQuestion\"} 1",
        "stoa_logins_total{result=\"failed\"} 1",
        "stoa_logins_total{result=\"ok\"} 1",
        "stoa_logins_total{result=\"refused\"} 0",
        "stoa_users 1\n",
        "stoa_questions 1\n",
        "stoa_read_only 0\n",
        "stoa_backups_total{result=\"failed\"} 0",
        "stoa_disk_free_bytes{directory=\"data\"} ",
        "stoa_disk_free_bytes{directory=\"backups\"} ",
        "stoa_http_requests_in_flight 0",
        "stoa_connections 0",
        "stoa_ws_connections 0",
        "stoa_db_query_duration_seconds_bucket{kind=\"read\",le=\"+Inf\"}",
        "stoa_db_query_duration_seconds_bucket{kind=\"write\",le=\"+Inf\"}",
        "stoa_db_size_bytes ",
        "process_resident_memory_bytes ",
        "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total ",
    ] {
        assert!(
            reply.text.contains(line),
            "{line} is not in\n{}",
            reply.text
        );
    }
    for line in reply
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "))
    {
        let name = line.split(' ').next().expect("a name");
        assert!(reply.text.contains(&format!("# HELP {name} ")), "{name}");
    }
    let without = TestSite::new();
    get_with(
        &without.visitor(),
        "/metrics",
        &[("authorization", "Bearer ")],
    )
    .await
    .refused(404, "Not found");
}

#[tokio::test]
async fn failed_backups_and_a_full_disk_are_metrics() {
    let site = TestSite::with(|config| {
        configured(
            config,
            &[
                ("STOA_METRICS_TOKEN", "sesame"),
                ("STOA_BACKUP_DIR", "/nowhere-at-all"),
            ],
        );
    });
    let app = &site.site.app;
    app.db
        .use_reserve(DiskReserve::with(site.directory.path(), || Some(0)));
    administration::back_up(&app.config, &app.metrics, app.clock.now()).expect_err("no directory");
    let scraped = get_with(
        &site.visitor(),
        "/metrics",
        &[("authorization", "Bearer sesame")],
    )
    .await;
    for line in [
        "stoa_backups_total{result=\"failed\"} 1\n",
        "stoa_backup_last_failure_timestamp_seconds 1795219200\n",
        "stoa_read_only 1\n",
    ] {
        assert!(
            scraped.text.contains(line),
            "{line} is not in\n{}",
            scraped.text
        );
    }
}

/// Returns the names of metrics in a text.
fn metric_names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("stoa_")).collect()
}

#[test]
fn every_metric_is_documented() {
    let page = include_str!("../../docs/monitoring.md");
    let documented = metric_names(page);
    for (name, _) in METRICS.iter().filter(|(name, _)| name.starts_with("stoa_")) {
        assert!(
            documented.contains(name),
            "{name} is not in docs/monitoring.md"
        );
    }
}

#[test]
fn every_alert_has_a_severity_and_a_summary_and_uses_existing_metrics() {
    let rules = include_str!("../../packaging/prometheus/alerts.yml");
    let mut alerts = rules.split("- alert: ");
    assert!(alerts.next().is_some_and(|head| head.contains("groups:")));
    for alert in alerts {
        assert!(alert.contains("severity: "), "{alert}");
        assert!(alert.contains("summary: "), "{alert}");
    }
    for name in metric_names(rules) {
        assert!(METRICS.iter().any(|(known, _)| *known == name), "{name}");
    }
}

#[tokio::test]
async fn every_response_has_an_id_that_only_a_trusted_proxy_may_set() {
    let untrusting = TestSite::new();
    let trusting = TestSite::with(|config| {
        configured(config, &[("STOA_SERVER_TRUSTED_PROXIES", "127.0.0.1")]);
    });
    let id = async |site: &TestSite, given: &str| {
        get_with(
            &site.visitor(),
            "/question/getQuestion",
            &[("x-request-id", given)],
        )
        .await
        .header("x-request-id")
        .to_owned()
    };
    assert_eq!(id(&trusting, "from-the-proxy:1").await, "from-the-proxy:1");
    let (first, second) = (id(&untrusting, "mine").await, id(&untrusting, "mine").await);
    assert!(
        first.len() == 16 && second.len() == 16 && first != second,
        "{first} {second}"
    );
    for odd in ["two words", "<b>", &"x".repeat(65)] {
        assert_eq!(id(&trusting, odd).await.len(), 16, "{odd}");
    }
}

#[tokio::test]
async fn a_site_below_a_path_answers_with_and_without_the_path() {
    let site = TestSite::with(|config| {
        configured(config, &[("STOA_AUTH_COMMON_PASSWORDS", "allow")]);
        config.server.base_url = BaseUrl::parse("http://stoa.test/forum/").unwrap();
    });
    let ann = site.sign_up("ann").await;
    for title in ["one", "two"] {
        ann.ask(title, "x", &["a"]).await;
    }
    for path in [
        "/question/getQuestion?limit=1",
        "/forum/question/getQuestion?limit=1",
    ] {
        let reply = ann.get(path).await;
        reply.ok();
        assert!(
            reply
                .next_page()
                .expect("a next page")
                .starts_with("/forum/question/getQuestion?limit=1&"),
            "{}",
            reply.header("link")
        );
    }
    let origin = [
        ("host", "stoa.test"),
        ("origin", "http://stoa.test"),
        ("accept", "*/*"),
    ];
    assert_eq!(
        get_with(&ann, "/forum/socket.io/?EIO=4&transport=polling", &origin)
            .await
            .status,
        StatusCode::OK
    );
    let cross = [("host", "stoa.test"), ("origin", "http://stoa.test:81")];
    assert_eq!(
        get_with(&ann, "/forum/socket.io/?EIO=4&transport=polling", &cross)
            .await
            .status,
        StatusCode::FORBIDDEN
    );
    for path in [
        "/forum",
        "/forum/",
        "/forum/question/38fvvzp7rw92h",
        "/question/38fvvzp7rw92h",
    ] {
        let page = get_with(
            &site.visitor(),
            path,
            &[("accept", "text/html"), ("host", "stoa.test")],
        )
        .await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(
            page.header("set-cookie").ends_with("; Path=/"),
            "{}",
            page.header("set-cookie")
        );
    }
    get_with(
        &ann,
        "/forumx/question/getQuestion",
        &[("host", "stoa.test")],
    )
    .await
    .refused(404, "Not found");
}

#[tokio::test]
async fn a_unix_socket_is_a_proxy_only_if_local_ones_are_trusted() {
    for (trusted, address) in [("local", "203.0.113.7"), ("10.0.0.1", "127.0.0.1")] {
        let site = TestSite::with(|config| {
            configured(config, &[("STOA_SERVER_TRUSTED_PROXIES", trusted)]);
        });
        let body = json!({"username": "ann", "password": PASSWORD}).to_string();
        let request =
            Request::post("/user/signup").header(header::CONTENT_TYPE, "application/json");
        let request = request
            .header("host", "stoa.test")
            .header("x-forwarded-for", "203.0.113.7")
            .body(Body::from(body))
            .unwrap();
        assert_eq!(
            site.site.respond(Peer::Local, request).await.status(),
            StatusCode::OK
        );
        let seen = site
            .site
            .app
            .db
            .read(|read| read.value::<String>("SELECT address FROM sessions", []))
            .await
            .unwrap();
        assert_eq!(seen, address, "{trusted}");
    }
}
