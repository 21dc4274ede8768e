//! The client for addresses that users choose: which it contacts, and what it bears.

use std::time::{Duration, Instant};

use hyper::HeaderMap;

use super::TIMEOUT;
use super::double::{Fault, ServiceDouble};
use crate::core::http_client::{HostList, RequestError, Response, Target};

fn target() -> Target {
    let hosts = HostList::new(&["fcm.googleapis.com".to_owned()]);
    let target = Target::parse("https://fcm.googleapis.com/fcm/send/a?b", &hosts);
    target.expect("a target")
}

async fn post(double: &ServiceDouble) -> Result<Response, RequestError> {
    let client = double.client(TIMEOUT);
    client
        .post(&target(), HeaderMap::new(), b"text".to_vec())
        .await
}

#[tokio::test]
async fn a_request_goes_to_the_address_and_returns_the_response() {
    let double = ServiceDouble::start();
    let response = post(&double).await.expect("a response");
    assert_eq!((response.status, &response.body[..]), (201, &b"reason"[..]));
    let requests = double.all();
    assert_eq!(requests[0].path, "/fcm/send/a?b");
    assert_eq!(requests[0].headers["host"], "fcm.googleapis.com");
    assert_eq!(requests[0].body, b"text");
    assert_eq!(double.network.resolved(), ["fcm.googleapis.com"]);
    assert_eq!(
        double.network.connected(),
        ["93.184.215.14:443".parse().expect("an address")]
    );
}

#[tokio::test]
async fn a_name_with_an_address_that_is_not_public_gets_no_connection() {
    let double = ServiceDouble::start();
    for address in [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.215.14",
        "64:ff9b::10.0.0.1",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "2001:db8::1",
    ] {
        for answer in [vec![address], vec!["93.184.215.14", address]] {
            double.network.answer(&answer);
            let refused = post(&double).await.expect_err(address);
            assert!(matches!(refused, RequestError::NotAllowed(_)), "{refused}");
        }
    }
    assert_eq!(double.network.connected(), []);
}

#[tokio::test]
async fn a_name_that_changes_its_address_after_the_check_has_no_effect() {
    let double = ServiceDouble::start();
    double.network.answer(&["93.184.215.14"]);
    double.network.answer(&["127.0.0.1"]);
    post(&double).await.expect("a response");
    // One look-up, and a connection to the address that was checked.
    assert_eq!(double.network.resolved().len(), 1);
    assert_eq!(
        double.network.connected(),
        ["93.184.215.14:443".parse().expect("an address")]
    );
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let double = ServiceDouble::start();
    for to in ["http://127.0.0.1/", "https://fcm.googleapis.com/other"] {
        double.fail([Fault::Redirect(to.to_owned())]);
        let response = post(&double).await.expect("a response");
        assert_eq!(response.status, 307);
    }
    assert_eq!(double.all().len(), 2);
    assert_eq!(double.network.connected().len(), 2);
}

#[tokio::test]
async fn the_next_address_is_tried_but_not_the_fourth() {
    let double = ServiceDouble::start();
    let addresses = [
        "93.184.215.1",
        "93.184.215.2",
        "93.184.215.3",
        "93.184.215.4",
    ];
    for (closed, tried, is_reached) in [(1, 2, true), (2, 3, true), (3, 3, false)] {
        double.network.close(addresses[closed - 1]);
        double.network.answer(&addresses);
        let before = double.network.connected().len();
        assert_eq!(post(&double).await.is_ok(), is_reached, "{closed}");
        assert_eq!(double.network.connected().len() - before, tried, "{closed}");
    }
}

#[tokio::test]
async fn only_the_first_kilobyte_of_a_reply_is_read() {
    let double = ServiceDouble::start();
    for (length, read) in [
        (1_023, 1_023),
        (1_024, 1_024),
        (1_025, 1_024),
        (100_000, 1_024),
    ] {
        double.fail([Fault::BigBody(length)]);
        let response = post(&double).await.expect("a response");
        assert_eq!(response.body.len(), read, "{length}");
    }
}

#[tokio::test]
async fn an_endless_head_ends_the_request() {
    let double = ServiceDouble::start();
    double.fail([Fault::EndlessHead]);
    let started = Instant::now();
    let error = double
        .client(Duration::from_secs(60))
        .post(&target(), HeaderMap::new(), Vec::new())
        .await;
    error.expect_err("no response");
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[tokio::test]
async fn silence_and_slow_bytes_end_at_the_time_limit() {
    let double = ServiceDouble::start();
    for fault in [Fault::Silence, Fault::SlowBytes] {
        double.fail([fault]);
        let error = post(&double).await.expect_err("no response");
        assert_eq!(error.to_string(), "no response within 1 seconds");
    }
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_or_another_name_gets_no_request() {
    let double = ServiceDouble::start();
    let client = double.distrustful_client(TIMEOUT);
    let error = client.post(&target(), HeaderMap::new(), Vec::new()).await;
    let error = error.expect_err("no response").to_string();
    assert!(error.contains("invalid peer certificate"), "{error}");
    let hosts = HostList::new(&["*".to_owned()]);
    let other = Target::parse("https://other.test/", &hosts).expect("a target");
    let client = double.client(TIMEOUT);
    let error = client.post(&other, HeaderMap::new(), Vec::new()).await;
    let error = error.expect_err("no response").to_string();
    assert!(error.contains("invalid peer certificate"), "{error}");
    assert!(double.all().is_empty());
}

#[tokio::test]
async fn a_wait_is_read_in_seconds_and_bounded() {
    let double = ServiceDouble::start();
    for (text, wait) in [
        ("120", Some(120)),
        ("0", Some(0)),
        ("99999999999", Some(24 * 3_600)),
        ("-1", None),
        ("soon", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("99999999999999999999999999", None),
    ] {
        double.fail([Fault::RetryAfter(429, text)]);
        let response = post(&double).await.expect("a response");
        assert_eq!(
            response.retry_after,
            wait.map(Duration::from_secs),
            "{text}"
        );
    }
}
