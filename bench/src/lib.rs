//! Measures the speed of the real server on a generated site of any size.

#![forbid(unsafe_code)]
//!
//! Each route is compared with a bare route that returns a constant body of the same size. Both
//! are measured in alternating slices, so other load on the machine affects both equally. Their
//! ratio is comparable between machines; absolute rates are not.

mod client;
mod dataset;
mod mixed;
mod options;
mod process;
pub mod cost;
mod report;
mod routes;
pub mod search;
mod site;
mod sockets;
pub mod spam;
mod store;
mod text_gen;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

pub use options::{OnProgress, Options, Part, Progress};
pub use report::Report;
pub use routes::serve_bare;

use client::{Connection, LoadResult, RequestCycle, page_request, quantile, request, run_load};
use dataset::Dataset;
use mixed::MixedReport;
use process::Process;
use report::{RouteReport, SocketReport};
use site::Directory;
use sockets::Sockets;
use stoa::app::demo::random::Random;
use stoa::core::error::{Error, Result};
use stoa::core::id::Id;

const CONNECTIONS: [usize; 2] = [1, MAX_CONNECTIONS];
const MAX_CONNECTIONS: usize = 32;
/// Number of alternations between the bare route and the measured route.
const SLICES: u32 = 4;
/// Requests before the measurement starts.
const WARM_UP_REQUESTS: usize = 200;
/// Maximum number of questions that the detail route reads, by Zipf's law as on a real site.
const DETAIL_QUESTIONS: usize = 1_000;
/// Length of the sequence of detail requests.
const DETAIL_REQUESTS: usize = 20_000;
/// The largest number of spaces on each side of a comma between two words of a search. The server reads 200 characters.
const MAX_GAP: usize = 85;
/// Maximum number of questions that are answered in turn.
const ANSWERED_QUESTIONS: usize = 20_000;
/// Events sent to all sockets.
const FAN_OUT_ROUNDS: usize = 20;
/// Starts of the server. The report has the median.
const STARTS: usize = 3;
/// A server without requests counts as idle after this time.
const IDLE_AFTER: Duration = Duration::from_secs(1);

/// Fills the site if necessary and measures it.
///
/// Processes and a temporary site are removed on success, error and cancellation.
pub async fn run(options: Options, progress: OnProgress) -> Result<Report> {
    let wants_sockets = options.parts.contains(&Part::Sockets);
    if wants_sockets {
        sockets::check_limit(options.sockets)?;
    }
    if options.parts.contains(&Part::Mixed) {
        sockets::check_limit(mixed::SOCKETS)?;
    }
    let directory = Directory::open(options.directory.as_deref())?;
    let dataset = Arc::new(Dataset::new(options.questions));
    let (site_path, site_dataset, on_progress) = (
        directory.path().to_owned(),
        dataset.clone(),
        progress.clone(),
    );
    tokio::task::spawn_blocking(move || site::fill(&site_path, &site_dataset, &*on_progress))
        .await
        .map_err(Error::internal)??;

    let report_step = |step: &str| {
        progress(Progress {
            step: step.to_owned(),
            done: 0,
            total: 0,
        });
    };
    report_step("starting the server");
    let (server, ready) = start_several_times(&options.binary, directory.path()).await?;
    tokio::time::sleep(IDLE_AFTER).await;
    let idle = server.memory();
    let bare = Process::start(&options.bare, ["bare"]).await?;
    let mut cookies = vec![sign_up(server.address).await?];
    let route_parts: Vec<Part> = options
        .parts
        .iter()
        .copied()
        .filter(|part| part.is_route())
        .collect();
    let mut routes = Vec::new();
    for (done, part) in route_parts.iter().enumerate() {
        progress(Progress {
            step: part.to_string(),
            done,
            total: route_parts.len(),
        });
        // An account's newer search replaces its older one, so each connection needs its own.
        let accounts = if part.searches() { MAX_CONNECTIONS } else { 1 };
        while cookies.len() < accounts {
            cookies.push(sign_up(server.address).await?);
        }
        let requests: Vec<_> = cookies[..accounts]
            .iter()
            .map(|cookie| requests(*part, &dataset, cookie))
            .collect();
        let addresses = [server.address, bare.address];
        routes.extend(measure_route(*part, addresses, &requests, &options, &dataset).await?);
    }
    let peak = server.memory();
    server.stop().await?;
    drop(bare);
    report_step("sockets");
    let sockets = if wants_sockets {
        Some(measure_sockets(&options, directory.path(), &dataset).await?)
    } else {
        None
    };
    let mixed = if options.parts.contains(&Part::Mixed) {
        report_step("mixed");
        Some(measure_mixed(&options, directory.path(), &dataset).await?)
    } else {
        None
    };
    let binary_bytes = std::fs::metadata(&options.binary)
        .map_err(Error::internal)?
        .len();
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
        mixed,
    })
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

