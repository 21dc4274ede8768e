//! Connections: when they end, and which ones count against the limit.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Listening;
use crate::tests::TestSite;
use crate::tests::operations::configured;

/// The rest of the request body is not read, nor is a further request on the connection.
#[tokio::test]
async fn an_early_response_closes_the_connection() {
    let server = Listening::start().await;
    for (call, status) in [
        ("POST /star/addStar", 401),
        ("POST /nothing", 404),
        ("PUT /user/login", 405),
    ] {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        let head = format!(
            "{call} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        assert!(
            reply.starts_with(&format!("HTTP/1.1 {status}")) && reply.contains("connection: close"),
            "{call}: {reply}"
        );
    }
    // A connection whose request was read completely stays open.
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    for _ in 0..2 {
        let request = format!(
            "POST /user/login HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}",
            server.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reply = vec![0; 4_096];
        let length = stream.read(&mut reply).await.unwrap();
        let reply = String::from_utf8_lossy(&reply[..length]);
        assert!(
            reply.starts_with("HTTP/1.1 400") && !reply.contains("connection: close"),
            "{reply}"
        );
    }
}

#[tokio::test]
async fn silent_and_unfinished_connections_are_closed() {
    let server = Listening::start().await;
    let checks = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\nX: "].map(async |beginning| {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let closed =
            tokio::time::timeout(Duration::from_secs(15), stream.read_to_end(&mut rest)).await;
        assert!(closed.is_ok(), "still open after 15 s: {beginning:?}");
    });
    futures_util::future::join_all(checks).await;
}

/// A browser's polling connection that starts a WebSocket upgrade without finishing it, and one
/// that starts a POST without finishing it.
#[tokio::test]
async fn partial_polls_and_unfinished_upgrades_are_closed() {
    let server = Listening::start().await;
    let sid = async || {
        let visitor = server.site.visitor();
        let greeting = visitor.get("/socket.io/?EIO=4&transport=polling").await;
        let sid = greeting.text.split('"').nth(3).expect("a sid").to_owned();
        // Socket.IO is connected: an unconnected socket would be closed anyway.
        let address = format!("/socket.io/?EIO=4&transport=polling&sid={sid}");
        let packet = Request::post(address)
            .header("content-type", "text/plain")
            .body("40".into())
            .unwrap();
        assert_eq!(visitor.send(packet).await.status, 200);
        sid
    };
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    let beginnings = [
        format!("GET /socket.io/?EIO=4&transport=websocket&sid={} HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n\r\n", sid().await),
        format!("POST /socket.io/?EIO=4&transport=polling&sid={} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n4", sid().await),
        "POST /user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{".to_owned(),
        "POST /user/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{".to_owned(),
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{".to_owned(),
    ];
    let checks = beginnings.iter().map(async |beginning| {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let closed =
            tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut rest)).await;
        assert!(
            closed.is_ok(),
            "still open after a minute: {beginning:?} and {:?}",
            String::from_utf8_lossy(&rest)
        );
        String::from_utf8_lossy(&rest).into_owned()
    });
    let rest = futures_util::future::join_all(checks).await;
    assert!(rest[0].starts_with("HTTP/1.1 101"), "{}", rest[0]);
    assert!(
        rest[2].starts_with("HTTP/1.1 408")
            && rest[2].ends_with("The request took too long to arrive"),
        "{}",
        rest[2]
    );
    assert_eq!(
        server.site.site.app.hub.count(|_| true),
        0,
        "nothing is kept of them"
    );
}

#[tokio::test]
async fn a_socket_stays_one_of_the_connections_until_it_ends() {
    let server = Listening::with(TestSite::with(|config| {
        configured(config, &[("STOA_METRICS_TOKEN", "sesame")]);
    }))
    .await;
    let connections = async || {
        let request = Request::get("/metrics")
            .header("authorization", "Bearer sesame")
            .body(Body::empty())
            .unwrap();
        let metrics = server.site.visitor().send(request).await.text;
        let line = metrics
            .lines()
            .find_map(|line| line.strip_prefix("stoa_connections "))
            .expect("how many there are");
        line.parse::<u32>().unwrap()
    };
    let socket = server.socket("").await;
    assert_eq!(
        connections().await,
        1,
        "a socket is not counted, so that one address may have any number"
    );
    drop(socket);
    while connections().await > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn shutdown_ends_sockets_and_finishes_running_requests() {
    let mut server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.socket_of(&ann).await;
    server.stop.take().unwrap().send(()).unwrap();
    socket.expect_dropped().await;
    tokio::time::timeout(Duration::from_secs(5), server.served)
        .await
        .expect("the server stops")
        .unwrap();
    assert!(TcpStream::connect(&server.address).await.is_err());
}
