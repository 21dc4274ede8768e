//! Who sees and hears what of a community, and when no longer.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::super::live::{Listening, Socket};
use super::super::{Person, TestSite, id_of, titles};
use super::{counted_and_there, sign_up_all};
use crate::bench::random::Random;

#[tokio::test]
async fn who_leaves_sees_and_finds_nothing_more() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let id = ann.founds("closed", "private").await;
    ben.is_let_into(&id, &ann).await;
    let question = id_of(&ben.asks_in(&id, "mine").await.ok());
    assert_eq!(titles(&ben.get("/question/getQuestion?search=mine").await.ok()), ["mine"]);
    ben.leaves(&id).await.ok();
    for list in ["/question/getQuestion".to_owned(), "/question/getQuestion?search=mine".to_owned(), format!("/getCommunityQuestions/{id}")]
    {
        assert_eq!(ben.titles(&list).await, [""; 0]);
    }
    for reply in [
        ben.get(&format!("/question/getQuestionById/{question}")).await,
        ben.delete_with("/question/deleteQuestion", json!({"qid": question})).await,
    ] {
        reply.refused(404, "Question not found");
    }
    // What he asked stays theirs, under his name.
    assert_eq!(ann.get(&format!("/question/getQuestionById/{question}")).await.ok()["askedBy"], "ben");
    ben.is_let_into(&id, &ann).await;
    assert_eq!(ben.titles("/question/getQuestion").await, ["mine"]);
}

/// People with a socket each, and what they have seen of some communities.
struct Audience {
    server: Listening,
    people: Vec<(Person, Socket)>,
    fences: usize,
}

impl Audience {
    async fn of(names: &[&str]) -> Self {
        let server = Listening::start().await;
        let mut people = Vec::new();
        for name in names {
            people.push(server.site.sign_up(name).await);
            server.site.clock.advance(Duration::from_millis(1));
        }
        let mut audience = Self { server, people: Vec::new(), fences: 0 };
        for person in people {
            let socket = audience.server.socket_of(&person).await;
            audience.people.push((person, socket));
        }
        audience
    }

    fn person(&self, name: &str) -> &Person {
        &self.people.iter().find(|(person, _)| person.name == name).expect("somebody of this name").0
    }

    /// What each has heard since the last time.
    async fn heard(&mut self) -> Vec<Vec<(String, Value)>> {
        self.fences += 1;
        let fence = format!("fence {}", self.fences);
        self.people[0].0.patch("/user/updateBiography", json!({"biography": fence})).await.ok();
        let mut heard = Vec::new();
        for (_, socket) in &mut self.people {
            heard.push(socket.events_until(&fence).await);
        }
        heard
    }

    /// What each sees of a community.
    async fn seen(&self, community: &str) -> Vec<Value> {
        join_all(self.people.iter().map(|(person, _)| person.sees(community))).await
    }
}

