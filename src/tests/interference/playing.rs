//! Playing a history on a site, and keeping what the viewers are told.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::Method;
use engineioxide::Str;
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::history::{Act, FOUNDED, HAL, History, PEOPLE, Step, VIEWERS};
use super::looking::looks;
use crate::clock::{Clock, Timestamp};
use crate::config::{CommonPasswords, Config};
use crate::id::Id;
use crate::live::{Audience, Connection, Event, Identity};
use crate::questions::store::insert_view;
use crate::questions::views;
use crate::server::Site;
use crate::tests::{PASSWORD, Person, Reply, TestSite};

/// When histories begin. Numbers as large as its ids are ids.
const BEGIN: Timestamp = Timestamp::from_millis(1_795_219_200_000);
/// Between two steps.
const TICK: Duration = Duration::from_millis(100);
/// An id that nothing has, for what was not made.
const ABSENT: &str = "0000000000001";

/// A site as all histories find it: the people have signed up, and some communities are there.
pub struct Beginning {
    directory: TempDir,
    people: Vec<(String, Vec<(String, String)>)>,
    ids: HashMap<String, String>,
}

/// Where databases cost no disk, if there is such a place.
fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a temporary directory")
}

impl Beginning {
    pub async fn new() -> Self {
        let site = TestSite::new();
        let mut people = Vec::new();
        let mut ids = HashMap::new();
        for (number, name) in PEOPLE.into_iter().enumerate() {
            let person = site.sign_up(name).await;
            ids.insert(format!("§u{number}§"), super::super::id_of(&person.get("/user/me").await.ok()));
            people.push((name.to_owned(), person.cookies.into_inner().expect("cookies")));
        }
        for (number, founded) in FOUNDED.iter().enumerate() {
            let id = Id::at(BEGIN, 1_000 + number as u64);
            let (name, owner) = (founded.name, PEOPLE[founded.owner]);
            let visibility = if founded.is_private { "private" } else { "public" };
            site.sql(&format!(
                "INSERT INTO communities (id, name, folded, visibility, owner_id, created_at)
                 SELECT {}, '{name}', lower('{name}'), '{visibility}', id, 0 FROM users WHERE username = '{owner}'",
                id.as_i64()
            ));
            for member in founded.members {
                let role = if *member == founded.owner { "moderator" } else { "member" };
                let name = PEOPLE[*member];
                site.sql(&format!("INSERT INTO members SELECT {}, id, '{role}', 0 FROM users WHERE username = '{name}'", id.as_i64()));
            }
            ids.insert(format!("§c{number}§"), id.to_string());
        }
        // The use of a session is noted when there is time, that is, at any time: never here.
        site.sql("UPDATE sessions SET last_seen_at = last_seen_at + 86400000");
        let TestSite { site, directory, .. } = site;
        drop(site);
        Self { directory, people, ids }
    }
}

/// The length of an id on the wire; in a cursor it is longer.
const ID: usize = 13;

/// The id that a word is, on the wire or in a cursor.
fn id_in(word: &str) -> Option<i64> {
    let id = word.parse::<Id>().ok().map(Id::as_i64).or_else(|| word.parse().ok())?;
    Some(id).filter(|id| (id >> 21) > BEGIN.millis() / 2)
}

/// What a viewer has been told, in order, and made comparable.
#[derive(Default)]
pub struct Told {
    pub lines: Vec<String>,
    names: HashMap<i64, String>,
    in_slot: HashMap<i64, usize>,
}

impl Told {
    fn add(&mut self, line: &str) {
        let line = self.comparable(line);
        self.lines.push(line);
    }

    /// The text with each id replaced by the step in which it was made and by its place among those of this step that the
    /// viewer was told: two plays give out other ids, but not at other times.
    fn comparable(&mut self, text: &str) -> String {
        // Byte by byte: this is much text, and these tests are not optimised.
        let (bytes, mut comparable) = (text.as_bytes(), String::with_capacity(text.len()));
        let (mut copied, mut at) = (0, 0);
        while at < bytes.len() {
            let begin = at;
            while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
                at += 1;
            }
            if let Some(id) = text.get(begin..at).filter(|word| word.len() >= ID).and_then(id_in) {
                comparable.push_str(&text[copied..begin]);
                comparable.push_str(&self.name(id));
                copied = at;
            }
            at += 1;
        }
        comparable.push_str(&text[copied..]);
        comparable
    }

    fn name(&mut self, id: i64) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let slot = ((id >> 21) - BEGIN.millis()).div_euclid(TICK.as_millis() as i64);
        let place = self.in_slot.entry(slot).or_default();
        *place += 1;
        let name = format!("<{slot}.{place}>");
        self.names.insert(id, name.clone());
        name
    }
}

