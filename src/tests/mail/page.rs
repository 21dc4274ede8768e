//! The mail server that administrators set on the administration page.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::client::{Certificate as Authority, TlsParameters};
use rustls_pki_types::CertificateDer;
use serde_json::{Value, json};

use super::double::{Fault, MailDouble};
use crate::core::config::{BaseUrl, Source};
use crate::features::mail::{MailNetwork, MailServer, Sender, Step, Timeouts};
use crate::tests::certificate::Certificate;
use crate::tests::{Person, Reply, TestSite};

const HOST: &str = "smtp.example.org";
const SECRET: &str = "colonnade mail secret";

/// A network in which every name leads to one address, and connections to the double.
struct Doubled {
    address: &'static str,
    port: u16,
    root: CertificateDer<'static>,
}

impl MailNetwork for Doubled {
    fn resolve(&self, _: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let public = "8.8.8.8".parse().expect("an address");
        let address = self.address.parse().expect("an address");
        Ok(vec![
            SocketAddr::new(public, port),
            SocketAddr::new(address, port),
        ])
    }

    fn route(&self, _: SocketAddr) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    fn trust(&self, host: &str) -> Result<TlsParameters, SmtpError> {
        let root = Authority::from_der(self.root.to_vec())?;
        TlsParameters::builder(host.to_owned())
            .add_root_certificate(root)
            .build()
    }
}

/// A site without a mail server in its configuration, and a server that its administrator can set.
struct Site {
    site: TestSite,
    root: Person,
    double: MailDouble,
    certificate: Certificate,
}

impl Site {
    async fn new() -> Self {
        let site = TestSite::with(|config| {
            config.mail.host.clear();
            config.mail.from.clear();
            config.server.base_url = BaseUrl::parse("https://stoa.test").expect("an address");
        });
        let root = site.administrator("root1").await;
        let certificate = Certificate::new(&format!("DNS:{HOST}"));
        let double = MailDouble::with_certificate(&certificate);
        Self {
            site,
            root,
            double,
            certificate,
        }
    }

    /// Lets the sender do one step in a network where every name leads to this address too.
    async fn step_with(&self, address: &'static str) -> Step {
        self.site.settle().await;
        let app = self.site.site.app.clone();
        let network = Arc::new(Doubled {
            address,
            port: self.double.port,
            root: self.certificate.root.clone(),
        });
        let timeouts = Timeouts {
            step: Duration::from_secs(5),
            all: Duration::from_secs(10),
        };
        tokio::task::spawn_blocking(move || {
            let server = MailServer::on(network, &app.config, timeouts);
            Sender::new(server).step(&app)
        })
        .await
        .expect("a thread")
        .expect("a step")
    }

    async fn step(&self) -> Step {
        self.step_with("8.8.4.4").await
    }

    fn password(&self) -> String {
        let settings = self.site.site.app.settings();
        settings.config.mail.password.expose().to_owned()
    }
}

fn server() -> Value {
    json!({"host": HOST, "port": 0, "tls": "implicit", "from": "Stoa <stoa@stoa.test>", "username": ""})
}

fn with(key: &str, value: Value) -> Value {
    let mut server = server();
    server[key] = value;
    server
}

fn with_login() -> Value {
    with("username", json!("stoa"))
}

/// What the page shows of a server.
fn shown(mut server: Value, has_password: bool) -> Value {
    server["hasPassword"] = json!(has_password);
    server
}

async fn set(by: &Person, before: Value, value: Value, password: Option<&str>) -> Reply {
    let mut body = json!({"before": before, "value": value});
    if let Some(password) = password {
        body["mailPassword"] = json!(password);
    }
    by.patch("/administration/setMail", body).await
}

async fn mail_of_page(by: &Person) -> Value {
    let settings = by.get("/administration/getSettings").await.ok();
    let mut settings = settings.as_array().expect("a list").iter();
    let setting = settings.find(|setting| setting["key"] == "mail");
    setting.expect("the mail server").clone()
}

async fn sets_address(person: &Person) -> Reply {
    let address = json!({"address": format!("{}@example.org", person.name)});
    person.patch("/user/setMailAddress", address).await
}

