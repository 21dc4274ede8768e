//! A hundred thousand frames of noise on the live connection: invalid ones close their socket,
//! valid ones are answered, and other users are served as before.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::super::realtime::Listening;
use super::super::{Person, run_in_full};
use super::{PIECES, mutated};
use crate::app::demo::random::Random;
use crate::app::server::fuzzing::packet;
use crate::fuzzing::TARGETS;

/// The number of concurrent noisy sockets.
const SOCKETS: usize = 12;
/// Below the message limit of a socket for ten seconds.
const FRAMES_OF_SOCKET: usize = 150;

/// Returns the number of frames: `STOA_FRAMES` or a small default. 100,000 take more than a minute.
fn frames() -> usize {
    let default = if run_in_full() { 20_000 } else { 4_000 };
    std::env::var("STOA_FRAMES").map_or(default, |frames| {
        frames.parse().expect("STOA_FRAMES is a number")
    })
}

/// The effect of a frame on its socket.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    GoesOn,
    Ends,
    /// Decided by Engine.IO.
    Either,
}

fn json_of(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(random.next_u64()),
        2 => json!(random.fraction() * 1e300),
        3 => json!(["0000000000001", "undefined", "", "Nim", "-1"][random.below(5)]),
        4 => json!(PIECES[random.below(PIECES.len())].repeat(1 + random.below(40))),
        5 => json!(random.below(2) == 0),
        6 => (0..random.below(4))
            .map(|_| json_of(random, depth - 1))
            .collect(),
        _ => {
            let names = [
                "gameID",
                "move",
                "playerID",
                "numObjects",
                "__proto__",
                "_placeholder",
                "",
            ];
            let fields = (0..random.below(5)).map(|_| {
                (
                    names[random.below(names.len())].to_owned(),
                    json_of(random, depth - 1),
                )
            });
            Value::Object(fields.collect())
        }
    }
}

/// Returns an event that is close to a valid one.
fn event(random: &mut Random) -> String {
    let names = [
        "joinGame",
        "leaveGame",
        "makeMove",
        "requestLeaderboardUpdate",
        "joinChat",
        "leaveChat",
        "typing",
        "disconnect",
        "connect",
        "x",
    ];
    let id = json!("0000000000001");
    let argument = match random.below(4) {
        0 => id,
        1 => {
            json!({"gameID": id, "move": {"playerID": json_of(random, 1), "gameID": id, "move": {"numObjects": json_of(random, 1)}}})
        }
        _ => json_of(random, 4),
    };
    let acknowledge = if random.below(4) == 0 {
        random.next_u64().to_string()
    } else {
        String::new()
    };
    format!(
        "42{acknowledge}{}",
        json!([names[random.below(names.len())], argument])
    )
}

