//! Tests of the whole server: users send requests through the real router, each test with its own
//! database.

mod accounts;
mod addresses;
mod api_tokens;
mod administration;
mod administrators;
mod authored;
mod authenticator;
mod badges;
mod blocks;
mod bots;
mod generated_files;
mod certificate;
mod chats;
mod cli;
mod communities;
mod community_reading;
mod contributions;
mod damage;
mod derived;
mod cors;
mod doctor;
mod doctor_pictures;
mod embedding;
mod equality;
mod erasure;
mod export;
mod export_pictures;
mod documents;
mod feeds;
mod flags;
mod following;
mod full_disk;
mod games;
mod holding;
mod hostile;
mod identity;
mod import_circles;
mod inbox;
mod indexing;
mod known_devices;
mod moderation_log;
mod neighbours;
mod packaging;
mod noninterference;
mod invitations;
mod realtime;
mod reputation;
mod mail;
mod mcp;
mod mentions;
mod merging;
mod messages;
mod moderation;
mod notifications;
mod operations;
mod pictures;
mod posts;
mod preferences;
mod previews;
mod proofs;
mod providers;
mod proxies;
mod public_reading;
mod push;
mod readers;
mod second_factor;
mod security_doc;
mod passkeys;
mod password_again;
mod questions;
mod renaming;
mod roles;
mod sanctions;
mod schema_document;
mod search;
mod security;
mod service_worker;
mod sessions;
mod sign_in_resets;
mod signup;
mod site_moderators;
mod site_settings;
mod star_notes;
mod stars;
mod storage;
mod steps;
mod tables;
mod tag_synonyms;
mod tags;
mod dependencies;
mod architecture;
mod trust;
mod typescript;
mod uploads;
mod users;
mod webhooks;
mod wording;
mod writes;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::app::server::Site;
use crate::core::clock::{Clock, Timestamp};
use crate::core::config::{CommonPasswords, Config};
use crate::core::error::Sentence;
use crate::features::pictures::files::Media;
use crate::platform::db;

/// The password of all users in these tests.
const PASSWORD: &str = "colonnade at noon";

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a committed file with its generated content, and rewrites it if it is stale.
#[track_caller]
fn check_fresh(path: &Path, content: &str) {
    let path = repository().join(path);
    if std::fs::read_to_string(&path).unwrap_or_default() != content {
        std::fs::write(&path, content).expect("the repository can be written");
        panic!(
            "{} was stale and has been rewritten: look at the change and commit it",
            path.display()
        );
    }
}

/// Returns whether long tests run in full, as in `scripts/test full`. The gate runs a part of each.
pub fn run_in_full() -> bool {
    std::env::var_os("FULL_TESTS").is_some()
}

/// Returns all items when tests run in full, otherwise the first and then each `step`th.
pub fn sampled<T>(items: impl IntoIterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    items
        .into_iter()
        .step_by(if run_in_full() { 1 } else { step })
}

/// Puts an empty database with the schema of this program into a directory that has none. Copying it takes a
/// fraction of the time of all migrations.
fn add_database(directory: &Path) {
    static EMPTY: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let directory = TempDir::new().expect("a temporary directory");
        let path = directory.path().join(db::FILE);
        db::schema::migrate(&path).expect("an empty database");
        std::fs::read(&path).expect("a database of one file")
    });
    let path = directory.join(db::FILE);
    if !path.exists() {
        std::fs::write(path, &*EMPTY).expect("a database");
    }
}

/// Creates a directory in memory if possible.
fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let created = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    created.expect("a temporary directory")
}

/// Copies the database and the pictures of a site into a new directory: as they are now, although a running site may
/// write later.
fn copy_of(site: &Path) -> TempDir {
    let copy = directory();
    let connection = rusqlite::Connection::open(site.join(db::FILE)).expect("the database");
    db::add_functions(&connection).expect("the functions");
    connection
        .execute("VACUUM INTO ?1", [copy.path().join(db::FILE).to_str()])
        .expect("a copy");
    let (from, to) = (Media::of(site), Media::of(copy.path()));
    for file in from.list() {
        let path = from.path(&file.expect("a file").hash);
        to.put(&std::fs::read(path).expect("its bytes"))
            .expect("a copy");
    }
    copy
}

/// Turns on mail. Nothing is sent unless a test does it.
fn enable_mail(config: &mut Config) {
    config.mail.host = "localhost".to_owned();
    config.mail.from = "Stoa <stoa@stoa.test>".to_owned();
}

/// A site in a temporary directory with a fixed clock.
struct TestSite {
    site: Arc<Site>,
    clock: Clock,
    directory: TempDir,
}

impl TestSite {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(configure: impl FnOnce(&mut Config)) -> Self {
        Self::within(TempDir::new().expect("a temporary directory"), configure)
    }