/// Takes down what a socket is sent.
#[derive(Default)]
struct Recorder(Mutex<Vec<String>>);

impl Connection for Recorder {
    fn send(&self, packet: Str) {
        self.0.lock().expect("frames").push(packet.to_string());
    }

    fn close(&self) {
        self.0.lock().expect("frames").push("closed".to_owned());
    }
}

/// Says that all events before it have been sent.
#[derive(Serialize)]
struct SoFar;

impl Event for SoFar {
    const NAME: &'static str = "soFar";
}

impl Recorder {
    /// What was sent before a [`SoFar`]; waits for that.
    async fn take(&self) -> Vec<String> {
        for _ in 0..60_000 {
            if let Some(frames) = self.frames_so_far() {
                return frames;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("the events were not sent");
    }

    fn frames_so_far(&self) -> Option<Vec<String>> {
        let mut frames = self.0.lock().expect("frames");
        frames.pop_if(|frame| frame.contains("\"soFar\""))?;
        Some(std::mem::take(&mut frames))
    }
}

/// Which calls of the table were answered with success.
#[derive(Default)]
pub struct Successes(pub BTreeSet<String>);

struct Play<'h> {
    history: &'h History,
    site: TestSite,
    people: Vec<Person>,
    ids: HashMap<String, String>,
    sockets: Vec<Arc<Recorder>>,
    told: Vec<Told>,
}

/// The name of a route: its method and the last word of its path, and the first one where a parameter stands between.
pub fn name(method: &Method, path: &str) -> String {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        [first, parameter, last] if parameter.starts_with('{') => format!("{method} {first}/{last}"),
        _ => format!("{method} {}", parts.iter().rfind(|part| !part.starts_with('{')).expect("a word")),
    }
}

/// Plays a history, with its secret steps or without, and returns what each viewer was told.
pub async fn play(beginning: &Beginning, history: &History, with_secrets: bool, successes: &mut Successes) -> Vec<Told> {
    let mut play = Play::new(beginning, history);
    play.steps(with_secrets, successes).await;
    play.have_all_viewed().await;
    play.tell_frames().await;
    play.look(successes).await;
    play.told
}

/// The site on which all of a history has happened.
pub async fn played(beginning: &Beginning, history: &History) -> TestSite {
    let mut play = Play::new(beginning, history);
    play.steps(true, &mut Successes::default()).await;
    play.site
}

fn listen(site: &TestSite, user: &str) -> Arc<Recorder> {
    let recorder = Arc::new(Recorder::default());
    let hub = &site.site.app.hub;
    let identity = Identity { address: IpAddr::V4(Ipv4Addr::LOCALHOST), visitor: None, session: None, user: None };
    let key = hub.join(identity, recorder.clone());
    hub.sign_in(key, user.parse().expect("an id"), || ());
    recorder
}

impl<'h> Play<'h> {
    fn new(beginning: &Beginning, history: &'h History) -> Self {
        let directory = directory();
        std::fs::copy(beginning.directory.path().join("stoa.db"), directory.path().join("stoa.db")).expect("a copy");
        let mut config = Config::default();
        config.limits.enabled = false;
        config.auth.common_passwords = CommonPasswords::Allow;
        let clock = Clock::standing_at(BEGIN);
        let site = Arc::new(Site::open(config, clock.clone(), directory.path()).expect("the site opens"));
        let site = TestSite { site, clock, directory };
        let people: Vec<Person> = beginning
            .people
            .iter()
            .map(|(name, cookies)| {
                let mut person = site.stranger();
                person.name.clone_from(name);
                person.cookies = Mutex::new(cookies.clone());
                person
            })
            .collect();
        let ids = beginning.ids.clone();
        let sockets = VIEWERS.iter().map(|viewer| listen(&site, &ids[&format!("§u{viewer}§")])).collect();
        Self { history, site, people, ids, sockets, told: VIEWERS.iter().map(|_| Told::default()).collect() }
    }