/// Each hears of a change exactly if it changed what he sees, once, and then hears what he sees.
#[tokio::test]
async fn everybody_hears_of_what_changes_for_him_and_of_nothing_else() {
    let names = ["ann", "ben", "cem", "dan", "eve", "fay"];
    let mut audience = Audience::of(&names).await;
    let mut random = Random::new(4);
    let communities = [audience.person("ann").founds("open", "public").await, audience.person("ann").founds("closed", "private").await];
    for (heard, (person, _)) in audience.heard().await.into_iter().zip(&audience.people) {
        assert_eq!(heard.len(), 2, "{}", person.name);
        for ((name, payload), community) in heard.into_iter().zip(&communities) {
            assert_eq!((name.as_str(), &payload["type"]), ("communityUpdate", &json!("created")));
            assert_eq!(payload["community"], person.sees(community).await, "{}", person.name);
        }
    }
    let (mut changed_by, mut refused): (BTreeMap<String, usize>, BTreeSet<String>) = Default::default();
    let mut seen = [audience.seen(&communities[0]).await, audience.seen(&communities[1]).await];
    for step in 0..800 {
        let which = random.below(4).min(1);
        let community = &communities[which];
        let owner = seen[which][0]["owner"].as_str().expect("an owner").to_owned();
        let waiting = &seen[which][names.iter().position(|name| *name == owner).expect("one of them")]["memberRequests"];
        let waiting = waiting[0]["user"]["username"].as_str().unwrap_or("ann").to_owned();
        let (anybody, other) = (names[random.below(names.len())], names[random.below(names.len())]);
        let actor = audience.person(if random.below(2) == 0 { &owner } else { anybody });
        let reply = match random.below(24) {
            0 => audience.person(anybody).joins(community).await,
            1..=5 => audience.person(anybody).requests(community).await,
            6..=10 => actor.approves(community, &waiting).await,
            11 => actor.rejects(community, &waiting).await,
            12..=13 => actor.promotes(community, other).await,
            14..=15 => actor.demotes(community, other).await,
            16 => actor.removes(community, other).await,
            17..=18 => audience.person(anybody).leaves(community).await,
            19 => actor.hands_over(community, other).await,
            20 => actor.archives(community).await,
            _ => actor.unarchives(community).await,
        };
        let what = format!("step {step}: {} with {other}: {} {}", reply.call, reply.status, reply.text);
        let after = audience.seen(community).await;
        let before = std::mem::replace(&mut seen[which], after.clone());
        if reply.status == 200 {
            let caller = names.iter().position(|name| reply.call.ends_with(&format!("{name:?}"))).expect("one of them");
            assert_eq!(reply.ok(), after[caller], "{what}");
        }
        let call = reply.call.split('/').rev().nth(1).expect("a name").to_owned();
        if reply.status != 200 {
            refused.insert(call);
        } else if before != after {
            *changed_by.entry(call).or_default() += 1;
        }
        audience.server.site.clock.advance(Duration::from_millis(1));
        for (((heard, before), after), name) in audience.heard().await.into_iter().zip(before).zip(after).zip(names) {
            let expected =
                if before == after { vec![] } else { vec![("communityUpdate".to_owned(), json!({"type": "updated", "community": after}))] };
            assert_eq!(heard, expected, "{name} at {what}");
        }
    }
    // Another seed if not every call has changed something, and been refused.
    assert!(changed_by.len() == 11 && changed_by.values().sum::<usize>() > 100 && refused.len() == 11, "{changed_by:?} {refused:?}");
    for (counted, there) in counted_and_there(&audience.server.site).await {
        assert_eq!(counted, there);
    }
}

#[tokio::test]
async fn questions_are_told_to_those_who_are_members_then() {
    let mut audience = Audience::of(&["ann", "ben", "cem", "dan"]).await;
    let (public, private) =
        (audience.person("ann").founds("open", "public").await, audience.person("ann").founds("closed", "private").await);
    audience.person("dan").requests(&private).await.ok();
    audience.heard().await;
    let mut hidden = String::new();
    // Who hears of what is asked and answered in the private one, after each of these.
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
            "ben is let in again" => ben.is_let_into(&private, ann).await,
            "ben is removed" => drop(ann.removes(&private, "ben").await.ok()),
            "cem is let in" => cem.is_let_into(&private, ann).await,
            "it is archived" => drop(ann.archives(&private).await.ok()),
            _ => hidden = id_of(&ann.asks_in(&private, "hidden").await.ok()),
        }
        ann.answer(&hidden, step).await;
        ann.post("/comment/addComment", json!({"id": hidden, "type": "question", "comment": {"text": step}})).await.ok();
        ann.post("/question/upvoteQuestion", json!({"qid": hidden})).await.ok();
        let heard = audience.heard().await;
        let about_questions: Vec<&str> = heard
            .iter()
            .zip(["ann", "ben", "cem", "dan"])
            .filter(|(heard, _)| {
                let names = |name: &str| heard.iter().filter(|(other, _)| other == name).count();
                let told = ["answerUpdate", "commentUpdate", "voteUpdate"].map(names);
                assert!(told == [1; 3] || told == [0; 3], "{step}: {told:?}");
                told == [1; 3]
            })
            .map(|(_, name)| name)
            .collect();
        assert_eq!(about_questions, expected, "{step}");
    }
    audience.person("ann").asks_in(&public, "for all").await.ok();
    for heard in audience.heard().await {
        assert_eq!(heard.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["questionUpdate"]);
    }
}