#[tokio::test]
async fn a_mail_goes_out_once_a_server_is_set_without_a_restart() {
    let site = Site::new().await;
    let ann = site.site.sign_up("ann").await;
    sets_address(&ann)
        .await
        .refused(404, "Mail is not set up on this site");
    set(&site.root, Value::Null, server(), None).await.ok();
    let known = site.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(known["features"]["mail"], true);
    sets_address(&ann).await.ok();
    assert_eq!(site.step().await, Step::Sent);
    let mail = site.double.next();
    assert_eq!(
        (&*mail.from, &mail.to[0][..]),
        ("stoa@stoa.test", "ann@example.org")
    );
}

#[tokio::test]
async fn administrators_and_who_gets_mails_are_told_who_set_the_server() {
    let site = Site::new().await;
    let [ann, ben] = [
        site.site.sign_up("ann").await,
        site.site.sign_up("ben").await,
    ];
    let other = site.site.administrator("root2").await;
    site.site.sql(
        "INSERT INTO mail_addresses (user_id, address, verified_at) SELECT id, 'ann@example.org', 0 FROM users WHERE username = 'ann'",
    );
    set(&site.root, Value::Null, server(), None).await.ok();
    let from = with("from", json!("Stoa <other@stoa.test>"));
    set(&site.root, shown(server(), false), from, None)
        .await
        .ok();
    let notices = async |person: &Person| {
        let notices = person.get("/user/getSecurityNotices").await.ok();
        let notices = notices.as_array().expect("a list").iter();
        notices
            .map(|notice| (notice["kind"].clone(), notice["by"].clone()))
            .collect::<Vec<_>>()
    };
    // One until it is dismissed.
    for person in [&ann, &other] {
        let expected = [(json!("mailServer"), json!("root1"))];
        assert_eq!(notices(person).await, expected, "{}", person.name);
    }
    for person in [&ben, &site.root] {
        assert_eq!(notices(person).await, [], "{}", person.name);
    }
}

#[tokio::test]
async fn without_the_server_its_calls_are_absent_again_and_mails_wait() {
    let site = Site::new().await;
    let ann = site.site.sign_up("ann").await;
    set(&site.root, Value::Null, server(), None).await.ok();
    sets_address(&ann).await.ok();
    set(&site.root, shown(server(), false), Value::Null, None)
        .await
        .ok();
    assert_eq!(mail_of_page(&site.root).await["value"], Value::Null);
    assert_eq!(sets_address(&ann).await.status, 404);
    assert_eq!(site.step().await, Step::Idle);
    set(&site.root, Value::Null, server(), None).await.ok();
    assert_eq!(site.step().await, Step::Sent);
}

#[tokio::test]
async fn the_server_and_its_password_survive_a_restart() {
    let site = Site::new().await;
    set(&site.root, Value::Null, with_login(), Some(SECRET))
        .await
        .ok();
    let TestSite {
        site: old,
        directory,
        ..
    } = site.site;
    drop((old, site.root));
    let again = TestSite::within(directory, |config| {
        config.mail.host.clear();
        config.server.base_url = BaseUrl::parse("https://stoa.test").expect("an address");
    });
    let settings = again.site.app.settings();
    let mail = &settings.config.mail;
    assert_eq!((&*mail.host, mail.password.expose()), (HOST, SECRET));
}

#[tokio::test]
async fn the_password_is_in_no_reply_log_export_or_debug_text() {
    let site = Site::new().await;
    let saved = set(&site.root, Value::Null, with_login(), Some(SECRET)).await;
    saved.ok();
    let log = site.root.get("/administration/getLog").await;
    assert_eq!(
        log.ok()[0]["detail"],
        "smtp.example.org, implicit, from Stoa <stoa@stoa.test>, username stoa; password changed"
    );
    let listed = site.root.get("/administration/getSettings").await;
    let known = site.site.visitor().get("/site/getSite").await;
    assert_eq!(
        mail_of_page(&site.root).await["value"],
        shown(with_login(), true)
    );
    let settings = site.site.site.app.settings();
    let directory = site.site.directory.path().to_owned();
    let exported = tokio::task::spawn_blocking(move || {
        let mut exported = Vec::new();
        crate::operations::export::export(&directory, true, &mut exported, None, |_, _| ())
            .expect("an export");
        String::from_utf8(exported).expect("UTF-8")
    });
    let exported = exported.await.expect("an export");
    assert!(exported.contains(HOST));
    let debug = format!("{settings:?}");
    for text in [
        saved.text,
        log.text,
        listed.text,
        known.text,
        exported,
        debug,
    ] {
        assert!(!text.contains(SECRET), "{text}");
    }
}

