//! The heads of requests, as bytes on a connection.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;

/// Sends bytes on a new connection and returns all that arrives until its end.
async fn reply_to(server: &Listening, request: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    stream.write_all(request.as_ref()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

fn expect_reply(reply: &str, status: u16, text: &str) {
    let shown: String = reply.chars().take(300).collect();
    assert!(reply.starts_with(&format!("HTTP/1.1 {status} ")), "{shown}");
    assert!(reply.ends_with(text), "{shown}");
}

#[tokio::test]
async fn a_request_needs_exactly_one_host_header() {
    let server = Listening::start().await;
    let text = "A request needs exactly one Host header";
    for hosts in ["", "Host: a\r\nHost: a\r\n"] {
        let request = format!("GET /readyz HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        expect_reply(&reply_to(&server, &request).await, 400, text);
    }
    let old = reply_to(&server, "GET /healthz HTTP/1.0\r\n\r\n").await;
    assert!(old.starts_with("HTTP/1.0 200"), "{old}");
}

#[tokio::test]
async fn a_search_of_60_kilobytes_is_answered_and_its_connection_closes() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    ann.ask("Stoa", "x", &["a"]).await;
    let words = "stoa+".repeat(12_000);
    let request = format!(
        "GET /question/getQuestion?search={words} HTTP/1.1\r\nHost: a\r\nCookie: {}\r\n\r\n",
        ann.cookie_header()
    );
    let reply = reply_to(&server, &request).await;
    expect_reply(&reply, 200, "]");
    assert!(reply.contains("\"title\":\"Stoa\""), "{reply}");
}

#[tokio::test]
async fn what_a_program_leaves_raw_in_an_address_works_like_its_encoded_form() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    ann.ask("The \"red fox\"", "x", &["a"]).await;
    ann.ask("The fox is red", "x", &["a"]).await;
    let get = async |target: &[u8]| {
        let mut request = b"GET ".to_vec();
        request.extend_from_slice(target);
        let rest = format!(
            " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: {}\r\n\r\n",
            ann.cookie_header()
        );
        request.extend_from_slice(rest.as_bytes());
        let reply = reply_to(&server, &request).await;
        let (head, body) = reply.split_once("\r\n\r\n").expect("a head");
        (head[..12].to_owned(), body.to_owned())
    };
    const LIST: &str = "/question/getQuestion?view=card&search=";
    let long = "x".repeat(9_000);
    for (raw, encoded) in [
        (&b"\"red+fox\""[..], "%22red+fox%22".to_owned()),
        (b"<red>", "%3Cred%3E".to_owned()),
        (b"fox\xff\xc3", "fox%FF%C3".to_owned()),
        ("f\u{f6}x".as_bytes(), "f%C3%B6x".to_owned()),
        // More than one read, and more than there is room for.
        (
            format!("{long}{}", "\"".repeat(9_000)).as_bytes(),
            format!("{long}{}", "%22".repeat(9_000)),
        ),
    ] {
        let raw = get(&[LIST.as_bytes(), raw].concat()).await;
        assert_eq!(raw.0, "HTTP/1.1 200", "{encoded:.40}");
        assert_eq!(raw, get(format!("{LIST}{encoded}").as_bytes()).await);
    }
    let phrase = get(&[LIST.as_bytes(), b"\"red+fox\""].concat()).await;
    assert!(phrase.1.contains("red fox") && !phrase.1.contains("fox is red"));
    // Only the address is escaped.
    let body = "{\"username\": \"ann<\u{f6}\", \"password\": \"x\"}";
    let request = format!(
        "POST /user/login?\"< HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let reply = reply_to(&server, &request).await;
    assert!(reply.starts_with("HTTP/1.1 401"), "{reply}");
}

#[tokio::test]
async fn a_head_that_is_too_large_gets_a_sentence() {
    let server = Listening::start().await;
    let long = |length| "x".repeat(length);
    let head = |path: &str, more: &str| format!("GET /{path} HTTP/1.1\r\nHost: a\r\n{more}\r\n");
    let (uri, headers) = (
        "The address is too long",
        "The headers of the request are too large",
    );
    for (request, status, text) in [
        (head(&long(64_000), ""), 414, uri),
        (head(&long(500_000), ""), 414, uri),
        (head("", &format!("X: {}\r\n", long(500_000))), 431, headers),
        (head("", &"X: y\r\n".repeat(200)), 431, headers),
    ] {
        expect_reply(&reply_to(&server, &request).await, status, text);
    }
}

#[tokio::test]
async fn the_lines_of_a_body_are_not_those_of_the_head() {
    let server = Listening::start().await;
    let body = format!(
        "{}{{\"username\": \"ann\", \"password\": \"x\"}}",
        "\n".repeat(200)
    );
    let request = format!(
        "POST /user/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let reply = reply_to(&server, &request).await;
    assert!(reply.starts_with("HTTP/1.1 401"), "{reply}");
}

#[tokio::test]
async fn unfinished_heads_have_a_budget() {
    let server = Listening::start().await;
    let beginning = format!("GET /{}", "x".repeat(60_000));
    let mut unfinished = Vec::new();
    let refused = loop {
        assert!(unfinished.len() < 100, "no head was refused");
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let mut reply = [0; 16];
        let answer = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut reply)).await;
        if let Ok(read) = answer {
            break String::from_utf8_lossy(&reply[..read.unwrap()]).into_owned();
        }
        unfinished.push(stream);
    };
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    // 2 MiB, less 16 KiB that each connection has free.
    assert_eq!(unfinished.len(), 2 * 1024 * 1024 / (60_005 - 16 * 1024));
    drop(unfinished);
    // The budget is free again: a large head is answered.
    let request = format!("{beginning} HTTP/1.1\r\nHost: a\r\n\r\n");
    loop {
        let reply = reply_to(&server, &request).await;
        if reply.starts_with("HTTP/1.1 404") {
            break;
        }
        assert!(reply.starts_with("HTTP/1.1 503"), "{reply}");
    }
}
