//! The service worker and the manifest of the site.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Reply, TestSite};
use crate::core::config::BaseUrl;

/// The size of the worker without the list of its files, in bytes.
const LARGEST_WORKER: usize = 3_600;

fn with_push(base_url: &str, title: &str) -> TestSite {
    TestSite::with(|config| {
        config.push.enabled = true;
        config.site.title = title.to_owned();
        config.server.base_url = BaseUrl::parse(base_url).expect("an address");
    })
}

async fn worker(site: &TestSite) -> Reply {
    let reply = site.visitor().get("/sw.js").await;
    assert_eq!(reply.status, 200);
    assert_eq!(
        reply.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    assert_eq!(reply.header("cache-control"), "no-cache");
    reply
}

#[tokio::test]
async fn without_push_the_worker_removes_itself_and_there_is_no_manifest() {
    let site = TestSite::with(|config| config.push.enabled = false);
    let script = worker(&site).await.text;
    assert!(script.contains("registration.unregister()") && !script.contains("SITE"));
    let manifest = site.visitor().get("/manifest.webmanifest").await;
    manifest.refused(404, "Not found");
}

#[tokio::test]
async fn the_worker_knows_the_version_the_title_and_its_files() {
    let site = with_push("https://stoa.test", "Q & \"A\" </script>");
    let script = worker(&site).await.text;
    let (head, rest) = script.split_once('\n').expect("lines");
    let json = head.strip_prefix("const SITE = ").expect("the settings");
    let known: Value = serde_json::from_str(json.trim_end_matches(';')).expect("JSON");
    assert_eq!(known["title"], "Q & \"A\" </script>");
    assert!(known["files"].is_array());
    assert!(rest.len() < LARGEST_WORKER, "{}", rest.len());
}

#[tokio::test]
async fn the_worker_may_only_connect_to_the_site() {
    let site = with_push("https://stoa.test", "Stoa");
    assert_eq!(
        worker(&site).await.header("content-security-policy"),
        "default-src 'none'; connect-src 'self'"
    );
}

#[tokio::test]
async fn every_change_of_the_pages_changes_the_bytes_of_the_worker() {
    let mut scripts = BTreeSet::new();
    for (title, has_chat) in [("Stoa", true), ("Porch", true), ("Stoa", false)] {
        let site = TestSite::with(|config| {
            config.push.enabled = true;
            config.site.title = title.to_owned();
            config.features.chat = has_chat;
        });
        scripts.insert(worker(&site).await.text);
    }
    assert_eq!(scripts.len(), 3);
}

#[tokio::test]
async fn the_manifest_has_the_title_and_stays_below_the_path_of_the_site() {
    let site = with_push("https://stoa.test/forum", "Porch");
    let reply = site.visitor().get("/manifest.webmanifest").await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "application/manifest+json");
    let manifest: Value = serde_json::from_str(&reply.text).expect("JSON");
    assert_eq!(manifest["name"], "Porch");
    assert_eq!(manifest["start_url"], "/forum/home");
    assert_eq!(manifest["scope"], "/forum/");
    let purposes: Vec<&Value> = manifest["icons"]
        .as_array()
        .expect("icons")
        .iter()
        .map(|icon| &icon["purpose"])
        .collect();
    assert_eq!(purposes, ["any", "any", "maskable"]);
}
