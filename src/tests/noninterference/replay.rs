//! Replays a history on a site and records what the viewers receive.

use std::collections::{BTreeSet, HashMap};
use std::io::Cursor;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::Method;
use engineioxide::Str;
use image::{ImageFormat, Rgb, RgbImage};
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::history::{
    Act, FAY, FOUNDED, GUS, HAL, History, NOBODY, PEOPLE, ROOT, Step, VIEWERS, marker,
};
use super::number;
use super::queries::queries;
use crate::app::server::Site;
use crate::core::clock::{Clock, Timestamp};
use crate::core::config::{CommonPasswords, Config};
use crate::core::id::Id;
use crate::features::questions::store::views::insert as insert_view;
use crate::features::questions::views;
use crate::features::webhooks;
use crate::platform::db::Write;
use crate::platform::realtime::{Audience, Connection, Event, Identity, Subject};
use crate::tests::operations::get_with;
use crate::tests::pictures::small_png;
use crate::tests::{PASSWORD, Person, Reply, TestSite, copy_of, enable_mail};

/// The start time of histories. Numbers as large as the ids of that time are ids.
const BEGIN: Timestamp = Timestamp::from_millis(1_795_219_200_000);
/// The time between two steps.
const TICK: Duration = Duration::from_millis(100);
/// An id without an object, for objects that were not created.
const ABSENT: &str = "0000000000001";

/// A PNG that can be chosen for a user or a community. Each number makes another one.
fn square_png(number: u8) -> Vec<u8> {
    png(64, 64, number)
}

fn png(width: u32, height: u32, number: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(width, height, Rgb([number, 0, 255]));
    let mut bytes = Cursor::new(Vec::new());
    image
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("encoded");
    bytes.into_inner()
}

/// The initial site of all histories: registered users and some communities.
pub struct InitialSite {
    directory: TempDir,
    people: Vec<(String, Vec<(String, String)>)>,
    ids: HashMap<String, String>,
}

impl InitialSite {
    pub async fn new() -> Self {
        let site = TestSite::new();
        let mut people = Vec::new();
        let mut ids = HashMap::new();
        for (number, name) in PEOPLE.into_iter().enumerate() {
            let person = site.sign_up(name).await;
            ids.insert(
                format!("§u{number}§"),
                super::super::id_of(&person.get("/user/me").await.ok()),
            );
            let picture = person.upload(square_png(200 + number as u8)).await.ok();
            ids.insert(format!("§i{number}§"), super::super::id_of(&picture));
            people.push((
                name.to_owned(),
                person.cookies.into_inner().expect("cookies"),
            ));
        }
        let root = site.sign_up("root1").await;
        site.promote("root1").await;
        let rules = json!({"key": "rules", "before": "", "value": "**Be kind**"});
        let log = json!({"key": "publicLog", "before": false, "value": true});
        let reports = json!({"key": "visitorReports", "before": false, "value": true});
        let picture = super::super::id_of(&root.upload(square_png(199)).await.ok());
        let logo = json!({"key": "logo", "before": "", "value": picture});
        ids.insert("§logo§".to_owned(), picture);
        let picture = super::super::id_of(&root.upload(png(640, 128, 198)).await.ok());
        let cover = json!({"key": "cover", "before": "", "value": picture});
        ids.insert("§cover§".to_owned(), picture);
        let changes = json!({"changes": [rules, log, reports, logo, cover]});
        root.patch("/administration/setSettings", changes)
            .await
            .ok();
        people.push((
            "root1".to_owned(),
            root.cookies.into_inner().expect("cookies"),
        ));
        for (number, founded) in FOUNDED.iter().enumerate() {
            let id = Id::at(BEGIN, 1_000 + number as u64);
            let (name, owner) = (founded.name, PEOPLE[founded.owner]);
            let visibility = if founded.is_private {
                "private"
            } else {
                "public"
            };
            site.sql(&format!(
                "INSERT INTO communities (id, name, name_key, visibility, owner_id, created_at)
                 SELECT {}, '{name}', lower('{name}'), '{visibility}', id, 0 FROM users WHERE username = '{owner}'",
                id.as_i64()
            ));
            for member in founded.members {
                let role = if *member == founded.owner {
                    "moderator"
                } else {
                    "member"
                };
                let name = PEOPLE[*member];
                site.sql(&format!("INSERT INTO memberships SELECT {}, id, '{role}', 0 FROM users WHERE username = '{name}'", id.as_i64()));
            }
            ids.insert(format!("§c{number}§"), id.to_string());
        }
        site.sql(&format!(
            "INSERT INTO webhooks (id, manager_id, name, address, form, events, secret)
             SELECT {}, id, 'all', 'https://hook.test/', 'standard', 511, zeroblob(32) FROM users WHERE username = 'root1'",
            webhook().as_i64()
        ));
        // A session's last use is written at an arbitrary time: here, never.
        site.sql("UPDATE sessions SET last_seen_at = last_seen_at + 86400000");
        Self {
            directory: copy_of(site.directory.path()),
            people,
            ids,
        }
    }
}