async fn start(binary: &Path, directory: &Path) -> Result<Process> {
    let arguments = [
        "serve".as_ref(),
        "--listen".as_ref(),
        "127.0.0.1:0".as_ref(),
        "--data-dir".as_ref(),
        directory.as_os_str(),
    ];
    Process::start(binary, arguments).await
}

/// Returns the server after its last start, and the median time until it was ready.
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

/// Signs up a new user and returns the session cookies.
async fn sign_up(address: SocketAddr) -> Result<String> {
    let body = json!({"username": format!("bench-{:016x}", rand::random::<u64>()), "password": "colonnade at noon"}).to_string();
    let mut connection = Connection::open(address).await?;
    let response = connection
        .send(&request("/user/signup", "", Some(&body)))
        .await?;
    let cookies: Vec<&str> = response
        .headers("set-cookie")
        .filter_map(|cookie| cookie.split(';').next())
        .collect();
    Ok(cookies.join("; "))
}

/// Returns the requests that measure a part.
fn requests(part: Part, dataset: &Dataset, cookie: &str) -> Vec<Vec<u8>> {
    let list = |query: &str| {
        vec![request(
            &format!("/question/getQuestion?view=card&limit=30&{query}"),
            cookie,
            None,
        )]
    };
    let [first, second] = dataset::PLANTED;
    match part {
        Part::ListNewest => list("order=newest"),
        Part::ListUnanswered => list("order=unanswered"),
        Part::ListActive => list("order=active"),
        Part::ListMostViewed => list("order=mostViewed"),
        Part::ListTag => list(&format!(
            "order=newest&search=%5B{}%5D",
            Dataset::tag_name(0)
        )),
        Part::Search => list(&format!("order=relevance&search={first}+{second}")),
        Part::SearchFirst => spellings(|gap| {
            request(
                &format!(
                    "/question/getQuestion?view=card&limit=30&order=relevance&search={first}{gap}{second}"
                ),
                cookie,
                None,
            )
        }),
        Part::Suggest => vec![suggestions(&format!("{first}+{}", &second[..4]), cookie)],
        Part::SuggestFirst => spellings(|gap| {
            suggestions(
                &format!("{first}{gap}{}", &second[..3 + gap.len() % 4]),
                cookie,
            )
        }),
        Part::SearchNewest => list(&format!("order=newest&search={first}+{second}")),
        Part::Detail => details(dataset, |id| {
            request(&format!("/question/getQuestionById/{id}"), cookie, None)
        }),
        Part::Page | Part::PageUnchanged | Part::PageOfMember => {
            let cookie = if part == Part::PageOfMember {
                cookie
            } else {
                ""
            };
            let is_kept = part == Part::PageUnchanged;
            details(dataset, |id| {
                page_request(&format!("/question/{id}"), cookie, is_kept)
            })
        }
        Part::Answer => {
            let texts = dataset.new_answers(50);
            let answers = dataset
                .other_questions(ANSWERED_QUESTIONS)
                .into_iter()
                .zip(texts.iter().cycle());
            let body = |(id, text)| json!({"qid": id, "ans": {"text": text}}).to_string();
            answers
                .map(|answer| request("/answer/addAnswer", cookie, Some(&body(answer))))
                .collect()
        }
        Part::Sockets | Part::Mixed => Vec::new(),
    }
}

/// Returns requests about questions. Some are asked for much more often than others.
fn details(dataset: &Dataset, request: impl Fn(Id) -> Vec<u8>) -> Vec<Vec<u8>> {
    let (questions, mut random) = (dataset.detail_questions(DETAIL_QUESTIONS), Random::new(0));
    // Spreads the popular questions over the site. The factor is a prime greater than their number, so
    // each question keeps its own rank.
    let pick = |_| questions[random.zipf(questions.len()) * 7_919 % questions.len()];
    (0..DETAIL_REQUESTS).map(pick).map(request).collect()
}

/// Returns requests with different gaps between two words, which mean the same.
fn spellings(request: impl Fn(&str) -> Vec<u8>) -> Vec<Vec<u8>> {
    let gap = |number: usize| {
        let (before, after) = (1 + number % MAX_GAP, 1 + number / MAX_GAP);
        format!("{},{}", "+".repeat(before), "+".repeat(after))
    };
    (0..MAX_GAP * MAX_GAP)
        .map(|number| request(&gap(number)))
        .collect()
}

fn suggestions(text: &str, cookie: &str) -> Vec<u8> {
    request(&format!("/search/getSuggestions?text={text}"), cookie, None)
}