    async fn steps(&mut self, with_secrets: bool, successes: &mut Successes) {
        let history = self.history;
        for (number, step) in history.steps.iter().enumerate() {
            self.site.clock.advance(TICK);
            if with_secrets || !step.is_secret {
                self.step(number, step, successes).await;
            }
            if number + 1 == history.leaves {
                self.forget_what_was_told_to(HAL).await;
            }
        }
        self.site.clock.advance(TICK);
    }

    /// The text with ids in the place of keys.
    fn resolved(&self, text: &str) -> String {
        let mut resolved = String::new();
        let mut parts = text.split('§');
        resolved.push_str(parts.next().unwrap_or_default());
        while let Some(key) = parts.next() {
            resolved.push_str(self.ids.get(&format!("§{key}§")).map_or(ABSENT, String::as_str));
            resolved.push_str(parts.next().unwrap_or_default());
        }
        resolved
    }

    /// A spelling of a call's path, the same in both plays.
    fn path(&self, route: &str, number: usize, param: &str) -> Option<(Method, String)> {
        let table = &self.site.site.table;
        let found = table.iter().find(|line| name(&line.method, line.paths[0]) == route)?;
        let path = found.paths[number % found.paths.len()];
        let path = path.split('/').map(|part| if part.starts_with('{') { param } else { part }).collect::<Vec<_>>().join("/");
        Some((found.method.clone(), path))
    }

    async fn step(&mut self, number: usize, step: &Step, successes: &mut Successes) {
        let reply = match &step.act {
            Act::Call { route, param, body } => {
                self.find_own(step.by, route, param).await;
                if *route == "POST claim" {
                    self.site.clock.advance(crate::games::GONE);
                }
                let body = body.to_string();
                let (method, path) = self.path(route, number, param).expect("a route");
                let resolved: Value = serde_json::from_str(&self.resolved(&body)).expect("JSON");
                let reply = self
                    .patiently(async || self.people[step.by].request(method.clone(), &self.resolved(&path), Some(resolved.clone())).await);
                let reply = reply.await;
                successes.note(route, &reply);
                Some((format!("{route} {param} {body}"), reply))
            }
            Act::Elsewhere { route, .. } => {
                let browser = self.site.stranger();
                let username = if *route == "POST signup" { format!("new{number}") } else { PEOPLE[step.by].to_owned() };
                let credentials = json!({"username": username, "password": PASSWORD});
                let path = if *route == "POST signup" { "/user/signup" } else { "/user/login" };
                let mut reply = self.patiently(async || browser.post(path, credentials.clone()).await).await;
                if *route == "POST logout" {
                    reply = browser.post("/user/logout", json!({})).await;
                }
                successes.note(route, &reply);
                Some(((*route).to_owned(), reply))
            }
            Act::View { question } => {
                self.view(question, step.by).await;
                None
            }
        };
        let Some((call, reply)) = reply else { return };
        if let (Some(key), 200) = (&step.makes, reply.status.as_u16()) {
            let made: Value = serde_json::from_str(&reply.text).expect("JSON");
            let id = made.as_str().map_or_else(|| super::super::id_of(&made), str::to_owned);
            self.ids.insert(key.clone(), id);
        }
        let is_viewer = VIEWERS.iter().position(|viewer| *viewer == step.by);
        if let Some(viewer) = is_viewer.filter(|_| !step.is_secret) {
            self.told[viewer].add(&described(&call, &reply));
        }
    }