#[tokio::test]
async fn the_server_of_the_configuration_wins_with_its_whole_group() {
    let site = TestSite::with(|config| {
        config.mail.host = "localhost".to_owned();
        config.mail.per_minute = 9;
        let source = Source::File("config.toml".to_owned(), 3);
        config.sources.insert("mail.host", source);
    });
    let root = site.administrator("root1").await;
    let stored = shown(with_login(), true).to_string();
    site.sql(&format!(
        "INSERT INTO site_settings SELECT 'mail', '{stored}', 0, id FROM users;
         INSERT INTO site_keys VALUES ('mail-password', CAST('x' AS BLOB))"
    ));
    site.site.app.reload_settings().await.expect("settings");
    let setting = mail_of_page(&root).await;
    assert_eq!(
        (&setting["value"]["host"], &setting["fixedBy"]),
        (&json!("localhost"), &json!("config.toml, line 3"))
    );
    let settings = site.site.app.settings();
    assert!(settings.config.mail.password.is_empty());
    set(&root, setting["value"].clone(), server(), None)
        .await
        .refused(
            409,
            "This setting is set in the configuration of the server",
        );
}

#[tokio::test]
async fn a_server_that_is_not_complete_or_not_safe_is_refused_with_the_reason() {
    let site = Site::new().await;
    let not_public = "A mail server on the server's own machine or in its network can only be set in the configuration of the server";
    let no_host = "Please enter the name of the mail server, such as smtp.example.org, without a scheme and a port";
    let no_from = "Please enter a sender such as Stoa <stoa@example.org>";
    let half = "Please enter both the username and the password of the mail server, or neither. For another server or username, the password is needed again";
    for (value, password, sentence) in [
        (with("host", json!("")), None, no_host),
        (with("host", json!("smtp://a")), None, no_host),
        (with("host", json!("a b")), None, no_host),
        (with("host", json!("localhost")), None, not_public),
        (with("host", json!("LOCALHOST.")), None, not_public),
        (with("host", json!("127.0.0.1")), None, not_public),
        (with("host", json!("::1")), None, not_public),
        (with("host", json!("10.1.2.3")), None, not_public),
        (with("host", json!("169.254.169.254")), None, not_public),
        (
            with("tls", json!("none")),
            None,
            "The connection to this mail server must be encrypted",
        ),
        (
            with("port", json!(65_536)),
            None,
            "Please enter a port from 1 to 65535, or none for the usual one",
        ),
        (with("from", json!("")), None, no_from),
        (with("from", json!("Stoa")), None, no_from),
        (with_login(), None, half),
        (with_login(), Some(""), half),
        (server(), Some(SECRET), half),
        (
            with_login(),
            Some("a\nb"),
            "The password of the mail server cannot be more than 256 characters, in one line",
        ),
        (
            with("tls", json!("maybe")),
            None,
            "This setting cannot have this value",
        ),
    ] {
        set(&site.root, Value::Null, value, password)
            .await
            .refused(400, sentence);
    }
    assert_eq!(
        mail_of_page(&site.root).await,
        json!({"key": "mail", "value": null})
    );
}

#[tokio::test]
async fn a_server_needs_the_address_of_the_site() {
    let site = TestSite::with(|config| config.mail.host.clear());
    let root = site.administrator("root1").await;
    set(&root, Value::Null, server(), None).await.refused(
        400,
        "The links in mails need the address of the site: set server.base_url in the configuration of the server first",
    );
}

#[tokio::test]
async fn a_name_that_leads_to_a_private_address_is_not_connected() {
    let site = Site::new().await;
    let ann = site.site.sign_up("ann").await;
    set(&site.root, Value::Null, server(), None).await.ok();
    sets_address(&ann).await.ok();
    for private in ["127.0.0.1", "10.0.0.1", "::1"] {
        assert_eq!(site.step_with(private).await, Step::Unavailable);
    }
    assert!(site.double.all().is_empty());
    assert_eq!(site.step().await, Step::Sent);
}

#[tokio::test]
async fn the_password_goes_to_no_other_server_or_account() {
    let site = Site::new().await;
    set(&site.root, Value::Null, with_login(), Some(SECRET))
        .await
        .ok();
    let mut other_port = with_login();
    other_port["port"] = json!(2525);
    set(
        &site.root,
        shown(with_login(), true),
        other_port.clone(),
        None,
    )
    .await
    .ok();
    assert_eq!(site.password(), SECRET);
    for (key, value) in [("host", "smtp.evil.example"), ("username", "other")] {
        let mut other = other_port.clone();
        other[key] = json!(value);
        let refused = set(&site.root, shown(other_port.clone(), true), other, None).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
    }
    set(&site.root, shown(other_port, true), server(), None)
        .await
        .ok();
    assert_eq!(site.password(), "");
    let count = "SELECT count(*) FROM site_keys WHERE name = 'mail-password'";
    let count: i64 = site
        .site
        .connection()
        .query_row(count, [], |row| row.get(0))
        .expect("a number");
    assert_eq!(count, 0);
}

