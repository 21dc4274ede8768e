//! Scenario that kills the server and its mail host while mails are sent.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use rusqlite::Connection;
use serde_json::json;

use crate::client::{Client, Response};
use crate::error::{Result, failed};
use crate::harness::{created, sign_up};
use crate::latency_probe::percentile;
use crate::mail_host::{MailHost, Mailbox};
use crate::report::Report;
use crate::server::Server;
use crate::site::{Site, doctor};

/// Number of mails that one user gets: fewer than the server's limit for a day.
const MAILS_PER_USER: usize = 40;
/// Largest number of answers between two kills.
const ANSWERS_PER_KILL: usize = 8;
/// Number of mails whose way is measured without kills.
const MEASURED: usize = 40;
/// Mails that have not arrived are lost when the host has got no mail for this long.
const SILENCE: Duration = Duration::from_secs(30);

#[derive(Args, Clone)]
pub struct MailKill {
    /// Number of kills, of the server, the mail host or both
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub times: usize,
}

/// Kills the server, its mail host or both at random moments while users get mails about answers.
/// Every acknowledged answer must reach the host, and each kill may cause one second copy, with the
/// same `Message-ID`.
pub async fn mail_kill(stoa: &Path, options: &MailKill) -> Result<bool> {
    let (mut report, mut site) = (Report::new("mail-kill"), Site::new(stoa)?);
    report.metric("kills", options.times);
    let result = run(&mut site, options.times, &mut report).await;
    Ok(report.finish(result, site.dir))
}

/// Users who are told about answers, one of whom asks and another one answers.
struct Users {
    askers: Vec<String>,
    answerer: String,
    questions: usize,
}

/// Answers by id, with the time of the reply.
type Answers = HashMap<String, Instant>;

impl Users {
    /// Creates as many users as `mails` need. Stores their addresses in the database, because the way
    /// to confirm one is not what is tested.
    async fn create(site: &Site, mails: usize) -> Result<Self> {
        let server = site.start().await?;
        let client = Client::new(server.address());
        let mut askers = Vec::new();
        for number in 0..mails.div_ceil(MAILS_PER_USER) {
            let token = sign_up(&client, &format!("asker{number}")).await?;
            let choice = json!({"channel": "mail", "kind": "answer", "wanted": true});
            let path = "/user/chooseDelivery";
            match client
                .call("PATCH", path, Some(&token), Some(&choice))
                .await
            {
                Ok(Response { status: 200, .. }) => askers.push(token),
                other => return Err(failed(format_args!("no mails are chosen: {other:?}"))),
            }
        }
        let answerer = sign_up(&client, "answerer").await?;
        server.stop(Duration::from_secs(10)).await?;
        Connection::open(site.instance.data_dir.join("stoa.db"))?.execute(
            "INSERT INTO mail_addresses (user_id, address, verified_at)
             SELECT id, username || '@example.org', created_at FROM users WHERE username LIKE 'asker%'",
            [],
        )?;
        Ok(Self {
            askers,
            answerer,
            questions: 0,
        })
    }

    /// Asks a question and answers it. Returns `false` if the server does not reply.
    async fn answer(&mut self, client: &Client, answers: &mut Answers) -> Result<bool> {
        let asker = &self.askers[self.questions / MAILS_PER_USER];
        let title = format!("What happens to mail {}?", self.questions);
        let question = json!({"title": title, "text": title, "tags": [{"name": "mail"}]});
        let path = "/question/addQuestion";
        let reply = client
            .call("POST", path, Some(asker), Some(&question))
            .await;
        let Some(question) = created(reply)? else {
            return Ok(false);
        };
        // Counts when it may get a mail.
        self.questions += 1;
        let answer = json!({"qid": question, "ans": {"text": "It arrives, once or twice."}});
        let path = "/answer/addAnswer";
        let reply = client
            .call("POST", path, Some(&self.answerer), Some(&answer))
            .await;
        let answer = created(reply)?;
        Ok(answer.is_some_and(|answer| answers.insert(answer, Instant::now()).is_none()))
    }
}

