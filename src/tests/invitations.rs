//! Sign-up by invitation.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite, id_of};
use crate::core::config::Signup;
use crate::features::auth::password;
use crate::features::users::Role;
use crate::features::users::account;
use crate::features::users::{AdminAuthority, invitations, session};

const INVALID: &str = "This invitation is not valid, or not any more: ask for a new one";
const NEEDED: &str = "Sign-up on this site is by invitation";
const DAY: Duration = Duration::from_secs(24 * 3600);

fn site_by_invitation() -> TestSite {
    TestSite::with(|config| config.auth.signup = Signup::Invite)
}

impl TestSite {
    /// Creates an administrator like the command line does, and logs in.
    pub(super) async fn administrator(&self, name: &str) -> Person {
        let (wanted, hash) = (name.to_owned(), password::hash(PASSWORD).expect("a hash"));
        let created = self.site.app.db.write(move |tx| {
            account::create(
                tx,
                &AdminAuthority::of_operator(),
                &wanted,
                &hash,
                Role::Administrator,
            )
        });
        created.await.expect("an administrator");
        let mut person = self.visitor();
        person.name = name.to_owned();
        person.authenticate("login").await;
        person
    }

    /// Signs up with this value of `invitation`. A busy machine rejects password hashing with 503;
    /// the call is repeated.
    async fn sign_up_with(&self, name: &str, invitation: Value) -> Reply {
        let browser = self.visitor();
        loop {
            let body = json!({"username": name, "password": PASSWORD, "invitation": invitation});
            let reply = browser.post("/user/signup", body).await;
            if reply.status != 503 {
                return reply;
            }
        }
    }

    async fn count(&self, what: &'static str) -> i64 {
        self.site
            .app
            .db
            .read(move |read| read.value(&format!("SELECT count(*) FROM {what}"), []))
            .await
            .expect("a count")
    }
}

impl Person {
    /// Creates an invitation and returns it with its token.
    async fn invites(&self, body: Value) -> (Value, String) {
        let created = self
            .post("/administration/createInvitation", body)
            .await
            .ok();
        (
            created["invitation"].clone(),
            created["token"].as_str().expect("a token").to_owned(),
        )
    }

    /// Returns the notes of the listed invitations.
    async fn invitation_notes(&self, query: &str) -> Vec<String> {
        let listed = self
            .get(&format!("/administration/getInvitations?{query}"))
            .await
            .ok();
        listed
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["note"].as_str().expect("a note").to_owned())
            .collect()
    }
}

#[tokio::test]
async fn an_invitation_lets_one_person_sign_up_once() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    let (invitation, token) = root
        .invites(json!({"note": "  Ben \n of the library "}))
        .await;
    assert_eq!(
        invitation,
        json!({"_id": id_of(&invitation), "createdBy": "root1", "createdAt": "2026-11-21T00:00:00.000Z", "expiresAt": "2026-11-28T00:00:00.000Z",
               "note": "Ben of the library"})
    );
    for none in [json!(null), json!(""), json!(" ")] {
        site.sign_up_with("ben", none).await.refused(403, NEEDED);
    }
    site.visitor()
        .post(
            "/user/signup",
            json!({"username": "ben", "password": PASSWORD}),
        )
        .await
        .refused(403, NEEDED);
    for wrong in [
        "guessed",
        &token[1..],
        &token.to_uppercase(),
        &id_of(&invitation),
    ] {
        site.sign_up_with("ben", json!(wrong))
            .await
            .refused(403, INVALID);
    }
    // Only invited callers learn which names are taken.
    site.sign_up_with("root1", json!("guessed"))
        .await
        .refused(403, INVALID);
    // Other errors leave the invitation unused.
    site.sign_up_with("ROOT1", json!(token))
        .await
        .refused(409, "Username already taken");
    site.sign_up_with("-", json!(token)).await.refused(
        400,
        "Usernames are 2 to 32 characters long: letters, digits, and . _ - between them",
    );
    assert_eq!(
        (site.count("users").await, root.invitation_notes("").await),
        (1, vec!["Ben of the library".to_owned()])
    );

    site.clock.advance(DAY);
    let ben = site.visitor();
    let user = ben
        .post(
            "/user/signup",
            json!({"username": "ben", "password": PASSWORD, "invitation": token}),
        )
        .await
        .ok();
    assert_eq!(ben.get("/user/me").await.ok(), user);
    assert_eq!(user.get("isAdministrator"), None);
    site.sign_up_with("cem", json!(token))
        .await
        .refused(403, INVALID);
    assert_eq!(
        (site.count("users").await, root.invitation_notes("").await),
        (2, vec![])
    );
    let used = &root
        .get("/administration/getInvitations?all=true")
        .await
        .ok()[0];
    assert_eq!(
        (&used["usedBy"], &used["usedAt"]),
        (&json!("ben"), &json!("2026-11-22T00:00:00.000Z"))
    );
    // A used invitation cannot be revoked.
    root.delete(&format!("/administration/revokeInvitation/{}", id_of(used)))
        .await
        .refused(404, "Invitation not found");
}