#[tokio::test]
async fn an_administrator_who_saw_another_server_changes_nothing() {
    let site = Site::new().await;
    set(&site.root, Value::Null, server(), None).await.ok();
    set(
        &site.root,
        Value::Null,
        with("host", json!("smtp.example.net")),
        None,
    )
    .await
    .refused(
        409,
        "This setting was changed meanwhile: reload the page, then save again",
    );
    assert_eq!(mail_of_page(&site.root).await["value"]["host"], HOST);
}

#[tokio::test]
async fn the_call_of_the_other_settings_sets_no_mail_server() {
    let site = Site::new().await;
    for value in [json!(shown(server(), false)), Value::Null] {
        let change = json!({"key": "mail", "before": null, "value": value});
        let body = json!({"changes": [change]});
        site.root
            .patch("/administration/setSettings", body)
            .await
            .refused(400, "This setting cannot have this value");
    }
}

#[tokio::test]
async fn a_mail_waits_while_the_password_is_wrong_and_no_cause_repeats_it() {
    let site = Site::new().await;
    let ann = site.site.sign_up("ann").await;
    set(&site.root, Value::Null, with_login(), Some(SECRET))
        .await
        .ok();
    sets_address(&ann).await.ok();
    site.double.fail([Fault::EchoesLogin]);
    assert_eq!(site.step().await, Step::Unavailable);
    let problem: String = site
        .site
        .connection()
        .query_row("SELECT problem FROM deliveries", [], |row| row.get(0))
        .expect("a problem");
    assert!(problem.contains("AUTH PLAIN (the password)"), "{problem}");
    set(
        &site.root,
        shown(with_login(), true),
        with_login(),
        Some("the right one"),
    )
    .await
    .ok();
    assert_eq!(site.step().await, Step::Sent);
}

/// An import has no password.
#[tokio::test]
async fn a_stored_server_without_its_password_has_no_effect() {
    let site = Site::new().await;
    set(&site.root, Value::Null, with_login(), Some(SECRET))
        .await
        .ok();
    site.site
        .sql("DELETE FROM site_keys WHERE name = 'mail-password'");
    let app = &site.site.site.app;
    app.reload_settings().await.expect("settings");
    assert!(!app.settings().config.has_mail());
    set(&site.root, Value::Null, with_login(), Some(SECRET))
        .await
        .ok();
    assert_eq!(site.password(), SECRET);
}

#[tokio::test]
async fn a_test_mail_goes_to_the_given_or_the_confirmed_address() {
    let site = super::delivery::MailSite::new();
    let rita = site.sign_up("rita").await;
    site.site
        .sql("UPDATE users SET role = 'administrator' WHERE username = 'rita'");
    for (given, expected) in [
        ("", "rita@example.org"),
        ("me@example.net", "me@example.net"),
    ] {
        let sent = rita
            .post("/administration/sendTestMail", json!({"address": given}))
            .await
            .ok();
        assert_eq!(sent, json!({"address": expected}));
        let mail = site.double.next();
        assert_eq!(mail.to, [expected]);
        assert_eq!(mail.header("Subject"), "Test mail of Stoa");
    }
    site.double.fail([Fault::Greeting("554 go away")]);
    let failed = rita
        .post("/administration/sendTestMail", json!({}))
        .await
        .ok();
    let problem = failed["problem"].as_str().expect("a problem");
    assert!(problem.contains("go away"), "{problem}");
}

#[tokio::test]
async fn a_test_mail_needs_an_address_and_a_mail_server() {
    let site = Site::new().await;
    let to = json!({"address": "me@example.net"});
    site.root
        .post("/administration/sendTestMail", to.clone())
        .await
        .refused(404, "Mail is not set up on this site");
    set(&site.root, Value::Null, server(), None).await.ok();
    for address in ["", "me", "me@example.net\r\nBcc: x@example.net"] {
        site.root
            .post("/administration/sendTestMail", json!({"address": address}))
            .await
            .refused(
                400,
                "Please enter an e-mail address such as ann@example.org",
            );
    }
}