    /// Opens a site on the data in this directory.
    fn within(directory: TempDir, configure: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::default();
        config.limits.enabled = false;
        config.auth.common_passwords = CommonPasswords::Allow;
        enable_mail(&mut config);
        config.push.enabled = true;
        config.backup.schedule.clear();
        configure(&mut config);
        add_database(directory.path());
        let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
        let site =
            Arc::new(Site::open(config, clock.clone(), directory.path()).expect("the site opens"));
        Self {
            site,
            clock,
            directory,
        }
    }

    /// Returns a browser without cookies.
    fn visitor(&self) -> Person {
        Person {
            name: String::new(),
            site: self.site.clone(),
            cookies: Mutex::default(),
            peer: SocketAddr::from(([127, 0, 0, 1], 40_000)),
        }
    }

    async fn sign_up(&self, name: &str) -> Person {
        let mut person = self.visitor();
        person.name = name.to_owned();
        person.authenticate("signup").await;
        person
    }

    /// Removes a user from the community that [`TestSite::community`] created with this number.
    fn expel(&self, number: i64, member: &str) {
        self.sql(&format!(
            "DELETE FROM memberships WHERE community_id = {number} AND user_id = (SELECT id FROM users WHERE username = '{member}')"
        ));
    }

    /// Adds a user to that community.
    fn admit(&self, number: i64, member: &str) {
        self.sql(&format!("INSERT INTO memberships SELECT {number}, id, 'member', 0 FROM users WHERE username = '{member}'"));
    }

    /// Runs SQL on a separate connection, for states that no route can create.
    fn sql(&self, sql: &str) {
        let connection = self.connection();
        connection
            .busy_timeout(Duration::from_secs(5))
            .expect("a timeout");
        connection.execute_batch(sql).expect("the SQL runs");
    }

    fn connection(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.directory.path().join("stoa.db"))
            .expect("the database opens")
    }

    /// Returns the content of the database, a line for each row.
    fn content(&self) -> String {
        let connection = self.connection();
        let mut tables =
            connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'").unwrap();
        let tables: Vec<String> = tables
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert!(tables.len() > 20, "{tables:?}");
        let mut content = String::new();
        for table in tables {
            let mut rows = connection
                .prepare(&format!("SELECT * FROM \"{table}\""))
                .unwrap();
            let columns = rows.column_count();
            let mut rows = rows.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                let values: Vec<_> = (0..columns)
                    .map(|column| row.get_ref(column).unwrap())
                    .collect();
                content += &format!("{table} {values:?}\n");
            }
        }
        content
    }

    /// Waits until the site has finished its start-up writes.
    async fn settle(&self) {
        let nothing = |tx: &mut crate::platform::db::Write<'_>| {
            tx.without_event("nothing happens");
            Ok(())
        };
        self.site
            .app
            .db
            .write(nothing)
            .await
            .expect("the writer answers");
    }

    /// Creates a community with these members and returns its id.
    fn community(&self, number: i64, visibility: &str, members: &[&str]) -> String {
        let name = format!("community {number}");
        self.sql(&format!(
            "INSERT INTO communities (id, name, name_key, visibility, created_at) VALUES ({number}, '{name}', '{name}', '{visibility}', 0)"
        ));
        for member in members {
            self.admit(number, member);
        }
        crate::core::id::Id::from_i64(number).to_string()
    }
}

/// A browser: sends requests with its cookies and stores the ones it receives.
struct Person {
    name: String,
    site: Arc<Site>,
    cookies: Mutex<Vec<(String, String)>>,
    peer: SocketAddr,
}

impl Person {
    /// Signs up or logs in.
    async fn authenticate(&self, call: &str) {
        let credentials = json!({"username": self.name, "password": PASSWORD});
        self.post_when_busy(&format!("/user/{call}"), credentials)
            .await
            .ok();
    }

    /// Repeats a call until the machine has time to hash its password.
    async fn post_when_busy(&self, path: &str, body: Value) -> Reply {
        self.request_when_busy(Method::POST, path, Some(body)).await
    }

    async fn request_when_busy(&self, method: Method, path: &str, body: Option<Value>) -> Reply {
        loop {
            let reply = self.request(method.clone(), path, body.clone()).await;
            if reply.status != StatusCode::SERVICE_UNAVAILABLE {
                return reply;
            }
        }
    }

    async fn get(&self, path: &str) -> Reply {
        self.request(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        self.request(Method::POST, path, Some(body)).await
    }

    async fn patch(&self, path: &str, body: Value) -> Reply {
        self.request(Method::PATCH, path, Some(body)).await
    }

    async fn delete(&self, path: &str) -> Reply {
        self.request(Method::DELETE, path, None).await
    }

    async fn delete_with(&self, path: &str, body: Value) -> Reply {
        self.request(Method::DELETE, path, Some(body)).await
    }

    async fn request(&self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "stoa.test");
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        self.send(request.expect("a request")).await
    }