#[tokio::test]
async fn who_deletes_his_account_leaves_his_communities_to_others() {
    let mut audience = Audience::of(&["ben", "cem", "dan", "ann"]).await;
    let [ben, cem, dan, ann] = ["ben", "cem", "dan", "ann"].map(|name| audience.person(name));
    let clock = &audience.server.site.clock;
    let to_moderator = ann.founds("to a moderator", "private").await;
    for person in [ben, cem, dan] {
        clock.advance(Duration::from_millis(1));
        person.is_let_into(&to_moderator, ann).await;
    }
    for name in ["dan", "cem"] {
        ann.promotes(&to_moderator, name).await.ok();
    }
    let to_member = ann.founds("to a member", "public").await;
    for person in [cem, dan] {
        clock.advance(Duration::from_millis(1));
        person.joins(&to_member).await.ok();
    }
    let to_nobody = ann.founds("to nobody", "private").await;
    dan.requests(&to_nobody).await.ok();
    let (of_ben, closed) = (ben.founds("ben's", "public").await, ben.founds("ben's own", "private").await);
    ann.joins(&of_ben).await.ok();
    ann.requests(&closed).await.ok();
    let question = id_of(&ann.asks_in(&to_member, "whose?").await.ok());
    audience.heard().await;

    let communities = [&to_moderator, &to_member, &to_nobody, &of_ben, &closed];
    let mut before = Vec::new();
    for community in communities {
        before.push(audience.seen(community).await);
    }
    audience.person("ann").delete("/user/deleteUser/ann").await.ok();
    let (ann, _) = audience.people.pop().expect("ann");
    let mut after = Vec::new();
    for community in communities {
        after.push(audience.seen(community).await);
    }
    for (place, heard) in audience.heard().await.into_iter().enumerate() {
        let (others, mut told): (Vec<_>, Vec<_>) = heard.into_iter().partition(|(name, _)| name != "communityUpdate");
        assert_eq!(others.iter().map(|(_, payload)| &payload["type"]).collect::<Vec<_>>(), [&json!("deleted")]);
        told.sort_by_key(|(_, payload)| id_of(&payload["community"]));
        let told: Vec<Value> = told.into_iter().map(|(_, mut payload)| payload["community"].take()).collect();
        let changed = before.iter().zip(&after).filter(|(before, after)| before[place] != after[place]);
        assert_eq!(told, changed.map(|(_, after)| after[place].clone()).collect::<Vec<_>>(), "{}", audience.people[place].0.name);
    }

    let brief = |community: &Value| ["owner", "members", "moderators", "memberCount"].map(|key| community[key].clone());
    let [by_ben, by_cem] = [0, 1].map(|person| after.iter().map(|seen| brief(&seen[person])).collect::<Vec<_>>());
    assert_eq!(by_ben[0], [json!("cem"), json!(["ben", "cem", "dan"]), json!(["cem", "dan"]), json!(3)]);
    assert_eq!(by_cem[1], [json!("cem"), json!(["cem", "dan"]), json!(["cem"]), json!(2)]);
    assert_eq!(by_cem[2], [json!("[deleted]"), json!([]), json!([]), json!(0)]);
    assert!(after[2][0]["archivedAt"].is_string() && after[1][0].get("archivedAt").is_none());
    assert_eq!(by_ben[3], [json!("ben"), json!(["ben"]), json!(["ben"]), json!(1)]);
    assert_eq!((&after[4][0]["memberRequests"], &after[4][0]["memberCount"]), (&json!([]), &json!(1)));
    // His questions stay where he asked them, and the heirs are owners in deed.
    let question = audience.person("ben").get(&format!("/question/getQuestionById/{question}")).await.ok();
    assert_eq!((&question["askedBy"], &question["communityId"]), (&json!("[deleted]"), &json!(to_member)));
    audience.person("cem").archives(&to_member).await.ok();
    audience.person("cem").demotes(&to_moderator, "dan").await.ok();
    ann.leaves(&of_ben).await.refused(401, "Please log in");
    for (counted, there) in counted_and_there(&audience.server.site).await {
        assert_eq!(counted, there);
    }
}
