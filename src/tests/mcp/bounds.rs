//! What a message can cost: its size, its place in the queue, and what it leaves behind.

use std::pin::{Pin, pin};

use super::*;
use crate::platform::web::ReadQueue;
use crate::tests::readers::{enter, occupy, until};

#[tokio::test]
async fn what_is_no_message_is_refused_and_changes_nothing() {
    let site = site();
    let ann = site.sign_up("ann").await;
    ann.ask("Columns", "x", &["a"]).await;
    let assistant = Assistant::of(&site, &ann).await;
    let deep = format!("{}{}", "[".repeat(60_000), "]".repeat(60_000));
    for body in [
        "",
        "{}",
        "null",
        "7",
        "\"a\"",
        "no JSON",
        "\0",
        "{\"jsonrpc\": \"1.0\"}",
        &deep[..50_000],
        &deep,
    ] {
        let reply = assistant.send(body).await;
        assert!(
            reply.status.is_client_error(),
            "{}: {}",
            reply.status,
            &body[..body.len().min(40)]
        );
        assert!(reply.text.len() < 1_000, "{}", reply.text);
    }
    // A NUL is no part of a search.
    let found = assistant
        .read("search", json!({"query": "col\0umns"}))
        .await;
    assert_eq!(titles(&found), ["Columns"]);
    let large = |size: usize| {
        message(
            "tools/call",
            &json!({"name": "search", "arguments": {"query": "a".repeat(size)}}),
        )
    };
    assistant
        .ask(
            "tools/call",
            json!({"name": "search", "arguments": {"query": "a ".repeat(30_000)}}),
        )
        .await;
    for size in [70_000, 300_000] {
        assert_eq!(
            assistant.send(&large(size)).await.status.as_u16(),
            413,
            "{size}"
        );
    }
    for (name, value, status) in [
        ("accept", "text/html", 406),
        ("content-type", "text/plain", 415),
        ("mcp-protocol-version", "1999-01-01", 400),
    ] {
        let mut wrong = request(
            &[("authorization", &assistant.bearer)],
            &message("ping", &json!({})),
        );
        wrong
            .headers_mut()
            .insert(name, value.parse().expect("a header"));
        assert_eq!(
            assistant.client.send(wrong).await.status.as_u16(),
            status,
            "{name}"
        );
    }
}

#[tokio::test]
async fn each_message_is_a_request_and_a_batch_is_none() {
    let site = TestSite::with(|config| {
        config.mcp.enabled = true;
        config.limits.enabled = true;
    });
    let ann = site.sign_up("ann").await;
    let assistant = Assistant::of(&site, &ann).await;
    let tags = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_tags", "arguments": {}}});
    let batch = assistant.send(&json!([tags, tags]).to_string()).await;
    assert_eq!(batch.status.as_u16(), 415, "{}", batch.text);
    let mut answered = 0;
    let refused = loop {
        let reply = assistant.send(&tags.to_string()).await;
        if reply.status.as_u16() == 429 {
            break reply;
        }
        reply.ok();
        answered += 1;
    };
    assert!((295..320).contains(&answered), "{answered}");
    assert_ne!(refused.header("retry-after"), "");
    refused.refused(429, "Too many requests, please slow down");
    // Those of the account remain.
    ann.get("/user/me").await.ok();
}

#[tokio::test]
async fn a_request_leaves_no_task_behind() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Columns", "x", &["a"]).await;
    let assistant = Assistant::of(&site, &ann).await;
    assistant.read("list_tags", json!({})).await;
    let tasks = || {
        tokio::runtime::Handle::current()
            .metrics()
            .num_alive_tasks()
    };
    site.settle().await;
    let before = tasks();
    for _ in 0..20 {
        assistant.read("search", json!({"query": "columns"})).await;
        assistant
            .read("read_question", json!({"question": question}))
            .await;
        assistant.fails("search", json!({})).await;
        assistant.ask("tools/list", json!({})).await;
        assistant.send("[]").await;
        // A client that goes away.
        let body = message(
            "tools/call",
            &json!({"name": "search", "arguments": {"query": "columns"}}),
        );
        let sent = assistant.send(&body);
        tokio::time::timeout(Duration::from_micros(50), sent)
            .await
            .ok();
    }
    for _ in 0..200 {
        if tasks() <= before {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{before} tasks have become {}", tasks());
}

/// Waits for a search until the queue has it.
async fn until_it_waits<F: Future>(search: &mut Pin<&mut F>, site: &TestSite) {
    let queue = &site.site.app.read_queue;
    until(search, || {
        queue.entered_slow() == ReadQueue::SLOW_PLACES + 1
    })
    .await;
}

#[tokio::test]
async fn a_search_whose_client_goes_away_leaves_the_queue() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let assistant = Assistant::of(&site, &ann).await;
    let _places = occupy(&site).await;
    {
        let mut search = pin!(assistant.call("search", json!({"query": "columns"})));
        until_it_waits(&mut search, &site).await;
    }
    let queue = &site.site.app.read_queue;
    let has_left = async {
        while queue.entered_slow() > ReadQueue::SLOW_PLACES {
            tokio::task::yield_now().await;
        }
    };
    let left = tokio::time::timeout(Duration::from_secs(1), has_left).await;
    left.expect("the search leaves before the SDK ends its task");
}

#[tokio::test]
async fn a_search_that_finds_the_queue_full_is_refused_like_any_other() {
    let site = TestSite::with(|config| {
        config.mcp.enabled = true;
        config.limits.enabled = true;
    });
    let ann = site.sign_up("ann").await;
    let assistant = Assistant::of(&site, &ann).await;
    let _places = occupy(&site).await;
    let _turns: Vec<_> = (0..ReadQueue::WAITING)
        .map(|number| enter(&site, number))
        .collect();
    let call = json!({"name": "search", "arguments": {"query": "columns"}});
    let refused = assistant.send(&message("tools/call", &call)).await;
    refused.refused(429, "Too many searches are waiting, please try again");
    assert_eq!(refused.header("retry-after"), "1");
}
