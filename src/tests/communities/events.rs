//! Community events and access: who receives them, and when they stop.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::super::realtime::{Listening, Socket};
use super::super::{Person, TestSite, id_of, titles};
use super::{sign_up_all, stored_and_actual_counts};
use crate::app::demo::random::Random;

#[tokio::test]
async fn former_members_lose_access_to_private_content() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let id = ann.creates_community("closed", "private").await;
    ben.joins_by_request(&id, &ann).await;
    let question = id_of(&ben.asks_in(&id, "mine").await.ok());
    assert_eq!(
        titles(&ben.get("/question/getQuestion?search=mine").await.ok()),
        ["mine"]
    );
    ben.leaves(&id).await.ok();
    for list in [
        "/question/getQuestion".to_owned(),
        "/question/getQuestion?search=mine".to_owned(),
        format!("/getCommunityQuestions/{id}"),
    ] {
        assert_eq!(ben.titles(&list).await, [""; 0]);
    }
    for reply in [
        ben.get(&format!("/question/getQuestionById/{question}"))
            .await,
        ben.delete_with("/question/deleteQuestion", json!({"qid": question}))
            .await,
    ] {
        reply.refused(404, "Question not found");
    }
    // Their questions stay in the community under their name.
    assert_eq!(
        ann.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok()["askedBy"],
        "ben"
    );
    ben.joins_by_request(&id, &ann).await;
    assert_eq!(ben.titles("/question/getQuestion").await, ["mine"]);
}

/// Users with a socket each, and their latest views of some communities.
struct Audience {
    server: Listening,
    users: Vec<(Person, Socket)>,
    fences: usize,
}

impl Audience {
    async fn of(names: &[&str]) -> Self {
        let server = Listening::start().await;
        let mut users = Vec::new();
        for name in names {
            users.push(server.site.sign_up(name).await);
            server.site.clock.advance(Duration::from_millis(1));
        }
        let mut audience = Self {
            server,
            users: Vec::new(),
            fences: 0,
        };
        for person in users {
            let socket = audience.server.socket_of(&person).await;
            audience.users.push((person, socket));
        }
        audience
    }

    fn person(&self, name: &str) -> &Person {
        &self
            .users
            .iter()
            .find(|(person, _)| person.name == name)
            .expect("a user of this name")
            .0
    }

    /// Returns the events that each user received since the last call.
    async fn take_events(&mut self) -> Vec<Vec<(String, Value)>> {
        self.fences += 1;
        let fence = format!("fence {}", self.fences);
        self.users[0]
            .0
            .patch("/user/updateBiography", json!({"biography": fence}))
            .await
            .ok();
        let mut received = Vec::new();
        for (_, socket) in &mut self.users {
            let mut events = socket.events_until(&fence).await;
            // Whom an admission tells has a test of its own.
            events.retain(|(name, _)| name != "inboxUpdate");
            received.push(events);
        }
        received
    }

    /// Returns each user's view of a community.
    async fn views(&self, community: &str) -> Vec<Value> {
        join_all(self.users.iter().map(|(person, _)| person.sees(community))).await
    }
}

