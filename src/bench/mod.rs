//! How fast the site is, measured on the real server with a site of any size.
//!
//! Each route is measured beside a bare one that returns a constant body of the same size, slice by slice in turn, so
//! that what else the machine does happens to both. Their ratio can be compared between machines; rates cannot.

mod client;
mod dataset;
mod process;
mod prose;
pub(crate) mod random;
mod report;
mod routes;
mod site;
mod sockets;
mod store;
#[cfg(test)]
mod tests;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;

pub use report::Report;
pub use routes::serve_bare;

use crate::error::{Error, Result};
use client::{Connection, Load, Requests, load, quantile, request};
use dataset::Dataset;
use process::Process;
use random::Random;
use report::{RouteReport, SocketReport};
use site::Directory;
use sockets::Sockets;

/// What can be measured; all but the last are routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[value(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Part {
    ListNewest,
    ListUnanswered,
    ListActive,
    #[value(name = "list_mostviewed")]
    #[serde(rename = "list_mostviewed")]
    ListMostViewed,
    ListTag,
    Detail,
    Search,
    SearchNewest,
    Answer,
    Sockets,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// What to measure, and on what.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the site.
    pub questions: usize,
    /// For each route and number of connections, and as long for the bare route.
    pub seconds: f64,
    pub sockets: usize,
    pub parts: Vec<Part>,
    /// Keeps the site here, and measures the one that is here already; else a temporary one is made.
    pub directory: Option<PathBuf>,
    /// The program to measure.
    pub binary: PathBuf,
}

/// How far a run has come.
#[derive(Clone, Debug)]
pub struct Progress {
    pub step: String,
    pub done: usize,
    /// 0 where it is not known.
    pub total: usize,
}

pub type OnProgress = Arc<dyn Fn(Progress) + Send + Sync>;

const CONNECTIONS: [usize; 2] = [1, 32];
/// The bare route and the measured one take turns so often.
const SLICES: u32 = 4;
/// Requests before anything is measured.
const WARM_UP: usize = 200;
/// Questions that are read, at most, by Zipf's law as readers do, in a sequence of so many requests.
const DETAILS: usize = 1_000;
const DETAIL_READS: usize = 20_000;
/// Questions that are answered in turn, at most.
const ANSWERED: usize = 20_000;
/// Events that are sent to all sockets.
const ROUNDS: usize = 20;
const STARTS: usize = 3;
/// After which a server that has nothing to do counts as idle.
const SETTLED: Duration = Duration::from_secs(1);