    async fn send(&self, mut request: Request<Body>) -> Reply {
        request
            .headers_mut()
            .entry(header::HOST)
            .or_insert(HeaderValue::from_static("stoa.test"));
        if !self.cookie_header().is_empty() {
            request.headers_mut().insert(
                header::COOKIE,
                self.cookie_header().parse().expect("a header"),
            );
        }
        let call = format!("{} {} as {:?}", request.method(), request.uri(), self.name);
        let response = self.site.respond(self.peer, request).await;
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            let cookie =
                cookie::Cookie::parse(cookie.to_str().expect("text").to_owned()).expect("a cookie");
            let mut cookies = self.cookies.lock().expect("cookies");
            cookies.retain(|(name, _)| name != cookie.name());
            if !cookie.value().is_empty() {
                cookies.push((cookie.name().to_owned(), cookie.value().to_owned()));
            }
        }
        let body = body.collect().await.expect("a body").to_bytes();
        Reply {
            call,
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&body).into_owned(),
            bytes: body,
        }
    }

    fn cookie_header(&self) -> String {
        let cookies = self.cookies.lock().expect("cookies");
        cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn cookie(&self, name: &str) -> Option<String> {
        self.cookies
            .lock()
            .expect("cookies")
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.clone())
    }

    /// Asks a question and returns its id.
    async fn ask(&self, title: &str, text: &str, tags: &[&str]) -> String {
        let tags: Vec<Value> = tags
            .iter()
            .map(|tag| json!({"name": tag, "description": "mine"}))
            .collect();
        let question = self
            .post(
                "/question/addQuestion",
                json!({"title": title, "text": text, "tags": tags}),
            )
            .await
            .ok();
        id_of(&question)
    }

    /// Answers a question and returns the answer's id.
    async fn answer(&self, question: &str, text: &str) -> String {
        id_of(
            &self
                .post(
                    "/answer/addAnswer",
                    json!({"qid": question, "ans": {"text": text}}),
                )
                .await
                .ok(),
        )
    }

    /// Comments on a `question` or an `answer` and returns the comment's id.
    async fn comment(&self, on: &str, id: &str, text: &str) -> String {
        id_of(
            &self
                .post(
                    "/comment/addComment",
                    json!({"id": id, "type": on, "comment": {"text": text}}),
                )
                .await
                .ok(),
        )
    }

    /// Asks a question in a community and returns its id.
    async fn ask_in(&self, community: &str, title: &str) -> String {
        let body =
            json!({"title": title, "text": "x", "tags": [{"name": "a"}], "communityId": community});
        id_of(&self.post("/question/addQuestion", body).await.ok())
    }

    /// Returns the titles of a list of questions.
    async fn titles(&self, path: &str) -> Vec<String> {
        titles(&self.get(path).await.ok())
    }
}

fn id_of(value: &Value) -> String {
    value["_id"].as_str().expect("an _id").to_owned()
}

fn titles(questions: &Value) -> Vec<String> {
    let titles = questions.as_array().expect("an array").iter();
    titles
        .map(|question| question["title"].as_str().expect("a title").to_owned())
        .collect()
}

/// A response, with its call for the message of a failing test.
struct Reply {
    call: String,
    status: StatusCode,
    headers: HeaderMap,
    text: String,
    bytes: Bytes,
}

impl Reply {
    /// Expects a success and returns its JSON.
    #[track_caller]
    fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}: {}", self.call, self.text);
        assert_eq!(
            self.headers[header::CONTENT_TYPE],
            "application/json",
            "{}",
            self.call
        );
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{}: {error} in {}", self.call, self.text))
    }

    /// Expects an error with this status and message.
    #[track_caller]
    fn refused(&self, status: u16, sentence: &str) {
        assert_eq!(
            (self.status.as_u16(), self.text.as_str()),
            (status, sentence),
            "{}",
            self.call
        );
        assert_eq!(
            self.headers[header::CONTENT_TYPE],
            "text/plain; charset=utf-8",
            "{}",
            self.call
        );
        let code = self.header("x-error-code");
        let named = Sentence::ALL
            .iter()
            .find(|sentence| sentence.name() == code);
        let named = named.unwrap_or_else(|| panic!("{}: no error {code:?}", self.call));
        let beginning = named.text().split("{}").next().expect("a beginning");
        assert!(
            named.status() == status && sentence.starts_with(beginning),
            "{}: {code}",
            self.call
        );
    }

    /// Returns the address of the next page, if there is one.
    fn next_page(&self) -> Option<String> {
        self.header("link")
            .strip_prefix('<')?
            .split_once(">; rel=\"next\"")
            .map(|(address, _)| address.to_owned())
    }

    fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }
}