/// A user receives an event exactly if a change altered their view, once, and its payload is that
/// view.
#[tokio::test]
async fn community_events_reach_exactly_the_users_whose_view_changes() {
    let names = ["ann", "ben", "cem", "dan", "eve", "fay"];
    let mut audience = Audience::of(&names).await;
    let mut random = Random::new(4);
    let communities = [
        audience
            .person("ann")
            .creates_community("open", "public")
            .await,
        audience
            .person("ann")
            .creates_community("closed", "private")
            .await,
    ];
    for (received, (person, _)) in audience
        .take_events()
        .await
        .into_iter()
        .zip(&audience.users)
    {
        assert_eq!(received.len(), 2, "{}", person.name);
        for ((name, payload), community) in received.into_iter().zip(&communities) {
            assert_eq!(
                (name.as_str(), &payload["type"]),
                ("communityUpdate", &json!("created"))
            );
            assert_eq!(
                payload["community"],
                person.sees(community).await,
                "{}",
                person.name
            );
        }
    }
    let (mut changed_by, mut refused): (BTreeMap<String, usize>, BTreeSet<String>) =
        Default::default();
    let mut seen = [
        audience.views(&communities[0]).await,
        audience.views(&communities[1]).await,
    ];
    for step in 0..800 {
        let which = random.below(4).min(1);
        let community = &communities[which];
        let owner = seen[which][0]["owner"]
            .as_str()
            .expect("an owner")
            .to_owned();
        let waiting = &seen[which][names
            .iter()
            .position(|name| *name == owner)
            .expect("a user")]["memberRequests"];
        let waiting = waiting[0]["user"]["username"]
            .as_str()
            .unwrap_or("ann")
            .to_owned();
        let (any_name, other) = (
            names[random.below(names.len())],
            names[random.below(names.len())],
        );
        let actor = audience.person(if random.below(2) == 0 {
            &owner
        } else {
            any_name
        });
        let reply = match random.below(24) {
            0 => audience.person(any_name).joins(community).await,
            1..=5 => audience.person(any_name).requests(community).await,
            6..=10 => actor.approves(community, &waiting).await,
            11 => actor.rejects(community, &waiting).await,
            12..=13 => actor.promotes(community, other).await,
            14..=15 => actor.demotes(community, other).await,
            16 => actor.removes(community, other).await,
            17..=18 => audience.person(any_name).leaves(community).await,
            19 => actor.transfers(community, other).await,
            20 => actor.archives(community).await,
            _ => actor.unarchives(community).await,
        };
        let what = format!(
            "step {step}: {} with {other}: {} {}",
            reply.call, reply.status, reply.text
        );
        let after = audience.views(community).await;
        let before = std::mem::replace(&mut seen[which], after.clone());
        if reply.status == 200 {
            let caller = names
                .iter()
                .position(|name| reply.call.ends_with(&format!("{name:?}")))
                .expect("a user");
            assert_eq!(reply.ok(), after[caller], "{what}");
        }
        let call = reply
            .call
            .split('/')
            .rev()
            .nth(1)
            .expect("a name")
            .to_owned();
        if reply.status != 200 {
            refused.insert(call);
        } else if before != after {
            *changed_by.entry(call).or_default() += 1;
        }
        audience.server.site.clock.advance(Duration::from_millis(1));
        for (((received, before), after), name) in audience
            .take_events()
            .await
            .into_iter()
            .zip(before)
            .zip(after)
            .zip(names)
        {
            let expected = if before == after {
                vec![]
            } else {
                vec![(
                    "communityUpdate".to_owned(),
                    json!({"type": "updated", "community": after}),
                )]
            };
            assert_eq!(received, expected, "{name} at {what}");
        }
    }
    // Choose another seed if some call never succeeds or is never rejected.
    assert!(
        changed_by.len() == 11 && changed_by.values().sum::<usize>() > 100 && refused.len() == 11,
        "{changed_by:?} {refused:?}"
    );
    for (counted, there) in stored_and_actual_counts(&audience.server.site).await {
        assert_eq!(counted, there);
    }
}

#[tokio::test]
async fn question_events_reach_current_members_only() {
    let mut audience = Audience::of(&["ann", "ben", "cem", "dan"]).await;
    let (public, private) = (
        audience
            .person("ann")
            .creates_community("open", "public")
            .await,
        audience
            .person("ann")
            .creates_community("closed", "private")
            .await,
    );
    audience.person("dan").requests(&private).await.ok();
    audience.take_events().await;
    let mut hidden = String::new();
    // The recipients of a private question and its answer, after each of these membership changes.
    for (step, expected) in [
        ("founded", vec!["ann"]),
        ("ben asks to join", vec!["ann"]),
        ("ben is let in", vec!["ann", "ben"]),
        ("ben is promoted", vec!["ann", "ben"]),
        ("ben leaves", vec!["ann"]),
        ("ben is let in again", vec!["ann", "ben"]),
        ("ben is removed", vec!["ann"]),
        ("cem is let in", vec!["ann", "cem"]),
        ("it is archived", vec!["ann", "cem"]),
    ] {
        let [ann, ben, cem] = ["ann", "ben", "cem"].map(|name| audience.person(name));
        match step {
            "ben asks to join" => drop(ben.requests(&private).await.ok()),
            "ben is let in" => drop(ann.approves(&private, "ben").await.ok()),
            "ben is promoted" => drop(ann.promotes(&private, "ben").await.ok()),
            "ben leaves" => drop(ben.leaves(&private).await.ok()),
            "ben is let in again" => ben.joins_by_request(&private, ann).await,
            "ben is removed" => drop(ann.removes(&private, "ben").await.ok()),
            "cem is let in" => cem.joins_by_request(&private, ann).await,
            "it is archived" => drop(ann.archives(&private).await.ok()),
            _ => hidden = id_of(&ann.asks_in(&private, "hidden").await.ok()),
        }
        ann.answer(&hidden, step).await;
        ann.post(
            "/comment/addComment",
            json!({"id": hidden, "type": "question", "comment": {"text": step}}),
        )
        .await
        .ok();
        ann.post("/question/upvoteQuestion", json!({"qid": hidden}))
            .await
            .ok();
        let received = audience.take_events().await;
        let about_questions: Vec<&str> = received
            .iter()
            .zip(["ann", "ben", "cem", "dan"])
            .filter(|(received, _)| {
                let names = |name: &str| received.iter().filter(|(other, _)| other == name).count();
                let notified = ["answerUpdate", "commentUpdate", "voteUpdate"].map(names);
                assert!(
                    notified == [1; 3] || notified == [0; 3],
                    "{step}: {notified:?}"
                );
                notified == [1; 3]
            })
            .map(|(_, name)| name)
            .collect();
        assert_eq!(about_questions, expected, "{step}");
    }
    audience
        .person("ann")
        .asks_in(&public, "for all")
        .await
        .ok();
    for received in audience.take_events().await {
        assert_eq!(
            received
                .iter()
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>(),
            ["questionUpdate"]
        );
    }
}