/// Measures a route of `site` in alternation with the bare route of `bare`. `requests` are those of
/// each connection, or of all.
async fn measure_route(
    part: Part,
    [site, bare]: [SocketAddr; 2],
    requests: &[Vec<Vec<u8>>],
    options: &Options,
    dataset: &Dataset,
) -> Result<Vec<RouteReport>> {
    let mut connection = Connection::open(site).await?;
    let (mut bytes, mut count) = (0, 0);
    for request in requests[0].iter().cycle().take(WARM_UP_REQUESTS) {
        let response = connection.send(request).await?;
        bytes += response.body.len();
        count += 1;
        if part.searches() {
            check_hits(response.headers("x-total-count").next(), dataset.hits())?;
        }
    }
    let bytes = bytes / count;
    let cycles = |change: &dyn Fn(&Vec<u8>) -> Vec<u8>| -> Vec<Arc<RequestCycle>> {
        requests
            .iter()
            .map(|requests| Arc::new(RequestCycle::new(requests.iter().map(change).collect())))
            .collect()
    };
    let bare_requests = cycles(&|request| bare_request(request, bytes));
    let requests = cycles(&Vec::clone);
    let slice = Duration::from_secs_f64(options.seconds) / SLICES;
    let mut reports = Vec::new();
    for connections in CONNECTIONS {
        let (mut site_load, mut bare_load) = (LoadResult::default(), LoadResult::default());
        for _ in 0..SLICES {
            bare_load.add(run_load(bare, connections, slice, &bare_requests).await?);
            site_load.add(run_load(site, connections, slice, &requests).await?);
        }
        let (rps, bare_rps) = (site_load.per_second(), bare_load.per_second());
        let [p50_ms, p99_ms, max_ms] = site_load.quantiles([0.5, 0.99, 1.0]);
        reports.push(RouteReport {
            name: part,
            connections,
            rps,
            p50_ms,
            p99_ms,
            max_ms,
            ratio: rps / bare_rps,
            bare_rps,
            bytes,
        });
    }
    Ok(reports)
}

/// Rejects a search whose `X-Total-Count` is less than the number of planted questions.
fn check_hits(found: Option<&str>, planted: usize) -> Result<()> {
    if found.and_then(|count| count.parse().ok()) >= Some(planted) {
        return Ok(());
    }
    Err(Error::internal(format_args!(
        "the search finds {} questions, but at least {planted} match",
        found.unwrap_or("no")
    )))
}

/// Returns the same request for the bare route with a response body of `bytes` bytes.
fn bare_request(request: &[u8], bytes: usize) -> Vec<u8> {
    let mut words = request.splitn(3, |byte| *byte == b' ');
    let (method, rest) = (
        words.next().unwrap_or_default(),
        words.nth(1).unwrap_or_default(),
    );
    [method, format!(" /{bytes} ").as_bytes(), rest].concat()
}

/// Measures the mixed workload on a new server process.
async fn measure_mixed(
    options: &Options,
    directory: &Path,
    dataset: &Dataset,
) -> Result<MixedReport> {
    let server = start(&options.binary, directory).await?;
    let mut cookies = Vec::new();
    while cookies.len() < MAX_CONNECTIONS {
        cookies.push(sign_up(server.address).await?);
    }
    let questions = dataset.detail_questions(DETAIL_QUESTIONS);
    let time = Duration::from_secs_f64(options.seconds);
    let report = mixed::measure(server.address, &cookies, time, dataset, &questions).await?;
    server.stop().await?;
    Ok(report)
}

/// Opens sockets to a new server process and measures how fast new questions reach all of them.
async fn measure_sockets(
    options: &Options,
    directory: &Path,
    dataset: &Dataset,
) -> Result<SocketReport> {
    let server = start(&options.binary, directory).await?;
    let mut cookies = Vec::new();
    for _ in 0..options.sockets.div_ceil(sockets::PER_SESSION).max(1) {
        cookies.push(sign_up(server.address).await?);
    }
    let mut connection = Connection::open(server.address).await?;
    // This question has only one of the planted words, so the number of search hits stays the same.
    let question = dataset.question(1);
    let body = json!({"title": question.title, "text": question.post.text, "tags": [{"name": Dataset::tag_name(0)}]}).to_string();
    let ask = request("/question/addQuestion", &cookies[0], Some(&body));
    // The first request makes the server prepare its SQL statements. This keeps their memory out of
    // the memory of the sockets.
    connection.send(&ask).await?;
    let before = server.memory();
    let mut sockets = Sockets::open(server.address, &cookies, options.sockets).await?;
    tokio::time::sleep(IDLE_AFTER).await;
    let grown = server
        .memory()
        .zip(before)
        .map(|(after, before)| after.now.saturating_sub(before.now));
    let (mut latencies, mut slowest) = (Vec::new(), Duration::ZERO);
    let mut connection = Connection::open(server.address).await?;
    for _ in 0..FAN_OUT_ROUNDS {
        let round = sockets.fan_out(&mut connection, &ask).await?;
        slowest = slowest.max(round.iter().copied().max().unwrap_or_default());
        latencies.extend(round);
    }
    latencies.sort_unstable();
    drop(sockets);
    server.stop().await?;
    Ok(SocketReport {
        sockets: options.sockets,
        socket_bytes: grown.map(|bytes| bytes / options.sockets.max(1) as u64),
        fanout_p99_ms: milliseconds(quantile(&latencies, 0.99).copied().unwrap_or_default()),
        fanout_max_ms: milliseconds(slowest),
    })
}