/// Fills a site if need be, and measures it. Nothing is left behind, however this ends.
pub async fn run(options: Options, progress: OnProgress) -> Result<Report> {
    let wants_sockets = options.parts.contains(&Part::Sockets);
    if wants_sockets {
        sockets::check_limit(options.sockets)?;
    }
    let directory = Directory::open(options.directory.as_deref())?;
    let dataset = Arc::new(Dataset::new(options.questions));
    let (path, content, on_progress) = (directory.path().to_owned(), dataset.clone(), progress.clone());
    tokio::task::spawn_blocking(move || site::fill(&path, &content, &*on_progress)).await.map_err(Error::internal)??;

    let say = |step: &str| progress(Progress { step: step.to_owned(), done: 0, total: 0 });
    say("starting the server");
    let (server, ready) = start_several_times(&options.binary, directory.path()).await?;
    tokio::time::sleep(SETTLED).await;
    let idle = server.memory();
    let bare = Process::start(&options.binary, ["bench-bare"]).await?;
    let cookie = sign_up(server.address).await?;
    let measured: Vec<Part> = options.parts.iter().copied().filter(|part| *part != Part::Sockets).collect();
    let mut routes = Vec::new();
    for (done, part) in measured.iter().enumerate() {
        progress(Progress { step: part.to_string(), done, total: measured.len() });
        let addresses = [server.address, bare.address];
        routes.extend(measure(*part, addresses, &requests(*part, &dataset, &cookie), &options, &dataset).await?);
    }
    let peak = server.memory();
    server.stop().await?;
    drop(bare);
    say("sockets");
    let sockets = if wants_sockets { Some(measure_sockets(&options, directory.path(), &dataset).await?) } else { None };
    let binary_bytes = std::fs::metadata(&options.binary).map_err(Error::internal)?.len();
    Ok(Report {
        questions: options.questions,
        seconds: options.seconds,
        answer_speedup: Report::speedup(&routes, Part::Answer),
        routes,
        idle_rss_bytes: idle.map(|memory| memory.now),
        peak_rss_bytes: peak.map(|memory| memory.peak),
        ready_ms: milliseconds(ready),
        binary_bytes,
        sockets,
    })
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

async fn start(binary: &Path, directory: &Path) -> Result<Process> {
    let arguments = ["serve".as_ref(), "--listen".as_ref(), "127.0.0.1:0".as_ref(), "--data-dir".as_ref(), directory.as_os_str()];
    Process::start(binary, arguments).await
}

/// The server as it runs after the last start, and the median of how long each took.
async fn start_several_times(binary: &Path, directory: &Path) -> Result<(Process, Duration)> {
    let mut server = start(binary, directory).await?;
    let mut ready = vec![server.ready];
    while ready.len() < STARTS {
        server.stop().await?;
        server = start(binary, directory).await?;
        ready.push(server.ready);
    }
    ready.sort_unstable();
    Ok((server, ready[STARTS / 2]))
}

/// Signs a new user up and returns the cookies of his session.
async fn sign_up(address: SocketAddr) -> Result<String> {
    let body = json!({"username": format!("bench-{:016x}", rand::random::<u64>()), "password": "colonnade at noon"}).to_string();
    let mut connection = Connection::open(address).await?;
    let response = connection.send(&request("/user/signup", "", Some(&body))).await?;
    let cookies: Vec<&str> = response.headers("set-cookie").filter_map(|cookie| cookie.split(';').next()).collect();
    Ok(cookies.join("; "))
}

/// What is asked of the site to measure a part of it.
fn requests(part: Part, dataset: &Dataset, cookie: &str) -> Vec<Vec<u8>> {
    let list = |query: &str| vec![request(&format!("/question/getQuestion?view=card&limit=30&{query}"), cookie, None)];
    let [first, second] = dataset::PLANTED;
    match part {
        Part::ListNewest => list("order=newest"),
        Part::ListUnanswered => list("order=unanswered"),
        Part::ListActive => list("order=active"),
        Part::ListMostViewed => list("order=mostViewed"),
        Part::ListTag => list(&format!("order=newest&search=%5B{}%5D", Dataset::tag_name(0))),
        Part::Search => list(&format!("order=relevance&search={first}+{second}")),
        Part::SearchNewest => list(&format!("order=newest&search={first}+{second}")),
        Part::Detail => {
            let (questions, mut random) = (dataset.details(DETAILS), Random::new(0));
            // What is read often lies anywhere on the site: the factor is a prime above their number.
            let one = |_| questions[random.zipf(questions.len()) * 7_919 % questions.len()];
            (0..DETAIL_READS).map(one).map(|id| request(&format!("/question/getQuestionById/{id}"), cookie, None)).collect()
        }
        Part::Answer => {
            let texts = dataset.new_answers(50);
            let answers = dataset.others(ANSWERED).into_iter().zip(texts.iter().cycle());
            let body = |(id, text)| json!({"qid": id, "ans": {"text": text}}).to_string();
            answers.map(|answer| request("/answer/addAnswer", cookie, Some(&body(answer)))).collect()
        }
        Part::Sockets => Vec::new(),
    }
}

/// Measures a route of the site at the first address beside the bare one at the second.
async fn measure(
    part: Part,
    [site, bare]: [SocketAddr; 2],
    requests: &[Vec<u8>],
    options: &Options,
    dataset: &Dataset,
) -> Result<Vec<RouteReport>> {
    let mut connection = Connection::open(site).await?;
    let (mut bytes, mut count) = (0, 0);
    for request in requests.iter().cycle().take(WARM_UP) {
        let response = connection.send(request).await?;
        bytes += response.body.len();
        count += 1;
        if matches!(part, Part::Search | Part::SearchNewest) {
            check_hits(response.headers("x-total-count").next(), dataset.hits())?;
        }
    }
    let bytes = bytes / count;
    let bare_requests = Arc::new(Requests::new(requests.iter().map(|request| redirected(request, bytes)).collect()));
    let requests = Arc::new(Requests::new(requests.to_vec()));
    let slice = Duration::from_secs_f64(options.seconds) / SLICES;
    let mut reports = Vec::new();
    for connections in CONNECTIONS {
        let (mut ours, mut theirs) = (Load::default(), Load::default());
        for _ in 0..SLICES {
            theirs.add(load(bare, connections, slice, &bare_requests).await?);
            ours.add(load(site, connections, slice, &requests).await?);
        }
        let (rps, bare_rps) = (ours.per_second(), theirs.per_second());
        let [p50_ms, p99_ms, max_ms] = ours.quantiles([0.5, 0.99, 1.0]);
        reports.push(RouteReport { name: part, connections, rps, p50_ms, p99_ms, max_ms, ratio: rps / bare_rps, bare_rps, bytes });
    }
    Ok(reports)
}

fn check_hits(found: Option<&str>, planted: usize) -> Result<()> {
    if found.and_then(|count| count.parse().ok()) == Some(planted) {
        return Ok(());
    }
    Err(Error::internal(format_args!("the search finds {} questions instead of {planted}", found.unwrap_or("no"))))
}

/// The same request for the bare route with so many bytes.
fn redirected(request: &[u8], bytes: usize) -> Vec<u8> {
    let mut words = request.splitn(3, |byte| *byte == b' ');
    let (method, rest) = (words.next().unwrap_or_default(), words.nth(1).unwrap_or_default());
    [method, format!(" /{bytes} ").as_bytes(), rest].concat()
}

/// Opens sockets to a server that has done nothing before, and lets it tell all of them of a new question, several times.
async fn measure_sockets(options: &Options, directory: &Path, dataset: &Dataset) -> Result<SocketReport> {
    let server = start(&options.binary, directory).await?;
    let mut cookies = Vec::new();
    for _ in 0..options.sockets.div_ceil(sockets::PER_SESSION).max(1) {
        cookies.push(sign_up(server.address).await?);
    }
    let mut connection = Connection::open(server.address).await?;
    // Not one of those that the search must find.
    let question = dataset.question(1);
    let body = json!({"title": question.title, "text": question.post.text, "tags": [{"name": Dataset::tag_name(0)}]}).to_string();
    let ask = request("/question/addQuestion", &cookies[0], Some(&body));
    // The first call of a kind makes the server prepare its statements; that is not the sockets'.
    connection.send(&ask).await?;
    let before = server.memory();
    let mut sockets = Sockets::open(server.address, &cookies, options.sockets).await?;
    tokio::time::sleep(SETTLED).await;
    let grown = server.memory().zip(before).map(|(after, before)| after.now.saturating_sub(before.now));
    let (mut all, mut slowest) = (Vec::new(), Duration::ZERO);
    let mut connection = Connection::open(server.address).await?;
    for _ in 0..ROUNDS {
        let after = sockets.fan_out(&mut connection, &ask).await?;
        slowest = slowest.max(after.iter().copied().max().unwrap_or_default());
        all.extend(after);
    }
    all.sort_unstable();
    drop(sockets);
    server.stop().await?;
    Ok(SocketReport {
        sockets: options.sockets,
        socket_bytes: grown.map(|bytes| bytes / options.sockets.max(1) as u64),
        fanout_p99_ms: milliseconds(quantile(&all, 0.99).copied().unwrap_or_default()),
        fanout_max_ms: milliseconds(slowest),
    })
}