async fn run(site: &mut Site, times: usize, report: &mut Report) -> Result<()> {
    let host_address = MailHost::bind().await?;
    configure(site, host_address);
    let mut users = Users::create(site, times * ANSWERS_PER_KILL + MEASURED).await?;
    let (mailbox, mut answers) = (Mailbox::default(), Answers::new());
    let mut host = MailHost::start(host_address, &mailbox).await?;
    let mut server = site.start().await?;
    for _ in 0..times {
        let client = Client::new(server.address());
        let work = async {
            for _ in 0..ANSWERS_PER_KILL {
                if !users.answer(&client, &mut answers).await? {
                    break;
                }
            }
            // Nothing else is left to do until the kill.
            std::future::pending::<Result<()>>().await
        };
        let kills_server = rand::random_range(0..3) > 0;
        let kills_host = !kills_server || rand::random_range(0..3) == 0;
        let moment = Duration::from_millis(rand::random_range(50..1_500));
        if let Ok(result) = tokio::time::timeout(moment, work).await {
            result?;
        }
        let survivor = if kills_server {
            server.kill().await?;
            report.count("server_kills", 1);
            None
        } else {
            Some(server)
        };
        if kills_host {
            host.kill().await;
            host = MailHost::start(host_address, &mailbox).await?;
            report.count("host_kills", 1);
        }
        server = match survivor {
            Some(server) => server,
            None => site.start().await?,
        };
    }
    server.stop(Duration::from_secs(10)).await?;
    make_all_due(site)?;
    let server = site.start().await?;
    wait_for_all(&mailbox, &answers).await;
    check(&mailbox, &answers, times, report);
    measure(&server, &mut users, &mailbox, report).await?;
    server.stop(Duration::from_secs(10)).await?;
    doctor(&site.instance, report).await
}

fn configure(site: &mut Site, host: SocketAddr) {
    let settings = [
        ("STOA_SERVER_BASE_URL", "http://localhost".to_owned()),
        ("STOA_MAIL_HOST", host.ip().to_string()),
        ("STOA_MAIL_PORT", host.port().to_string()),
        ("STOA_MAIL_TLS", "none".to_owned()),
        ("STOA_MAIL_FROM", "stoa@example.org".to_owned()),
        ("STOA_MAIL_PER_MINUTE", "6000".to_owned()),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value));
    site.instance.env.extend(settings);
}

/// Ends the pauses before further attempts, which are minutes and hours. The server must not run.
fn make_all_due(site: &Site) -> Result<()> {
    let database = Connection::open(site.instance.data_dir.join("stoa.db"))?;
    database.execute(
        "UPDATE deliveries SET next_attempt_at = 0 WHERE state = 'waiting'",
        [],
    )?;
    Ok(())
}

/// Returns the number of copies of the mail about an answer.
fn copies(mailbox: &Mailbox, answer: &str) -> usize {
    let mails = mailbox.lock().expect("the lock is not poisoned");
    let part = format!(".{answer}.");
    mails.iter().filter(|mail| mail.id.contains(&part)).count()
}

/// Waits for the mails about all answers for as long as mails arrive.
async fn wait_for_all(mailbox: &Mailbox, answers: &Answers) {
    let began = Instant::now();
    let last_arrival = || {
        let mails = mailbox.lock().expect("the lock is not poisoned");
        mails.last().map_or(began, |mail| mail.received.max(began))
    };
    while last_arrival().elapsed() < SILENCE
        && answers.keys().any(|answer| copies(mailbox, answer) == 0)
    {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

fn check(mailbox: &Mailbox, answers: &Answers, kills: usize, report: &mut Report) {
    report.count("acknowledged", answers.len());
    for answer in answers.keys().filter(|answer| copies(mailbox, answer) == 0) {
        report.violation(format!("the mail about the answer {answer} is lost"));
    }
    let mails = mailbox.lock().expect("the lock is not poisoned");
    let mut by_id = HashMap::<&str, usize>::new();
    for mail in mails.iter() {
        *by_id.entry(&mail.id).or_default() += 1;
    }
    let doubled = mails.len() - by_id.len();
    report.count("mails", mails.len());
    report.count("second_copies", doubled);
    report.metric("most_copies", by_id.values().max());
    if doubled > kills {
        report.violation(format!("{kills} kills caused {doubled} second copies"));
    }
}

/// Measures the time from the reply to an answer until the host has the mail about it.
async fn measure(
    server: &Server,
    users: &mut Users,
    mailbox: &Mailbox,
    report: &mut Report,
) -> Result<()> {
    let client = Client::new(server.address());
    let mut answers = Answers::new();
    for _ in 0..MEASURED {
        users.answer(&client, &mut answers).await?;
        tokio::time::sleep(Duration::from_millis(rand::random_range(0..400))).await;
    }
    wait_for_all(mailbox, &answers).await;
    let mails = mailbox.lock().expect("the lock is not poisoned");
    let arrival = |answer: &str| {
        let part = format!(".{answer}.");
        let mail = mails.iter().find(|mail| mail.id.contains(&part));
        mail.map(|mail| mail.received)
    };
    let mut ways = Vec::new();
    for (answer, replied) in &answers {
        match arrival(answer) {
            Some(arrival) => {
                ways.push(arrival.saturating_duration_since(*replied).as_secs_f64() * 1_000.0);
            }
            None => report.violation(format!("the mail about the answer {answer} is lost")),
        }
    }
    ways.sort_by(f64::total_cmp);
    report.metric("way_p50_ms", percentile(&ways, 0.5));
    report.metric("way_p95_ms", percentile(&ways, 0.95));
    Ok(())
}