    /// Makes a call until the site has time for it: on a busy machine, passwords wait.
    async fn patiently(&self, call: impl AsyncFn() -> Reply) -> Reply {
        loop {
            let reply = call().await;
            if reply.status != 503 {
                return reply;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Some calls name what only the actor has: a notification of his, another session.
    async fn find_own(&mut self, by: usize, route: &str, param: &str) {
        let (look, key) = match route {
            "PATCH viewNotification" => ("/getNotifications".to_owned(), "§notification§"),
            "DELETE endSession" => ("/user/getSessions".to_owned(), "§session§"),
            "POST chat/markRead" => (self.resolved(&format!("/chat/{param}")), "§message§"),
            _ => return,
        };
        self.ids.remove(key);
        let list = self.people[by].get(&look).await;
        let list: Value = serde_json::from_str(&list.text).unwrap_or_default();
        let list = list.get("messages").unwrap_or(&list);
        let other = list.as_array().into_iter().flatten().find(|item| item["viewed"] != true && item["current"] != true);
        if let Some(id) = other.and_then(|item| item["_id"].as_str()) {
            self.ids.insert(key.to_owned(), id.to_owned());
        }
    }

    /// Records a view at once: what is gathered for a second would be told at any time.
    async fn view(&self, question: &str, user: usize) {
        let (Some(question), user) = (self.ids.get(question), &self.ids[&format!("§u{user}§")]) else { return };
        let views = [(question.parse().expect("an id"), user.parse().expect("an id"))].into();
        self.site.site.app.db.write(move |tx| views::record(tx, &views)).await.expect("a view");
    }

    /// So that looking at a question later is no view.
    async fn have_all_viewed(&self) {
        let id = |key: &str| self.ids.get(key).map(|id| id.parse::<Id>().expect("an id"));
        let questions: Vec<Id> = self.history.questions.iter().filter_map(|key| id(key)).collect();
        let viewers = VIEWERS.map(|viewer| id(&format!("§u{viewer}§")).expect("a user"));
        let viewed = self.site.site.app.db.write(move |tx| {
            tx.quietly("a test");
            let mut each = questions.iter().flat_map(|question| viewers.iter().map(move |viewer| (question, viewer)));
            each.try_for_each(|(question, viewer)| insert_view(tx, *question, *viewer).map(drop))
        });
        viewed.await.expect("the views");
    }

    async fn say_so_far(&self) {
        let db = &self.site.site.app.db;
        let said = db.write(|tx| {
            tx.emit(SoFar, Audience::SignedIn);
            Ok(())
        });
        said.await.expect("an event");
    }

    async fn forget_what_was_told_to(&mut self, user: usize) {
        let viewer = VIEWERS.iter().position(|viewer| *viewer == user).expect("a viewer");
        self.say_so_far().await;
        for (place, socket) in self.sockets.iter().enumerate() {
            let frames = socket.take().await;
            if place != viewer {
                frames.iter().for_each(|frame| self.told[place].add(frame));
            }
        }
        self.told[viewer] = Told::default();
    }

    async fn tell_frames(&mut self) {
        self.say_so_far().await;
        for (socket, told) in self.sockets.iter().zip(&mut self.told) {
            socket.take().await.iter().for_each(|frame| told.add(frame));
        }
    }

    /// Asks, and goes on to the second page where there is one.
    async fn look(&mut self, successes: &mut Successes) {
        for (place, viewer) in VIEWERS.into_iter().enumerate() {
            for (route, param, query) in looks(self.history, viewer) {
                let Some((_, path)) = self.path(route, 0, &param) else { continue };
                let mut next = Some(format!("{path}{query}"));
                for page in 0..2 {
                    let Some(path) = next else { break };
                    let reply = self.people[viewer].get(&self.resolved(&path)).await;
                    successes.note(route, &reply);
                    self.told[place].add(&described(&format!("{route} {param} {query} page {page}"), &reply));
                    next = reply.header("link").strip_prefix('<').and_then(|link| Some(link.split_once('>')?.0.to_owned()));
                }
            }
        }
    }
}

/// A reply with all that is in it, except the cookies, which are random.
fn described(call: &str, reply: &Reply) -> String {
    let mut headers: Vec<String> = reply
        .headers
        .iter()
        .filter(|(name, _)| *name != "set-cookie")
        .map(|(name, value)| format!("{name}: {}", String::from_utf8_lossy(value.as_bytes())))
        .collect();
    headers.sort();
    format!("{call}\n    {} {}\n    {}", reply.status.as_u16(), headers.join(" | "), reply.text)
}

impl Successes {
    fn note(&mut self, route: &str, reply: &Reply) {
        if reply.status == 200 {
            self.0.insert(route.to_owned());
        }
    }
}