#[tokio::test]
async fn concurrent_sign_ups_with_one_invitation_create_one_account() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    for round in 0..3 {
        let (_, token) = root.invites(json!({})).await;
        let names: Vec<String> = (0..5)
            .map(|number| format!("guest{round}{number}"))
            .collect();
        let replies = join_all(
            names
                .iter()
                .map(|name| site.sign_up_with(name, json!(token))),
        )
        .await;
        let (let_in, refused): (Vec<&Reply>, Vec<&Reply>) =
            replies.iter().partition(|reply| reply.status == 200);
        assert_eq!(let_in.len(), 1);
        refused.iter().for_each(|reply| reply.refused(403, INVALID));
        assert_eq!(site.count("users").await, 2 + round);
        assert_eq!(site.count("sessions").await, 2 + round);
        let used = root
            .get("/administration/getInvitations?all=true")
            .await
            .ok();
        assert_eq!(used[0]["usedBy"], let_in[0].ok()["username"]);
    }
}

/// The check before the password is hashed is not the one that decides.
#[tokio::test]
async fn a_second_use_of_an_invitation_is_rejected_inside_the_transaction() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    let (_, token) = root.invites(json!({})).await;
    let hash = session::hash(&token);
    let accept = async |name: &'static str| {
        let created = site.site.app.db.write(move |tx| {
            let by = AdminAuthority::of_operator();
            let user = account::create(tx, &by, name, "x", Role::User)?.into_value();
            invitations::accept(tx, &hash, user.id)
        });
        created.await.map_err(|error| error.text())
    };
    assert_eq!(
        (accept("ann").await, accept("ben").await),
        (Ok(()), Err(INVALID.to_owned()))
    );
    assert_eq!(
        (
            site.count("users").await,
            site.count("users WHERE username = 'ben'").await
        ),
        (2, 0)
    );
}

#[tokio::test]
async fn an_invitation_ends_by_expiry_or_revocation() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    let (_, short) = root.invites(json!({"note": "short", "days": 1})).await;
    let (long, revoked) = root.invites(json!({"note": "long", "days": 365})).await;
    assert_eq!(root.invitation_notes("").await, ["long", "short"]);
    site.clock.advance(DAY);
    site.sign_up_with("ben", json!(short))
        .await
        .refused(403, INVALID);
    assert_eq!(root.invitation_notes("").await, ["long"]);
    assert_eq!(root.invitation_notes("all=true").await, ["long", "short"]);
    let revoke = async || {
        root.delete(&format!(
            "/administration/revokeInvitation/{}",
            id_of(&long)
        ))
        .await
    };
    assert_eq!(revoke().await.ok(), long["_id"]);
    revoke().await.refused(404, "Invitation not found");
    site.sign_up_with("ben", json!(revoked))
        .await
        .refused(403, INVALID);
    assert_eq!(site.count("users").await, 1);
}

#[tokio::test]
async fn an_invitation_opens_no_closed_site_and_stops_nobody_at_an_open_one() {
    for (mode, refusal, left) in [
        (Signup::Open, None, 0),
        (Signup::Closed, Some("Sign-up is closed on this site"), 1),
    ] {
        let site = TestSite::with(|config| config.auth.signup = mode);
        let root = site.administrator("root1").await;
        let (_, token) = root.invites(json!({"note": "x"})).await;
        for (name, invitation) in [("ann", json!(token)), ("ben", json!("guessed"))] {
            let reply = site.sign_up_with(name, invitation).await;
            match refusal {
                Some(sentence) => reply.refused(403, sentence),
                None => drop(reply.ok()),
            }
        }
        let open = site.count("invitations WHERE used_by IS NULL").await;
        assert_eq!(open, left);
    }
}