/// Returns a frame and its effect.
fn frame(random: &mut Random) -> (Message, Effect) {
    let seeds = TARGETS
        .iter()
        .find(|target| target.name == "packet")
        .expect("a target")
        .seeds;
    let seeds = seeds();
    let seed = |random: &mut Random| seeds[random.below(seeds.len())].as_slice();
    let text = match random.below(20) {
        0..9 => event(random),
        9..14 => format!(
            "4{}",
            String::from_utf8_lossy(&mutated(seed(random), seed(random), random))
        ),
        14 => {
            let event = event(random);
            String::from_utf8_lossy(&mutated(event.as_bytes(), seed(random), random)).into_owned()
        }
        15 => format!("4{}", String::from_utf8_lossy(seed(random))),
        16 => format!("{}{}", random.below(10), PIECES[random.below(PIECES.len())]),
        17 => [
            "2", "3", "2probe", "3probe", "5", "6", "1", "0", "bAAAA", "",
        ][random.below(10)]
        .to_owned(),
        18 => (0..random.below(60))
            .map(|_| char::from_u32(random.below(0x11_0000) as u32).unwrap_or('\0'))
            .collect(),
        _ => {
            let bytes: Vec<u8> = (0..random.below(200))
                .map(|_| random.next_u64() as u8)
                .collect();
            return (Message::Binary(Bytes::from(bytes)), Effect::Ends);
        }
    };
    let effect = match text.strip_prefix('4') {
        Some(sent) if packet(sent) => Effect::GoesOn,
        Some(_) => Effect::Ends,
        None => Effect::Either,
    };
    (Message::text(text), effect)
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a socket and completes both handshakes.
async fn open(address: &str, cookies: &str) -> Stream {
    let mut request = format!("ws://{address}/socket.io/?EIO=4&transport=websocket")
        .into_client_request()
        .unwrap();
    if !cookies.is_empty() {
        request
            .headers_mut()
            .insert("cookie", cookies.parse().unwrap());
    }
    let (mut stream, _) = tokio_tungstenite::connect_async(request)
        .await
        .expect("a websocket");
    stream.send(Message::text("40")).await.expect("sent");
    assert!(
        receives(&mut stream, "40{\"sid\"").await,
        "no answer to the handshake"
    );
    stream
}

/// Waits for a text that starts with `beginning`; returns false if the connection ends first.
async fn receives(stream: &mut Stream, beginning: &str) -> bool {
    let received = async {
        loop {
            match stream.next().await {
                Some(Ok(Message::Text(text))) if text.starts_with(beginning) => return true,
                Some(Ok(Message::Text(text))) if text.as_str() == "2" => {
                    drop(stream.send(Message::text("3")).await);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return false,
                Some(Ok(_)) => {}
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), received)
        .await
        .unwrap_or_else(|_| panic!("neither {beginning} nor an end"))
}

/// Sends noise over one socket after the other until there is enough.
async fn make_noise(address: String, cookies: String, seed: u64, sent: Arc<AtomicUsize>) {
    let frames = frames();
    let mut random = Random::new(seed);
    while sent.load(Ordering::Relaxed) < frames {
        let mut stream = open(&address, &cookies).await;
        let (mut harmless, mut last) = (Vec::new(), None);
        while last.is_none() && harmless.len() < FRAMES_OF_SOCKET {
            match frame(&mut random) {
                (message, Effect::GoesOn) => harmless.push(message),
                other => last = Some(other),
            }
        }
        sent.fetch_add(
            harmless.len() + usize::from(last.is_some()),
            Ordering::Relaxed,
        );
        for message in &harmless {
            stream.feed(message.clone()).await.expect("sent");
        }
        // Unknown events are acknowledged too, in order.
        stream
            .send(Message::text("4217[\"fence\"]"))
            .await
            .expect("sent");
        assert!(
            receives(&mut stream, "4317[]").await,
            "a socket ended early: {harmless:?}"
        );
        if let Some((message, effect)) = last {
            stream.send(message).await.expect("sent");
            if effect == Effect::Ends {
                // Earlier texts do not matter.
                assert!(!receives(&mut stream, "the end").await);
            } else if stream.send(Message::text("4218[\"fence\"]")).await.is_ok() {
                receives(&mut stream, "4318[]").await;
            }
        }
    }
}

/// Sends a message in the global chat, and waits until it arrives at another user.
async fn exchange(from: &Person, to: &mut Stream, number: i32) {
    from.post(
        "/messaging/addMessage",
        json!({"messageToAdd": {"msg": format!("message {number}")}}),
    )
    .await
    .ok();
    let received = loop {
        let text = match to.next().await {
            Some(Ok(Message::Text(text))) => text,
            other => panic!("Ann's socket ended: {other:?}"),
        };
        if text.as_str() == "2" {
            to.send(Message::text("3")).await.expect("sent");
        } else if text.starts_with("42[\"messageUpdate\"") {
            break text;
        }
    };
    assert!(
        received.contains(&format!("\"message {number}\"")),
        "{received}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn socket_noise_does_not_disturb_other_users() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let mut by_ann = open(&server.address, &ann.cookie_header()).await;
    let sent = Arc::new(AtomicUsize::new(0));
    // All sign up first: a login without cookies ends the websockets of its address that have none.
    let mut cookies = Vec::new();
    for number in 0..SOCKETS {
        cookies.push(if number % 4 == 0 {
            String::new()
        } else {
            let name = format!("noisy{number}");
            server.site.sign_up(&name).await.cookie_header()
        });
    }
    // What it publishes comes after what the last sign-up does.
    exchange(&ben, &mut by_ann, -1).await;
    let noise: Vec<_> = cookies
        .into_iter()
        .enumerate()
        .map(|(number, cookies)| {
            let (address, sent) = (server.address.clone(), sent.clone());
            tokio::spawn(make_noise(address, cookies, number as u64, sent))
        })
        .collect();
    // Meanwhile two users chat, and none of their messages is lost.
    let mut number = 0;
    while noise.iter().any(|noise| !noise.is_finished()) {
        exchange(&ben, &mut by_ann, number).await;
        number += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for noise in noise {
        noise.await.expect("the server keeps its guarantees");
    }
    assert!(number > 10 && sent.load(Ordering::Relaxed) >= frames());
    // The noisy sockets left nothing behind.
    let hub = &server.site.site.app.hub;
    for _ in 0..200 {
        if hub.count(|_| true) == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(hub.count(|_| true), 1, "sockets without a connection");
    assert!(
        ann.get("/messaging/getMessages?limit=1").await.ok()[0]["msg"]
            == format!("message {}", number - 1)
    );
}

#[tokio::test]
async fn messages_are_limited_to_64_kib_and_browsers_to_32_sockets() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut stream = open(&server.address, &ann.cookie_header()).await;
    let message = |size: usize| {
        Message::text(format!(
            "4217[\"fence\",\"{}\"]",
            "x".repeat(size - "4217[\"fence\",\"\"]".len())
        ))
    };
    stream.send(message(64 * 1024)).await.expect("sent");
    assert!(
        receives(&mut stream, "4317[]").await,
        "a message of 64 KiB ends the socket"
    );
    let _ = stream.send(message(64 * 1024 + 1)).await;
    assert!(
        !receives(&mut stream, "4317[]").await,
        "a message of more than 64 KiB is taken"
    );

    let mut open_ones = Vec::new();
    while server.site.site.app.hub.count(|_| true) > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for _ in 0..32 {
        open_ones.push(open(&server.address, &ann.cookie_header()).await);
    }
    ann.get("/socket.io/?EIO=4&transport=polling")
        .await
        .refused(503, "The site is busy, please try again");
    let ben = server.site.sign_up("ben").await;
    open(&server.address, &ben.cookie_header()).await;
    drop(open_ones.pop());
    while server.site.site.app.hub.count(|_| true) > 32 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    open(&server.address, &ann.cookie_header()).await;
}

/// Bytes that are not a WebSocket frame, and forbidden frames.
#[tokio::test]
async fn invalid_websocket_frames_end_the_connection() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut random = Random::new(7);
    for _ in 0..1_000 {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        let head = format!(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {}\r\n\r\n",
            server.address,
            ann.cookie_header()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
        // Unmasked (clients must mask), of an unknown kind, too long, or random.
        let kind = random.below(4);
        let mut bytes = match kind {
            0 => b"\x81\x0540[1]".to_vec(),
            1 => vec![
                0x80 | random.below(16) as u8,
                0x80 | random.below(128) as u8,
            ],
            2 => [&[0x81, 0xff], &random.next_u64().to_be_bytes()[..], &[0; 4]].concat(),
            _ => Vec::new(),
        };
        bytes.extend((0..random.below(100)).map(|_| random.next_u64() as u8));
        let _ = stream.write_all(&bytes).await;
        if matches!(kind, 0 | 2) {
            let ended =
                tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut Vec::new()))
                    .await;
            assert!(ended.is_ok(), "the connection goes on after {bytes:?}");
        }
    }
    let mut after = open(&server.address, &ann.cookie_header()).await;
    ann.ask("T", "x", &["a"]).await;
    assert!(receives(&mut after, "42[\"questionUpdate\"").await);
}

#[tokio::test]
async fn polling_noise_is_rejected() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = open(&server.address, &ann.cookie_header()).await;
    let mut random = Random::new(7);
    let visitor = server.site.visitor();
    let send = async |method: &str, query: &str, body: Vec<u8>| {
        visitor.cookies.lock().unwrap().clear();
        let request = Request::builder()
            .method(method)
            .uri(format!("/socket.io/?{query}"))
            .header(header::HOST, "stoa.test");
        visitor
            .send(request.body(Body::from(body)).expect("a request"))
            .await
    };
    for number in 0..1_900 {
        let opened = send("GET", "EIO=4&transport=polling", Vec::new()).await;
        assert_eq!(opened.status, 200, "{}", opened.text);
        let sid = opened.text.split('"').nth(3).expect("a sid");
        let mut payload = Vec::new();
        for _ in 0..1 + random.below(5) {
            let sent = frame(&mut random).0;
            payload.extend([sent.into_data().as_ref(), b"\x1e"].concat());
        }
        let query = match random.below(6) {
            0 => format!("EIO={}&transport=polling&sid={sid}", random.below(6)),
            1 => format!(
                "EIO=4&transport={}&sid={sid}",
                ["websocket", "x", ""][random.below(3)]
            ),
            2 => format!(
                "EIO=4&transport=polling&sid={}",
                ["", "AAAA", "%00", "%ff"][random.below(4)]
            ),
            _ => format!("EIO=4&transport=polling&sid={sid}"),
        };
        let method = ["POST", "POST", "POST", "PUT", "DELETE", "OPTIONS"][random.below(6)];
        let reply = send(method, &query, payload).await;
        assert!(
            reply.status.as_u16() < 500,
            "{number}: {} {}",
            reply.status,
            reply.call
        );
    }
    ann.ask("T", "x", &["a"]).await;
    assert!(receives(&mut by_ann, "42[\"questionUpdate\"").await);
}
