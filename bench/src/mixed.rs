//! The mixed workload: 95 % reads and 5 % writes on popular questions, while sockets listen.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::json;
use tokio::task::JoinSet;

use super::client::{Connection, quantile, request};
use super::dataset::{self, Dataset};
use super::sockets::Sockets;
use stoa::app::demo::random::Random;
use stoa::core::error::{Error, Result};
use stoa::core::id::Id;

/// The sockets that listen.
pub const SOCKETS: usize = 500;
/// The length of the sequence of requests of each connection.
const REQUESTS: usize = 2_000;

/// The kinds of requests, each with its share in percent.
const KINDS: [(Kind, usize); 9] = [
    (Kind::Detail, 45),
    (Kind::List, 20),
    (Kind::Search, 10),
    (Kind::Tag, 10),
    (Kind::Tags, 5),
    (Kind::Notifications, 5),
    (Kind::Vote, 2),
    (Kind::Comment, 2),
    (Kind::Answer, 1),
];

/// A kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Detail,
    List,
    Search,
    Tag,
    Tags,
    Notifications,
    Vote,
    Comment,
    Answer,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Detail => "detail",
            Self::List => "list",
            Self::Search => "search",
            Self::Tag => "tag",
            Self::Tags => "tags",
            Self::Notifications => "notifications",
            Self::Vote => "vote",
            Self::Comment => "comment",
            Self::Answer => "answer",
        })
    }
}

/// The latencies of one kind of request.
#[derive(Debug, Serialize)]
pub struct KindReport {
    pub kind: Kind,
    pub requests: usize,
    pub p50_ms: f64,
    pub p99_ms: f64,
    #[serde(rename = "p99.9_ms")]
    pub p999_ms: f64,
}

/// The results of the mixed workload.
#[derive(Debug, Serialize)]
pub struct MixedReport {
    pub connections: usize,
    pub sockets: usize,
    /// Requests per second of all kinds together.
    pub rps: f64,
    pub kinds: Vec<KindReport>,
}

impl fmt::Display for MixedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nmixed: {} connections, {} sockets, {:.0} requests/s\n",
            self.connections, self.sockets, self.rps
        )?;
        writeln!(
            f,
            "{:<18} {:>11} {:>9} {:>9} {:>9}",
            "request", "requests", "p50 ms", "p99 ms", "p99.9 ms"
        )?;
        for kind in &self.kinds {
            writeln!(
                f,
                "{:<18} {:>11} {:>9.2} {:>9.2} {:>9.2}",
                kind.kind, kind.requests, kind.p50_ms, kind.p99_ms, kind.p999_ms
            )?;
        }
        Ok(())
    }
}

/// Measures the workload on a server for some `time`. Each of the `cookies` has a connection; detail
/// requests and writes are about `questions`.
pub async fn measure(
    server: SocketAddr,
    cookies: &[String],
    time: Duration,
    dataset: &Dataset,
    questions: &[Id],
) -> Result<MixedReport> {
    let listening = Sockets::open(server, cookies, SOCKETS).await?;
    let texts = dataset.new_answers(50);
    let mut tasks = JoinSet::new();
    let mut connections = Vec::new();
    for (seed, cookie) in cookies.iter().enumerate() {
        let requests = requests(seed as u64, cookie, dataset, questions, &texts);
        connections.push((Connection::open(server).await?, requests));
    }
    let began = Instant::now();
    for (mut connection, requests) in connections {
        tasks.spawn(async move {
            let mut latencies = Vec::new();
            for (kind, request) in requests.iter().cycle() {
                if began.elapsed() >= time {
                    break;
                }
                let sent = Instant::now();
                connection.send(request).await?;
                latencies.push((*kind, sent.elapsed()));
            }
            Ok::<_, Error>(latencies)
        });
    }
    let mut by_kind: BTreeMap<Kind, Vec<Duration>> = BTreeMap::new();
    while let Some(latencies) = tasks.join_next().await {
        for (kind, latency) in latencies.map_err(Error::internal)?? {
            by_kind.entry(kind).or_default().push(latency);
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    drop(listening);
    Ok(MixedReport {
        connections: cookies.len(),
        sockets: SOCKETS,
        rps: by_kind.values().map(Vec::len).sum::<usize>() as f64 / seconds,
        kinds: by_kind.into_iter().map(kind_report).collect(),
    })
}

fn kind_report((kind, mut latencies): (Kind, Vec<Duration>)) -> KindReport {
    latencies.sort_unstable();
    let [p50_ms, p99_ms, p999_ms] = [0.5, 0.99, 0.999].map(|fraction| {
        quantile(&latencies, fraction).map_or(0.0, |latency| latency.as_secs_f64() * 1_000.0)
    });
    KindReport {
        kind,
        requests: latencies.len(),
        p50_ms,
        p99_ms,
        p999_ms,
    }
}

/// Returns the requests of a connection. Questions and tags follow Zipf's law.
fn requests(
    seed: u64,
    cookie: &str,
    dataset: &Dataset,
    questions: &[Id],
    texts: &[String],
) -> Vec<(Kind, Vec<u8>)> {
    let mut random = Random::new(seed);
    let get = |path: &str| request(path, cookie, None);
    let post = |path: &str, body: serde_json::Value| request(path, cookie, Some(&body.to_string()));
    let cards = |query: &str| get(&format!("/question/getQuestion?view=card&limit=30&{query}"));
    let [first, second] = dataset::PLANTED;
    let one = |random: &mut Random| {
        let question = questions[random.zipf(questions.len())];
        let tag = Dataset::tag_name(random.zipf(dataset.tags()));
        let text = &texts[random.below(texts.len())];
        let mut share = random.below(KINDS.iter().map(|(_, share)| share).sum());
        let kind = KINDS.iter().find(|(_, part)| {
            let is_here = share < *part;
            share = share.saturating_sub(*part);
            is_here
        });
        let kind = kind.map_or(Kind::Detail, |(kind, _)| *kind);
        let request = match kind {
            Kind::Detail => get(&format!("/question/getQuestionById/{question}")),
            Kind::List => cards("order=newest"),
            Kind::Search => cards(&format!("order=relevance&search={first}+{second}")),
            Kind::Tag => cards(&format!("order=newest&search=%5B{tag}%5D")),
            Kind::Tags => get("/tag/getTagsWithQuestionNumber?limit=100"),
            Kind::Notifications => get("/getNotifications?limit=30"),
            Kind::Vote => post("/question/upvoteQuestion", json!({"qid": question})),
            Kind::Comment => {
                let comment: String = text.chars().take(150).collect();
                let comment = json!({"text": comment});
                post(
                    "/comment/addComment",
                    json!({"id": question, "type": "question", "comment": comment}),
                )
            }
            Kind::Answer => post(
                "/answer/addAnswer",
                json!({"qid": question, "ans": {"text": text}}),
            ),
        };
        (kind, request)
    };
    (0..REQUESTS).map(|_| one(&mut random)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_request_in_twenty_writes() {
        let dataset = Dataset::new(200);
        let questions = dataset.detail_questions(10);
        let requests = requests(1, "", &dataset, &questions, &["text".to_owned()]);
        let writes = requests
            .iter()
            .filter(|(_, request)| request.starts_with(b"POST"))
            .count();
        assert!((REQUESTS / 30..REQUESTS / 13).contains(&writes), "{writes}");
        assert_eq!(KINDS.iter().map(|(_, share)| share).sum::<usize>(), 100);
    }
}