#[tokio::test]
async fn invitations_end_when_their_administrator_is_demoted() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    for name in ["demoted", "disabled", "gone"] {
        let person = site.administrator(name).await;
        let (_, used) = person.invites(json!({"note": "used"})).await;
        site.sign_up_with(&format!("guest-of-{name}"), json!(used))
            .await
            .ok();
        let (_, open) = person.invites(json!({"note": "open"})).await;
        match name {
            "demoted" => drop(
                root.post("/administration/demoteUser", json!({"userId": name}))
                    .await
                    .ok(),
            ),
            "disabled" => drop(
                root.post("/administration/disableUser", json!({"userId": name}))
                    .await
                    .ok(),
            ),
            _ => drop(
                person
                    .delete(&format!("/user/deleteUser/{name}"))
                    .await
                    .ok(),
            ),
        }
        site.sign_up_with("ben", json!(open))
            .await
            .refused(403, INVALID);
        // A repeated promotion does not restore the invitations.
        if name == "demoted" {
            root.post("/administration/promoteUser", json!({"userId": name}))
                .await
                .ok();
            site.sign_up_with("ben", json!(open))
                .await
                .refused(403, INVALID);
        }
        root.get(&format!("/user/getUser/guest-of-{name}"))
            .await
            .ok();
    }
    let listed = root
        .get("/administration/getInvitations?all=true")
        .await
        .ok();
    let makers: Vec<&Value> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["createdBy"])
        .collect();
    assert_eq!(makers, [&json!("disabled"), &json!("demoted")]);
}