/// Returns the id of the webhook of the site.
fn webhook() -> Id {
    Id::at(BEGIN, 999)
}

/// The length of an id on the wire; a cursor is longer.
const ID: usize = 13;

/// Returns the id that a word stands for, on the wire or in a cursor.
fn id_in(word: &str) -> Option<i64> {
    let id = word
        .parse::<Id>()
        .ok()
        .map(Id::as_i64)
        .or_else(|| word.parse().ok())?;
    Some(id).filter(|id| (id >> 21) > BEGIN.millis() / 2)
}

/// The comparable form of everything that a viewer received, in order.
#[derive(Default)]
pub struct Received {
    pub lines: Vec<String>,
    names: HashMap<i64, String>,
    in_slot: HashMap<i64, usize>,
}

impl Received {
    fn add(&mut self, line: &str) {
        let line = self.comparable(line);
        self.lines.push(line);
    }

    /// Replaces each id by the step that created it and its position among the ids of this step
    /// that the viewer received: two replays assign different ids, but in the same steps.
    fn comparable(&mut self, text: &str) -> String {
        // Byte by byte: the text is long, and tests are not optimized.
        let (bytes, mut comparable) = (text.as_bytes(), String::with_capacity(text.len()));
        let (mut copied, mut at) = (0, 0);
        while at < bytes.len() {
            let begin = at;
            while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
                at += 1;
            }
            if let Some(id) = text
                .get(begin..at)
                .filter(|word| word.len() >= ID)
                .and_then(id_in)
            {
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

/// Records the frames of a socket.
#[derive(Default)]
struct Recorder(Mutex<Vec<String>>);

impl Connection for Recorder {
    fn send(&self, packet: Str, _: bool) {
        self.0.lock().expect("frames").push(packet.to_string());
    }

    fn close(&self) {
        self.0.lock().expect("frames").push("closed".to_owned());
    }
}

/// An event that marks that all earlier events have been sent.
#[derive(Serialize)]
struct Marker;

impl Event for Marker {
    const NAME: &'static str = "marker";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::default()
    }
}

impl Recorder {
    /// Waits for a [`Marker`] and returns the frames sent before it.
    async fn take(&self) -> Vec<String> {
        for _ in 0..60_000 {
            if let Some(frames) = self.frames_before_marker() {
                return frames;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("the events were not sent");
    }

    fn frames_before_marker(&self) -> Option<Vec<String>> {
        let mut frames = self.0.lock().expect("frames");
        frames.pop_if(|frame| frame.contains("\"marker\""))?;
        Some(std::mem::take(&mut frames))
    }
}

/// The routes that succeeded at least once.
#[derive(Default)]
pub struct Successes(pub BTreeSet<String>);

struct Replay<'h> {
    history: &'h History,
    site: TestSite,
    people: Vec<Person>,
    ids: HashMap<String, String>,
    sockets: Vec<Arc<Recorder>>,
    received: Vec<Received>,
    everyone_reads: bool,
    /// The keys of the public communities that need an account.
    closed: BTreeSet<String>,
    /// Whether a question was moved: the words of a community may then be elsewhere.
    is_mixed: bool,
}

/// Returns the name of a route: its method and the last segment of its path, plus the first one if
/// a parameter is in between.
pub fn name(method: &Method, path: &str) -> String {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        [first, parameter, last] if parameter.starts_with('{') => {
            format!("{method} {first}/{last}")
        }
        _ => format!(
            "{method} {}",
            parts
                .iter()
                .rfind(|part| !part.starts_with('{'))
                .expect("a word")
        ),
    }
}

/// Replays a history, with or without its secret steps, and returns what each viewer received.
pub async fn run(
    initial: &InitialSite,
    history: &History,
    with_secrets: bool,
    successes: &mut Successes,
) -> Vec<Received> {
    let mut play = Replay::new(initial, history);
    play.steps(with_secrets, successes).await;
    play.mark_all_viewed().await;
    play.take_frames().await;
    play.set_reading(true).await;
    play.run_queries(successes).await;
    play.received
}

/// Returns the data of the site after a whole history.
pub async fn replayed(initial: &InitialSite, history: &History) -> TempDir {
    let mut play = Replay::new(initial, history);
    play.steps(true, &mut Successes::default()).await;
    copy_of(play.site.directory.path())
}

/// Connects a socket of a user, or without one of nobody.
fn listen(site: &TestSite, user: Option<&String>) -> Arc<Recorder> {
    let recorder = Arc::new(Recorder::default());
    let hub = &site.site.app.hub;
    let identity = Identity {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        visitor: None,
        has_new_visitor: false,
        sessions: Vec::new(),
        user: None,
    };
    let key = hub.connect(identity, recorder.clone()).expect("a place");
    match user {
        Some(user) => hub.sign_in(key, user.parse().expect("an id"), [0; 32], || ()),
        None => hub.admit_stranger(key, || ()),
    }
    recorder
}

/// Turns on what a history needs. All but the newcomer have written something.
fn moderate(site: &TestSite, history: &History) {
    let set = |key: &str, value: &str| {
        site.sql(&format!(
            "INSERT INTO site_settings (key, value, changed_at, changed_by) SELECT '{key}', '{value}', 0, min(id) FROM users"
        ));
    };
    if history.hides {
        set("hideReported", "true");
    }
    if !history.holds {
        return;
    }
    set("holdFirst", "\"1\"");
    for (number, name) in PEOPLE.into_iter().enumerate() {
        if number != GUS {
            let id = Id::at(BEGIN, 2_000 + number as u64).as_i64();
            site.sql(&format!(
                "INSERT INTO posts (id, author_id, text, created_at, deleted_at, deleted_by) SELECT {id}, id, 'first', 0, 0, id FROM users WHERE username = '{name}';
                 INSERT INTO questions (id, title, scope) VALUES ({id}, 'first', NULL);
                 INSERT INTO revisions (id, post_id, author_id, created_at, title, tags) SELECT {id}, {id}, id, 0, 'first', '' FROM users WHERE username = '{name}'"
            ));
        }
    }
}

impl<'h> Replay<'h> {
    fn new(initial: &InitialSite, history: &'h History) -> Self {
        let directory = copy_of(initial.directory.path());
        let mut config = Config::default();
        config.limits.enabled = false;
        config.auth.common_passwords = CommonPasswords::Allow;
        enable_mail(&mut config);
        config.push.enabled = true;
        config.backup.schedule.clear();
        let clock = Clock::fixed_at(BEGIN);
        let site =
            Arc::new(Site::open(config, clock.clone(), directory.path()).expect("the site opens"));
        let site = TestSite {
            site,
            clock,
            directory,
        };
        let people: Vec<Person> = initial
            .people
            .iter()
            .map(|(name, cookies)| {
                let mut person = site.visitor();
                person.name.clone_from(name);
                person.cookies = Mutex::new(cookies.clone());
                person
            })
            .chain([site.visitor()])
            .collect();
        let ids = initial.ids.clone();
        moderate(&site, history);
        let sockets = VIEWERS
            .iter()
            .map(|viewer| listen(&site, ids.get(&format!("§u{viewer}§"))))
            .collect();
        Self {
            history,
            site,
            people,
            ids,
            sockets,
            received: VIEWERS.iter().map(|_| Received::default()).collect(),
            everyone_reads: false,
            closed: BTreeSet::new(),
            is_mixed: false,
        }
    }

    async fn steps(&mut self, with_secrets: bool, successes: &mut Successes) {
        let history = self.history;
        for (number, step) in history.steps.iter().enumerate() {
            self.site.clock.advance(TICK);
            if with_secrets || !step.is_secret {
                self.step(number, step, successes).await;
            }
            if number + 1 == history.leaves {
                self.discard_received_by(HAL).await;
            }
            // Pages are kept until something changes.
            if number.is_multiple_of(16) {
                self.read_pages(VIEWERS.len() - 1).await;
            }
            if number.is_multiple_of(8) {
                self.take_messages().await;
            }
        }
        self.take_messages().await;
        self.site.clock.advance(TICK);
    }

    /// Replaces keys by ids.
    fn resolve(&self, text: &str) -> String {
        let mut resolved = String::new();
        let mut parts = text.split('§');
        resolved.push_str(parts.next().unwrap_or_default());
        while let Some(key) = parts.next() {
            resolved.push_str(
                self.ids
                    .get(&format!("§{key}§"))
                    .map_or(ABSENT, String::as_str),
            );
            resolved.push_str(parts.next().unwrap_or_default());
        }
        resolved
    }

    /// Returns a spelling of a call's path, the same in both replays.
    fn path(&self, route: &str, number: usize, param: &str) -> Option<(Method, String)> {
        let table = &self.site.site.table;
        let found = table
            .iter()
            .find(|line| name(&line.method, line.paths[0]) == route)?;
        let path = found.paths[number % found.paths.len()];
        let path = path
            .split('/')
            .map(|part| if part.starts_with('{') { param } else { part })
            .collect::<Vec<_>>()
            .join("/");
        Some((found.method.clone(), path))
    }

    async fn step(&mut self, number: usize, step: &Step, successes: &mut Successes) {
        let reply = match &step.act {
            Act::Call { route, param, body } => {
                self.find_own(step.by, route, param).await;
                if *route == "PATCH setReading" {
                    self.take_frames().await;
                }
                if *route == "POST claim" {
                    self.site
                        .clock
                        .advance(crate::features::games::play::ABSENCE_LIMIT);
                }
                let body = body.to_string();
                let (method, path) = self.path(route, number, param).expect("a route");
                let resolved: Value = serde_json::from_str(&self.resolve(&body)).expect("JSON");
                let reply = self.until_accepted(async || {
                    self.people[step.by]
                        .request(method.clone(), &self.resolve(&path), Some(resolved.clone()))
                        .await
                });
                let reply = reply.await;
                successes.note(route, &reply);
                let is_done = reply.status == 200;
                match *route {
                    "PATCH setReading" if is_done && resolved["needsAccount"] == true => {
                        self.closed.insert(param.clone());
                    }
                    "PATCH setReading" if is_done => drop(self.closed.remove(param)),
                    "POST moveQuestion" if is_done => self.is_mixed = true,
                    _ => {}
                }
                Some((format!("{route} {param} {body}"), reply))
            }
            Act::Upload => {
                // Some are too small to be chosen.
                let picture = if number.is_multiple_of(4) {
                    small_png(number as u8)
                } else {
                    square_png(number as u8)
                };
                let reply = self
                    .until_accepted(async || self.people[step.by].upload(picture.clone()).await)
                    .await;
                successes.note("POST upload", &reply);
                Some(("POST upload".to_owned(), reply))
            }
            Act::FromAnotherBrowser { route, .. } => {
                let browser = self.site.visitor();
                let username = if *route == "POST signup" {
                    format!("new{number}")
                } else {
                    PEOPLE[step.by].to_owned()
                };
                let credentials = json!({"username": username, "password": PASSWORD});
                let path = if *route == "POST signup" {
                    "/user/signup"
                } else {
                    "/user/login"
                };
                let mut reply = self
                    .until_accepted(async || browser.post(path, credentials.clone()).await)
                    .await;
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
            Act::Reading { everyone } => {
                self.set_reading(*everyone).await;
                None
            }
        };
        let Some((call, reply)) = reply else { return };
        if let (Some(key), 200) = (&step.makes, reply.status.as_u16()) {
            let created: Value = serde_json::from_str(&reply.text).expect("JSON");
            let id = created
                .as_str()
                .map_or_else(|| super::super::id_of(&created), str::to_owned);
            self.ids.insert(key.clone(), id);
        }
        let by = if step.by == ROOT { FAY } else { step.by };
        let is_viewer = VIEWERS.iter().position(|viewer| *viewer == by);
        if let Some(viewer) = is_viewer.filter(|_| !step.is_secret) {
            self.received[viewer].add(&describe(&call, &reply));
        }
    }

    /// Repeats a call while the busy site rejects it, as with password hashing.
    async fn until_accepted(&self, call: impl AsyncFn() -> Reply) -> Reply {
        loop {
            let reply = call().await;
            if reply.status != 503 {
                return reply;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Finds the objects that only the actor has: one of their notifications, another session, a device, or
    /// a version that they can purge. Also finds the current version of the description of a tag.
    async fn find_own(&mut self, by: usize, route: &str, param: &str) {
        let versions = |tag: &str| format!("/tag/getTagRevisions/{}", tag.replace('+', "%2B"));
        let (look, key) = match route {
            "PATCH viewNotification" => ("/getNotifications".to_owned(), "§notification§"),
            "DELETE endSession" => ("/user/getSessions".to_owned(), "§session§"),
            "DELETE removePushDevice" | "PATCH chooseDeviceDelivery" => {
                ("/user/getPushSettings".to_owned(), "§device§")
            }
            "DELETE purgeRevision" => (
                self.resolve(&format!("/post/getRevisions/{param}")),
                "§revision§",
            ),
            "POST suggestEdit" | "POST decideSuggestedEdit" | "DELETE withdrawSuggestedEdit" => {
                return self.find_suggested(by, param).await;
            }
            "PATCH editTagDescription" => (versions(param), "§base§"),
            "DELETE purgeTagRevision" => (versions(param), "§revision§"),
            "POST chat/markRead" | "PATCH chat/editMessage" => {
                (self.resolve(&format!("/chat/{param}")), "§message§")
            }
            _ => return,
        };
        self.ids.remove(key);
        let list = self.people[by].get(&look).await;
        let list: Value = serde_json::from_str(&list.text).unwrap_or_default();
        let within = ["messages", "devices"]
            .iter()
            .find_map(|name| list.get(name));
        let list = within.unwrap_or(&list);
        let other = list.as_array().into_iter().flatten().find(|item| {
            let can_purge = key != "§revision§" || item["canPurge"] == true;
            can_purge && item["viewed"] != true && item["current"] != true
        });
        if let Some(id) = other.and_then(|item| item["_id"].as_str()) {
            self.ids.insert(key.to_owned(), id.to_owned());
        }
    }

    /// Finds the current version of a post and a suggested edit of it that the user sees.
    async fn find_suggested(&mut self, by: usize, param: &str) {
        let path = self.resolve(&format!("/post/getSuggestedEdits/{param}"));
        let found = self.people[by].get(&path).await;
        let found: Value = serde_json::from_str(&found.text).unwrap_or_default();
        for (key, id) in [
            ("§version§", &found["revisionId"]),
            ("§suggestion§", &found["suggestions"][0]["_id"]),
        ] {
            self.ids.remove(key);
            if let Some(id) = id.as_str() {
                self.ids.insert(key.to_owned(), id.to_owned());
            }
        }
    }

    /// Records a view immediately: views are batched for a second, so their event would come at an
    /// arbitrary time.
    async fn view(&self, question: &str, user: usize) {
        let (Some(question), user) = (self.ids.get(question), &self.ids[&format!("§u{user}§")])
        else {
            return;
        };
        let views = [(
            question.parse().expect("an id"),
            user.parse().expect("an id"),
        )]
        .into();
        self.site
            .site
            .app
            .db
            .write(move |tx| views::record(tx, &views))
            .await
            .expect("a view");
    }

    /// Makes every user a viewer of every question, so that later reads are not new views.
    async fn mark_all_viewed(&self) {
        let id = |key: &str| self.ids.get(key).map(|id| id.parse::<Id>().expect("an id"));
        let questions: Vec<Id> = self
            .history
            .questions
            .iter()
            .filter_map(|key| id(key))
            .collect();
        let viewers = VIEWERS
            .iter()
            .filter_map(|viewer| id(&format!("§u{viewer}§")));
        let viewers: Vec<Id> = viewers.collect();
        let viewed = self.site.site.app.db.write(move |tx| {
            tx.without_event("a test");
            let mut each = questions
                .iter()
                .flat_map(|question| viewers.iter().map(move |viewer| (question, viewer)));
            each.try_for_each(|(question, viewer)| insert_view(tx, *question, *viewer).map(drop))
        });
        viewed.await.expect("the views");
    }

    async fn emit_marker(&self) {
        let db = &self.site.site.app.db;
        let emitted = db.write(|tx| {
            tx.emit(Marker, Audience::SignedIn);
            Ok(())
        });
        emitted.await.expect("an event");
    }

    /// Lets everyone read, or members only. A browser without a session receives nothing while members read.
    async fn set_reading(&mut self, everyone: bool) {
        self.take_frames().await;
        let word = if everyone { "everyone" } else { "members" };
        self.site.sql(&format!(
            "INSERT INTO site_settings (key, value, changed_at, changed_by) SELECT 'reading', '\"{word}\"', 0, min(id) FROM users
             WHERE true ON CONFLICT DO UPDATE SET value = excluded.value"
        ));
        let app = &self.site.site.app;
        app.reload_settings().await.expect("the settings");
        self.everyone_reads = everyone;
        self.take_frames().await;
    }

    /// Adds all frames that the sockets have received. That of nobody receives none while members read.
    async fn take_frames(&mut self) {
        self.emit_marker().await;
        for ((socket, received), viewer) in self.sockets.iter().zip(&mut self.received).zip(VIEWERS)
        {
            let frames = if viewer != NOBODY || self.everyone_reads {
                socket.take().await
            } else {
                std::mem::take(&mut *socket.0.lock().expect("frames"))
            };
            if viewer == NOBODY && !self.everyone_reads {
                assert!(frames.is_empty(), "nobody receives {frames:?}");
            }
            for frame in &frames {
                if viewer == NOBODY && !self.is_mixed {
                    check_closed(&self.closed, frame);
                }
                received.add(frame);
            }
        }
    }

    /// Adds a reply to what a viewer has received.
    fn add(&mut self, place: usize, line: &str) {
        if VIEWERS[place] == NOBODY && !self.is_mixed {
            check_closed(&self.closed, line);
        }
        self.received[place].add(line);
    }

    /// Adds what the webhook of the site would send to what nobody in particular receives.
    async fn take_messages(&mut self) {
        let place = VIEWERS.iter().position(|viewer| *viewer == NOBODY);
        let app = &self.site.site.app;
        let config = app.settings().config.clone();
        let take = move |tx: &mut Write<'_>| {
            tx.without_event("a test");
            webhooks::take_bodies(tx, &config, webhook())
        };
        for message in app.db.write(take).await.expect("messages") {
            self.add(place.expect("nobody"), &format!("webhook: {message}"));
        }
    }

    async fn discard_received_by(&mut self, user: usize) {
        let viewer = VIEWERS
            .iter()
            .position(|viewer| *viewer == user)
            .expect("a viewer");
        self.take_frames().await;
        self.received[viewer] = Received::default();
    }

    /// Reads pages with content as one of the viewers.
    async fn read_pages(&mut self, place: usize) {
        let questions = self.history.keys.iter().filter(|key| key.contains('p'));
        let questions = questions.map(|key| format!("/question/{key}")).take(8);
        let lists = [
            "/questionPage",
            "/questionPage?tag=react",
            "/tags",
            "/tagPage?tag=react",
        ];
        for page in lists.map(str::to_owned).into_iter().chain(questions) {
            let person = &self.people[VIEWERS[place]];
            let accept = [("accept", "text/html")];
            let mut reply = get_with(person, &self.resolve(&page), &accept).await;
            // A hash of the bytes, with the ids, which differ, and a time.
            reply.headers.remove("etag");
            reply.headers.remove("server-timing");
            self.add(place, &describe(&page, &reply));
        }
    }

    /// Makes the queries, with the second page where there is one.
    async fn run_queries(&mut self, successes: &mut Successes) {
        let only = number("STOA_VIEWER");
        for (place, viewer) in VIEWERS.into_iter().enumerate() {
            if only.is_some_and(|only| only != viewer as u64) {
                continue;
            }
            self.read_pages(place).await;
            for (route, param, query) in queries(self.history, viewer) {
                let Some((_, path)) = self.path(route, 0, &param) else {
                    continue;
                };
                let mut next = Some(format!("{path}{query}"));
                for page in 0..2 {
                    let Some(path) = next else { break };
                    let reply = self.people[viewer].get(&self.resolve(&path)).await;
                    successes.note(route, &reply);
                    let call = format!("{route} {param} {query} page {page}");
                    self.add(place, &describe(&call, &reply));
                    next = reply
                        .header("link")
                        .strip_prefix('<')
                        .and_then(|link| Some(link.split_once('>')?.0.to_owned()));
                }
            }
        }
    }
}

/// Panics if a text that nobody in particular receives has a word of a community that needs an account.
fn check_closed(closed: &BTreeSet<String>, text: &str) {
    for community in closed {
        let word = marker(community);
        assert!(
            [' ', '-']
                .iter()
                .all(|end| !text.contains(&format!("{word}{end}"))),
            "nobody receives what is in {community}: {text}"
        );
    }
}

/// Describes a response completely, except for its cookies and request id, which are random.
fn describe(call: &str, reply: &Reply) -> String {
    let mut headers: Vec<String> = reply
        .headers
        .iter()
        .filter(|(name, _)| !["set-cookie", "x-request-id"].contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {}", String::from_utf8_lossy(value.as_bytes())))
        .collect();
    headers.sort();
    format!(
        "{call}\n    {} {}\n    {}",
        reply.status.as_u16(),
        headers.join(" | "),
        reply.text
    )
}

impl Successes {
    fn note(&mut self, route: &str, reply: &Reply) {
        if reply.status == 200 {
            self.0.insert(route.to_owned());
        }
    }
}