#[tokio::test]
async fn deleting_an_owners_account_transfers_their_communities() {
    let mut audience = Audience::of(&["ben", "cem", "dan", "ann"]).await;
    let [ben, cem, dan, ann] = ["ben", "cem", "dan", "ann"].map(|name| audience.person(name));
    let clock = &audience.server.site.clock;
    let to_moderator = ann.creates_community("to a moderator", "private").await;
    for person in [ben, cem, dan] {
        clock.advance(Duration::from_millis(1));
        person.joins_by_request(&to_moderator, ann).await;
    }
    for name in ["dan", "cem"] {
        ann.promotes(&to_moderator, name).await.ok();
    }
    let to_member = ann.creates_community("to a member", "public").await;
    for person in [cem, dan] {
        clock.advance(Duration::from_millis(1));
        person.joins(&to_member).await.ok();
    }
    let to_nobody = ann.creates_community("to nobody", "private").await;
    dan.requests(&to_nobody).await.ok();
    let (of_ben, closed) = (
        ben.creates_community("ben's", "public").await,
        ben.creates_community("ben's own", "private").await,
    );
    ann.joins(&of_ben).await.ok();
    ann.requests(&closed).await.ok();
    let question = id_of(&ann.asks_in(&to_member, "whose?").await.ok());
    audience.take_events().await;

    let communities = [&to_moderator, &to_member, &to_nobody, &of_ben, &closed];
    let mut before = Vec::new();
    for community in communities {
        before.push(audience.views(community).await);
    }
    audience
        .person("ann")
        .delete("/user/deleteUser/ann")
        .await
        .ok();
    let (ann, _) = audience.users.pop().expect("ann");
    let mut after = Vec::new();
    for community in communities {
        after.push(audience.views(community).await);
    }
    for (place, received) in audience.take_events().await.into_iter().enumerate() {
        let (others, mut notified): (Vec<_>, Vec<_>) = received
            .into_iter()
            .partition(|(name, _)| name != "communityUpdate");
        assert_eq!(
            others
                .iter()
                .map(|(_, payload)| &payload["type"])
                .collect::<Vec<_>>(),
            [&json!("deleted")]
        );
        notified.sort_by_key(|(_, payload)| id_of(&payload["community"]));
        let notified: Vec<Value> = notified
            .into_iter()
            .map(|(_, mut payload)| payload["community"].take())
            .collect();
        let changed = before
            .iter()
            .zip(&after)
            .filter(|(before, after)| before[place] != after[place]);
        assert_eq!(
            notified,
            changed
                .map(|(_, after)| after[place].clone())
                .collect::<Vec<_>>(),
            "{}",
            audience.users[place].0.name
        );
    }

    let brief = |community: &Value| {
        ["owner", "members", "moderators", "memberCount"].map(|key| community[key].clone())
    };
    let [by_ben, by_cem] = [0, 1].map(|person| {
        after
            .iter()
            .map(|seen| brief(&seen[person]))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        by_ben[0],
        [
            json!("cem"),
            json!(["ben", "cem", "dan"]),
            json!(["cem", "dan"]),
            json!(3)
        ]
    );
    assert_eq!(
        by_cem[1],
        [
            json!("cem"),
            json!(["cem", "dan"]),
            json!(["cem"]),
            json!(2)
        ]
    );
    assert_eq!(
        by_cem[2],
        [json!("[deleted]"), json!([]), json!([]), json!(0)]
    );
    assert!(after[2][0]["archivedAt"].is_string() && after[1][0].get("archivedAt").is_none());
    assert_eq!(
        by_ben[3],
        [json!("ben"), json!(["ben"]), json!(["ben"]), json!(1)]
    );
    assert_eq!(
        (&after[4][0]["memberRequests"], &after[4][0]["memberCount"]),
        (&json!([]), &json!(1))
    );
    // Their questions stay in the community, and the new owners have the owner's rights.
    let question = audience
        .person("ben")
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(
        (&question["askedBy"], &question["communityId"]),
        (&json!("[deleted]"), &json!(to_member))
    );
    audience.person("cem").archives(&to_member).await.ok();
    audience
        .person("cem")
        .demotes(&to_moderator, "dan")
        .await
        .ok();
    ann.leaves(&of_ben).await.refused(401, "Please log in");
    for (counted, there) in stored_and_actual_counts(&audience.server.site).await {
        assert_eq!(counted, there);
    }
}