#[tokio::test]
async fn invalid_invitation_requests_are_rejected_without_changes() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    for (body, sentence) in [
        (
            json!({"days": 0}),
            "An invitation is valid for at least one hour and at most 365 days",
        ),
        (
            json!({"days": 366}),
            "An invitation is valid for at least one hour and at most 365 days",
        ),
        (
            json!({"days": u32::MAX}),
            "An invitation is valid for at least one hour and at most 365 days",
        ),
        (
            json!({"note": "x".repeat(101)}),
            "Note cannot be more than 100 characters",
        ),
        (
            json!({"note": "a\u{0}b"}),
            "Text cannot contain the NUL character",
        ),
    ] {
        root.post("/administration/createInvitation", body)
            .await
            .refused(400, sentence);
    }
    for body in [
        json!({"days": -1}),
        json!({"days": "7"}),
        json!({"note": 7}),
    ] {
        let reply = root.post("/administration/createInvitation", body).await;
        assert!(
            reply.status == 400 && reply.text.starts_with("Malformed request: "),
            "{}",
            reply.text
        );
    }
    assert_eq!(root.invitation_notes("all=true").await, [""; 0]);
    let ben = site.visitor();
    let (_, token) = root.invites(json!({"note": "y".repeat(100)})).await;
    ben.post(
        "/user/signup",
        json!({"username": "ben", "password": PASSWORD, "invitation": token}),
    )
    .await
    .ok();
    ben.post("/administration/createInvitation", json!({}))
        .await
        .refused(403, "Only administrators can do this");
    for number in 0..3 {
        site.clock.advance(Duration::from_millis(1));
        root.invites(json!({"note": number.to_string()})).await;
    }
    let page = root.get("/administration/getInvitations?limit=2").await;
    assert_eq!(page.header("x-total-count"), "3");
    let notes = |list: &Value| {
        list.as_array()
            .expect("a list")
            .iter()
            .map(|one| one["note"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(notes(&page.ok()), ["2", "1"]);
    assert_eq!(
        notes(&root.get(&page.next_page().expect("a next page")).await.ok()),
        ["0"]
    );
}

#[tokio::test]
async fn an_ended_invitation_is_listed_for_thirty_days() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    let (_, used) = root.invites(json!({"note": "used"})).await;
    root.invites(json!({"note": "expired", "days": 1})).await;
    root.invites(json!({"note": "open", "days": 60})).await;
    site.sign_up_with("ben", json!(used)).await.ok();
    let sweep = async || {
        site.site
            .app
            .db
            .write(session::end_expired)
            .await
            .expect("swept");
    };
    for (days, left) in [(0, 3), (29, 3), (1, 2), (1, 1), (58, 1), (1, 0)] {
        site.clock.advance(DAY * days);
        sweep().await;
        assert_eq!(
            site.count("invitations").await,
            left,
            "after {days} more days"
        );
    }
}

#[tokio::test]
async fn an_invitation_is_exported_and_deleted_with_its_account() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    let (_, token) = root.invites(json!({"note": "Ben"})).await;
    root.invites(json!({"note": "another user"})).await;
    let ben = site.visitor();
    ben.post(
        "/user/signup",
        json!({"username": "ben", "password": PASSWORD, "invitation": token}),
    )
    .await
    .ok();
    let of = async |person: &Person| {
        let reply = person.get("/user/getData").await;
        assert!(!reply.text.contains(&token));
        reply.ok()["invitations"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["note"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (of(&ben).await, of(&root).await),
        (
            vec![json!("Ben")],
            vec![json!("another user"), json!("Ben")]
        )
    );
    ben.delete("/user/deleteUser/ben").await.ok();
    assert_eq!(root.invitation_notes("all=true").await, ["another user"]);
}

#[tokio::test]
async fn an_invitation_sends_no_event_and_its_token_is_not_stored() {
    let server = Listening::with(site_by_invitation()).await;
    let site = &server.site;
    let (root, other) = (
        site.administrator("root1").await,
        site.administrator("root2").await,
    );
    let mut socket = server.socket_of(&other).await;
    let (invitation, token) = root.invites(json!({})).await;
    root.delete(&format!(
        "/administration/revokeInvitation/{}",
        id_of(&invitation)
    ))
    .await
    .ok();
    let (_, token_too) = root.invites(json!({})).await;
    socket.expect_silence().await;
    for file in std::fs::read_dir(site.directory.path()).expect("the directory") {
        let bytes = std::fs::read(file.expect("an entry").path()).expect("a file");
        for secret in [&token, &token_too] {
            assert!(
                !bytes
                    .windows(secret.len())
                    .any(|window| window == secret.as_bytes())
            );
        }
    }
    // The new user is broadcast like any other.
    site.sign_up_with("ben", json!(token_too)).await.ok();
    let (name, payload) = socket.event().await;
    assert_eq!(
        (
            name.as_str(),
            &payload["type"],
            &payload["user"]["username"]
        ),
        ("userUpdate", &json!("created"), &json!("ben"))
    );
}

#[tokio::test]
async fn many_invitations_are_created_at_once_or_none() {
    let site = site_by_invitation();
    let root = site.administrator("root1").await;
    let create = async |notes: Vec<String>| {
        root.post("/administration/createInvitations", json!({"notes": notes}))
            .await
    };
    let created = create(vec!["Ann".to_owned(), String::new()]).await.ok();
    let token = created[1]["token"].as_str().expect("a token");
    assert_eq!(created[0]["invitation"]["note"], "Ann");
    let ben = json!({"username": "ben", "password": PASSWORD, "invitation": token});
    site.visitor()
        .post_when_busy("/user/signup", ben)
        .await
        .ok();
    for notes in [
        vec![],
        vec![String::new(); 101],
        vec!["Cem".to_owned(), "x".repeat(101)],
    ] {
        assert_eq!(create(notes).await.status, 400);
    }
    assert_eq!(site.count("invitations").await, 2);
    create(vec!["x".repeat(100); 100]).await.ok();
    assert_eq!(site.count("invitations").await, 102);
}

#[tokio::test]
async fn the_invited_do_not_count_against_the_sign_ups_of_their_network() {
    for signup in [Signup::Open, Signup::Approval] {
        let site = TestSite::with(|config| {
            config.limits.enabled = true;
            config.limits.signups_per_hour = 2;
            config.auth.signup = signup;
        });
        let root = site.administrator("root").await;
        let (_, token) = root.invites(json!({})).await;
        for name in ["ann", "ben"] {
            site.sign_up_with(name, json!(null)).await.ok();
        }
        site.sign_up_with("cem", json!(token)).await.ok();
        // The invitation is used up.
        let refused = site.sign_up_with("fay", json!(token)).await;
        assert_eq!(
            refused.status,
            if signup == Signup::Open { 429 } else { 403 }
        );
        let refused = site.sign_up_with("gus", json!(null)).await;
        refused.refused(429, "Too many requests, please slow down");
    }
}
