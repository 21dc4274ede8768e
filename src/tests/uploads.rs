//! Request bodies that do not arrive completely.

use std::net::{IpAddr, Ipv4Addr};

use axum::body::{Body, Bytes};
use axum::http::Request;
use futures_util::StreamExt;

use super::{Person, TestSite};

/// Returns a request whose body stops after a number of bytes.
fn unfinished(bytes: usize) -> Request<Body> {
    let part = Ok::<_, std::io::Error>(Bytes::from(vec![b' '; bytes]));
    let never = futures_util::stream::pending();
    Request::post("/user/setup")
        .header("content-type", "application/json")
        .body(Body::from_stream(
            futures_util::stream::iter([part]).chain(never),
        ))
        .expect("a request")
}

fn at(site: &TestSite, address: impl Into<IpAddr>) -> Person {
    let mut person = site.visitor();
    person.peer.set_ip(address.into());
    person
}

#[tokio::test]
async fn unfinished_bodies_have_a_budget_per_network_and_in_total() {
    let site = TestSite::new();
    let attacker = Ipv4Addr::new(203, 0, 113, 7);
    let held = (0..20).map(|_| async {
        let person = at(&site, attacker);
        person.send(unfinished(200_000)).await.status.as_u16()
    });
    let mut held: futures_util::stream::FuturesUnordered<_> = held.collect();
    // Ten fit into two mebibytes, and the others are refused at once.
    for _ in 0..10 {
        assert_eq!(held.next().await, Some(503));
    }
    at(&site, attacker)
        .post(
            "/user/login",
            serde_json::json!({"username": "x".repeat(200_000)}),
        )
        .await
        .refused(503, "The site is busy, please try again");
    let bystander = at(&site, Ipv4Addr::new(203, 0, 113, 8));
    let login = bystander.post("/user/login", serde_json::json!({})).await;
    assert_eq!(login.status, 400);
    drop(held);
    let login = at(&site, attacker)
        .post(
            "/user/login",
            serde_json::json!({"username": "x".repeat(200_000)}),
        )
        .await;
    assert_eq!(login.status, 400, "an aborted body does not count");
}
