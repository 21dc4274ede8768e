//! Scenario that kills the server while messages of webhooks are sent.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::Args;
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::client::Client;
use crate::error::{Result, failed};
use crate::harness::{created, sign_up};
use crate::json::text;
use crate::report::Report;
use crate::site::{Site, doctor};

/// Largest number of answers between two kills.
const ANSWERS_PER_KILL: usize = 8;
/// How long the receiver takes with a message: a kill falls into it as often as between two.
const REPLY_AFTER: Duration = Duration::from_millis(20);
/// Messages that have not arrived are lost when the receiver has got none for this long.
const SILENCE: Duration = Duration::from_secs(30);

#[derive(Args, Clone)]
pub struct WebhookKill {
    /// Number of kills
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub times: usize,
}

/// Kills the server at random moments while a webhook sends messages about answers. Every acknowledged answer must reach the
/// receiver, in order, and each kill may cause one second copy, with the same `webhook-id`.
pub async fn webhook_kill(stoa: &Path, options: &WebhookKill) -> Result<bool> {
    let (mut report, mut site) = (Report::new("webhook-kill"), Site::new(stoa)?);
    report.metric("kills", options.times);
    let result = run(&mut site, options.times, &mut report).await;
    Ok(report.finish(result, site.dir))
}

/// A message that the receiver has got.
struct Received {
    id: String,
    answer: String,
    at: Instant,
}

type Inbox = Arc<Mutex<Vec<Received>>>;

/// Takes all messages.
async fn receive(listener: TcpListener, inbox: Inbox) {
    while let Ok((stream, _)) = listener.accept().await {
        let inbox = inbox.clone();
        // A server that was killed ends in the middle.
        tokio::spawn(async move { receive_one(stream, &inbox).await });
    }
}

async fn receive_one(stream: TcpStream, inbox: &Inbox) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut id, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream
            .read_line(&mut line)
            .await
            .ok()
            .filter(|read| *read > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("webhook-id", value)) => value.clone_into(&mut id),
            Some(("content-length", value)) => length = value.parse().ok()?,
            None if line == "\r\n" => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let body: Value = serde_json::from_slice(&body).ok()?;
    let answer = text(&body["data"]["post"], "_id").to_owned();
    inbox
        .lock()
        .expect("the lock is not poisoned")
        .push(Received {
            id,
            answer,
            at: Instant::now(),
        });
    tokio::time::sleep(REPLY_AFTER).await;
    let reply = b"HTTP/1.1 204 No Content\r\n\r\n";
    stream.get_mut().write_all(reply).await.ok()
}

async fn run(site: &mut Site, times: usize, report: &mut Report) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let (address, inbox) = (listener.local_addr()?, Inbox::default());
    let receiver = tokio::spawn(receive(listener, inbox.clone()));
    let settings = [
        ("STOA_SERVER_BASE_URL", "http://localhost"),
        ("STOA_WEBHOOKS_NETWORKS", "127.0.0.1"),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    site.instance.env.extend(settings);
    let (user, question) = prepare(site, address).await?;
    let mut answers = HashSet::new();
    for _ in 0..times {
        let server = site.start().await?;
        let client = Client::new(server.address());
        let work = async {
            for number in 0..ANSWERS_PER_KILL {
                let said = format!("Answer {number} of {}", answers.len());
                let answer = json!({"qid": question, "ans": {"text": said}});
                let path = "/answer/addAnswer";
                let reply = client.call("POST", path, Some(&user), Some(&answer)).await;
                let Some(answer) = created(reply)? else {
                    break;
                };
                answers.insert(answer);
            }
            // Nothing else is left to do until the kill.
            std::future::pending::<Result<()>>().await
        };
        let moment = Duration::from_millis(rand::random_range(50..1_500));
        if let Ok(result) = tokio::time::timeout(moment, work).await {
            result?;
        }
        server.kill().await?;
    }
    let server = site.start().await?;
    wait_for_all(&inbox, &answers).await;
    receiver.abort();
    check(&inbox, &answers, times, report);
    server.stop(Duration::from_secs(10)).await?;
    doctor(&site.instance, report).await
}

/// Creates the user who answers, their question, and a webhook. Returns the first two.
async fn prepare(site: &Site, receiver: SocketAddr) -> Result<(String, String)> {
    let server = site.start().await?;
    let client = Client::new(server.address());
    let user = sign_up(&client, "answerer").await?;
    let question = json!({"title": "What happens to a message?", "text": "It arrives.", "tags": [{"name": "hook"}]});
    let path = "/question/addQuestion";
    let reply = client
        .call("POST", path, Some(&user), Some(&question))
        .await;
    let question = created(reply)?.ok_or_else(|| failed("no reply to the question"))?;
    server.stop(Duration::from_secs(10)).await?;
    // How one is added is not what is tested. The event is that of new answers.
    let database = Connection::open(site.instance.data_dir.join("stoa.db"))?;
    database.execute(
        "UPDATE users SET role = 'administrator' WHERE username = 'answerer'",
        [],
    )?;
    database.execute(
        "INSERT INTO webhooks (id, manager_id, name, address, form, events, secret)
         SELECT 1, id, 'receiver', 'http://' || ?1 || '/', 'standard', 2, zeroblob(32) FROM users WHERE username = 'answerer'",
        [receiver.to_string()],
    )?;
    Ok((user, question))
}

/// Waits for the messages about all answers for as long as messages arrive.
async fn wait_for_all(inbox: &Inbox, answers: &HashSet<String>) {
    let began = Instant::now();
    loop {
        {
            let got = inbox.lock().expect("the lock is not poisoned");
            let last = got.last().map_or(began, |message| message.at.max(began));
            let arrived: HashSet<&str> = got.iter().map(|it| it.answer.as_str()).collect();
            if answers
                .iter()
                .all(|answer| arrived.contains(answer.as_str()))
                || last.elapsed() > SILENCE
            {
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

fn check(inbox: &Inbox, answers: &HashSet<String>, kills: usize, report: &mut Report) {
    let got = inbox.lock().expect("the lock is not poisoned");
    report.count("acknowledged", answers.len());
    report.count("messages", got.len());
    let mut by_id = HashMap::<&str, (&str, usize)>::new();
    let mut first_arrivals = Vec::new();
    for message in got.iter() {
        let (answer, copies) = by_id.entry(&message.id).or_insert((&message.answer, 0));
        if *answer != message.answer {
            report.violation(format!("{} is about two answers", message.id));
        }
        if *copies == 0 {
            first_arrivals.push(message.id.as_str());
        }
        *copies += 1;
    }
    let arrived: HashSet<&str> = by_id.values().map(|(answer, _)| *answer).collect();
    for answer in answers
        .iter()
        .filter(|answer| !arrived.contains(answer.as_str()))
    {
        report.violation(format!("the message about the answer {answer} is lost"));
    }
    if arrived.len() < by_id.len() {
        report.violation("an answer has two messages".to_owned());
    }
    if !first_arrivals.is_sorted() {
        report.violation("the messages came in another order".to_owned());
    }
    let doubled = got.len() - by_id.len();
    report.count("second_copies", doubled);
    let most = by_id.values().map(|(_, copies)| *copies).max();
    report.metric("most_copies", most);
    if doubled > kills {
        report.violation(format!("{kills} kills caused {doubled} second copies"));
    }
}
