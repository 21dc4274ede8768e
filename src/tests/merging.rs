//! Merging accounts: everything goes to the other account, and every number stays exact.

use serde_json::{Value, json};

use super::administration::people;
use super::copy_of;
use super::doctor::{lived_in, look, sound, sound_site};
use super::erasure::run;
use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite};
use crate::core::clock::Clock;
use crate::features::account_data;
use crate::features::users::AdminAuthority;
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

async fn merge(root: &Person, name: &str, into: &str) -> Reply {
    let body = json!({"userId": name, "intoUserId": into});
    root.post("/administration/mergeUser", body).await
}

/// Merges, and runs all steps.
async fn merge_all(site: &TestSite, root: &Person, name: &str, into: &str) {
    merge(root, name, into).await.ok();
    run(site).await;
    sound_site(site, "the merge");
}

fn number(site: &TestSite, sql: &str) -> i64 {
    let connection = site.connection();
    connection
        .query_row(sql, [], |row| row.get(0))
        .expect("a number")
}

async fn vote(person: &Person, question: &str, vote: &str) {
    let path = format!("/question/{vote}Question");
    person.post(&path, json!({"qid": question})).await.ok();
}

#[test]
fn any_two_accounts_of_a_lived_in_site_can_be_merged_and_the_doctor_finds_nothing() {
    let site = lived_in();
    for (name, into) in [
        ("ann", "ben"),
        ("ben", "ann"),
        ("ben", "dan"),
        ("dan", "ben"),
    ] {
        let copy = copy_of(site.path());
        let db = Db::open(copy.path(), Clock::system(), Hub::default()).expect("a database");
        let merged = db.write_blocking(move |tx| {
            tx.without_event("a test");
            let by = AdminAuthority::of_operator();
            let (account, into) = (by.account(tx, name)?, by.account(tx, into)?);
            account_data::merge(tx, &by, &account, &into).map(drop)
        });
        merged.expect("the merge begins");
        account_data::finish_purges(&db).expect("the steps run");
        drop(db);
        sound(&look(copy.path(), false), &format!("{name} into {into}"));
        let connection = rusqlite::Connection::open(copy.path().join("stoa.db")).expect("it opens");
        let left: i64 = connection
            .query_row(
                "SELECT (SELECT count(*) FROM posts WHERE author_id = u.id) + (SELECT count(*) FROM comments WHERE author_id = u.id)
                      + (SELECT count(*) FROM votes WHERE user_id = u.id) + (SELECT count(*) FROM stars WHERE user_id = u.id)
                      + (SELECT count(*) FROM memberships WHERE user_id = u.id) + (SELECT count(*) FROM participants WHERE user_id = u.id)
                      + (SELECT count(*) FROM pending_purges) FROM users u WHERE u.merged_into IS NOT NULL",
                [],
                |row| row.get(0),
            )
            .expect("a number");
        assert_eq!(left, 0, "{name} into {into}");
    }
}

#[tokio::test]
async fn posts_comments_and_the_profile_go_to_the_other_account() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = ann.ask("T", "by ann, @ben", &["a"]).await;
    let answer = ben.answer(&question, "by ben, @ann").await;
    ann.comment("answer", &answer, "comment").await;
    merge_all(&site, &root, "ann", "ben").await;
    let shown = ben.question_without_views(&question).await;
    assert_eq!(
        [
            &shown["askedBy"],
            &shown["answers"][0]["ansBy"],
            &shown["answers"][0]["comments"][0]["commentBy"]
        ],
        ["ben", "ben", "ben"]
    );
    let profile = root.get("/user/getUser/ann").await.ok();
    assert_eq!(profile["username"], "ben");
    assert_eq!([&profile["questionCount"], &profile["answerCount"]], [1, 1]);
    // Nobody is told of their own texts.
    assert_eq!(ben.get("/getNotifications").await.ok(), json!([]));
    assert_eq!(ben.get("/mention/getMentions").await.ok(), json!([]));
    ben.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
}

#[tokio::test]
async fn badges_and_reputation_go_to_the_other_account_each_badge_once() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = root.ask("By root", "x", &["a"]).await;
    vote(&ann, &question, "upvote").await;
    vote(&ben, &question, "upvote").await;
    let answer = ann.answer(&question, "y").await;
    let accept = json!({"qid": question, "aid": answer});
    root.post("/question/acceptAnswer", accept).await.ok();
    merge_all(&site, &root, "ann", "ben").await;
    let badges = root.get("/badge/getBadges/ben").await.ok();
    let badges = badges.as_array().expect("a list").iter();
    let words: Vec<_> = badges.map(|awarded| awarded["badge"].clone()).collect();
    assert_eq!(words, ["helped", "voted"]);
    let profile = root.get("/user/getUser/ben").await.ok();
    assert_eq!(profile["reputation"], 15);
}

#[tokio::test]
async fn a_doubled_vote_counts_once_and_a_vote_on_the_own_post_disappears() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let by_root = root.ask("By root", "x", &["a"]).await;
    let by_ann = ann.ask("By ann", "x", &["a"]).await;
    let by_ben = ben.ask("By ben", "x", &["a"]).await;
    let opposite = root.ask("Opposite", "x", &["a"]).await;
    let single = root.ask("Single", "x", &["a"]).await;
    for (person, question, kind) in [
        (&ann, &by_root, "upvote"),
        (&ben, &by_root, "upvote"),
        (&ann, &by_ben, "upvote"),
        (&ben, &by_ann, "downvote"),
        (&root, &by_ann, "upvote"),
        (&ann, &opposite, "upvote"),
        (&ben, &opposite, "downvote"),
        (&ann, &single, "upvote"),
    ] {
        vote(person, question, kind).await;
    }
    merge_all(&site, &root, "ann", "ben").await;
    for (question, score, up) in [
        (&by_root, 1, json!(["ben"])),
        (&by_ann, 1, json!(["root1"])),
        (&by_ben, 0, json!([])),
        (&opposite, -1, json!([])),
        (&single, 1, json!(["ben"])),
    ] {
        let shown = root.question_without_views(question).await;
        assert_eq!((&shown["score"], &shown["upVotes"]), (&json!(score), &up));
    }
}

#[tokio::test]
async fn the_higher_role_and_the_ownership_of_communities_stay() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let owned = ann.creates_community("owned", "private").await;
    let shared = ann.creates_community("shared", "public").await;
    ben.post(&format!("/addMember/{shared}"), json!({"userId": "ben"}))
        .await
        .ok();
    ben.post(
        &format!("/addMemberRequest/{owned}"),
        json!({"userId": "ben"}),
    )
    .await
    .ok();
    merge_all(&site, &root, "ann", "ben").await;
    for community in [&owned, &shared] {
        let shown = ben
            .get(&format!("/community/getCommunity/{community}"))
            .await
            .ok();
        assert_eq!(
            [
                &shown["owner"],
                &shown["members"],
                &shown["moderators"],
                &shown["memberRequests"]
            ],
            [&json!("ben"), &json!(["ben"]), &json!(["ben"]), &json!([])]
        );
        assert_eq!(shown["memberCount"], 1);
    }
}

#[tokio::test]
async fn chats_go_on_with_the_other_account_and_two_with_the_same_people_both_stay() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let cat = site.sign_up("cat").await;
    for (person, with) in [
        (&ann, json!(["ann", "cat"])),
        (&ben, json!(["ben", "cat"])),
        (&ann, json!(["ann", "ben"])),
        (&ann, json!(["ann", "ben", "cat"])),
    ] {
        let chat =
            json!({"participants": with, "messages": [{"msg": format!("by {}", person.name)}]});
        person.post("/chat/createChat", chat).await.ok();
    }
    merge_all(&site, &root, "ann", "ben").await;
    let chats = ben.get("/chat/getChatsByUser/ben").await.ok();
    let people: Vec<Value> = chats
        .as_array()
        .expect("chats")
        .iter()
        .map(|chat| chat["participants"].clone())
        .collect();
    assert_eq!(people.len(), 4, "{people:?}");
    assert_eq!(
        people
            .iter()
            .filter(|people| **people == json!(["ben", "cat"]))
            .count(),
        3
    );
    assert!(people.contains(&json!(["ben"])));
    let by_ann = "SELECT count(*) FROM messages m JOIN users u ON u.id = m.author_id WHERE u.username = 'ben'";
    assert_eq!(number(&site, by_ann), 4);
    assert_eq!(
        cat.get("/chat/getChatsByUser/cat")
            .await
            .ok()
            .as_array()
            .map(Vec::len),
        Some(3)
    );
}

#[tokio::test]
async fn blocks_stay_and_stars_and_follows_are_not_doubled() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let cat = site.sign_up("cat").await;
    let question = root.ask("T", "x", &["a"]).await;
    for person in [&ann, &ben] {
        person
            .post("/star/addStar", json!({"qid": question}))
            .await
            .ok();
    }
    for (person, blocked) in [(&cat, "ann"), (&ann, "root1"), (&ann, "ben"), (&ben, "ann")] {
        let body = json!({"userId": blocked});
        person.post("/user/blockUser", body).await.ok();
    }
    merge_all(&site, &root, "ann", "ben").await;
    assert_eq!(number(&site, "SELECT count(*) FROM stars"), 1);
    let blocked = |user: &str, other: &str| {
        format!(
            "SELECT count(*) FROM blocks b JOIN users u ON u.id = b.user_id JOIN users o ON o.id = b.blocked_id
             WHERE u.username = '{user}' AND o.username = '{other}'"
        )
    };
    assert_eq!(number(&site, &blocked("cat", "ben")), 1);
    assert_eq!(number(&site, &blocked("ben", "root1")), 1);
    assert_eq!(number(&site, "SELECT count(*) FROM blocks"), 2);
}

#[tokio::test]
async fn games_between_the_two_end_without_a_winner_and_wins_are_added() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let cat = site.sign_up("cat").await;
    let mut running = Vec::new();
    for (one, other, leaves) in [
        (&ann, &cat, Some(&cat)),
        (&ben, &cat, Some(&cat)),
        (&ann, &ben, Some(&ben)),
        (&ann, &ben, None),
        (&ann, &cat, None),
    ] {
        let game = one
            .post("/games/create", json!({"gameType": "Nim"}))
            .await
            .ok();
        for player in [one, other] {
            player.post("/join", json!({"gameID": game})).await.ok();
        }
        match leaves {
            Some(player) => drop(player.post("/leave", json!({"gameID": game})).await.ok()),
            None => running.push(game),
        }
    }
    merge_all(&site, &root, "ann", "ben").await;
    let gamer = root.get("/gamer/getGamer/ben").await;
    let wins = number(
        &site,
        "SELECT wins FROM player_stats s JOIN users u ON u.id = s.user_id WHERE u.username = 'ben'",
    );
    assert_eq!(wins, 2, "{}", gamer.text);
    let status = |game: &Value| {
        let id: crate::core::id::Id = game.as_str().expect("an id").parse().expect("an id");
        format!(
            "SELECT status = 'OVER' AND winner_seat IS NULL FROM games WHERE id = {}",
            id.as_i64()
        )
    };
    assert_eq!(number(&site, &status(&running[0])), 1);
    assert_eq!(number(&site, &status(&running[1])), 0);
    // The other one goes on.
    ben.post("/leave", json!({"gameID": running[1]})).await.ok();
}

#[tokio::test]
async fn the_merged_account_ends_and_its_name_stays_an_alias() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, ben] = people(site).await;
    let mut socket = server.socket_of(&ben).await;
    merge_all(site, &root, "ann", "ben").await;
    let (deleted, updated) = (socket.event().await.1, socket.event().await.1);
    assert_eq!(
        [&deleted["type"], &deleted["user"]["username"]],
        ["deleted", "ann"]
    );
    assert_eq!(
        [
            &updated["type"],
            &updated["user"]["username"],
            &updated["formerUsername"]
        ],
        ["updated", "ben", "ann"]
    );
    ann.get("/user/me").await.refused(401, "Please log in");
    let visitor = site.visitor();
    let credentials = json!({"username": "ann", "password": PASSWORD});
    visitor
        .post_when_busy("/user/login", credentials.clone())
        .await
        .refused(401, "Invalid username or password");
    visitor
        .post_when_busy("/user/signup", credentials)
        .await
        .refused(409, "Username already taken");
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        [&log[0]["action"], &log[0]["target"], &log[0]["detail"]],
        ["merge-user", "ben", "ann"]
    );
}

#[tokio::test]
async fn names_lead_through_several_merges_and_renames() {
    let site = TestSite::new();
    let [root, ann, _ben] = people(&site).await;
    site.sign_up("cat").await;
    let rename = json!({"userId": "ann", "newUsername": "zenobia"});
    root.post("/administration/renameUser", rename).await.ok();
    merge_all(&site, &root, "zenobia", "ben").await;
    merge_all(&site, &root, "ben", "cat").await;
    for name in ["ann", "zenobia", "ben", "cat"] {
        let user = root.get(&format!("/user/getUser/{name}")).await.ok();
        assert_eq!(user["username"], "cat");
    }
    drop(ann);
}

#[tokio::test]
async fn what_must_not_be_merged_is_rejected() {
    let site = TestSite::new();
    let [root, ann, _ben] = people(&site).await;
    let own = "You cannot merge your own account: ask another administrator";
    merge(&root, "ann", "ann")
        .await
        .refused(409, "An account cannot be merged into itself");
    merge(&root, "root1", "ann").await.refused(409, own);
    merge(&root, "ann", "root1").await.refused(409, own);
    let ann_merges = merge(&ann, "ben", "root1").await;
    ann_merges.refused(403, "Only administrators can do this");
    let by_operator = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        let by = AdminAuthority::of_operator();
        let (last, into) = (by.account(tx, "root1")?, by.account(tx, "ann")?);
        account_data::merge(tx, &by, &last, &into).map(drop)
    });
    let error = by_operator.await.expect_err("the last administrator");
    assert_eq!(
        error.sentence().text(),
        "Without this account the site would have no administrator"
    );
}

#[tokio::test]
async fn an_account_that_is_deleted_while_it_gets_rows_leaves_none_behind() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = root.ask("T", "x", &["a"]).await;
    ann.post("/star/addStar", json!({"qid": question}))
        .await
        .ok();
    let own = ann.ask("By ann", "x", &["a"]).await;
    let both = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        let by = AdminAuthority::of_operator();
        let (account, into) = (by.account(tx, "ann")?, by.account(tx, "ben")?);
        account_data::merge(tx, &by, &account, &into)?.into_value();
        account_data::delete(tx, &into, true).map(drop)
    });
    both.await.expect("both begin");
    run(&site).await;
    sound_site(&site, "both");
    assert_eq!(number(&site, "SELECT count(*) FROM stars"), 0);
    let gone = root.get(&format!("/question/getQuestionById/{own}")).await;
    assert_eq!(gone.status, 404);
    drop(ben);
}

#[test]
fn every_column_with_a_user_is_considered_by_the_merge() {
    /// Columns of the merged account that move or end.
    const HANDLED: &str = "avatars.object_id blocks.user_id blocks.blocked_id cases.author_id comments.author_id comments.deleted_by
        communities.owner_id flags.user_id follows.user_id former_usernames.user_id game_players.user_id membership_requests.user_id
        memberships.user_id mentions.user_id mentions.author_id messages.author_id notifications.recipient_id participants.user_id
        pictures.owner_id player_stats.user_id posts.author_id posts.deleted_by read_cursors.user_id revisions.author_id star_notes.user_id saved_searches.user_id
        stars.user_id badges.user_id tag_revisions.author_id users.merged_into visits.user_id votes.user_id author_counts.user_id
        inbox_entries.user_id suggested_edits.user_id";
    /// Columns whose rows the deletion of the account deletes.
    const DELETED: &str = "sessions.user_id identities.user_id known_devices.user_id password_links.user_id password_links.created_by mail_addresses.user_id
        mail_links.user_id passkeys.user_id api_tokens.user_id incoming_hooks.user_id second_factors.user_id recovery_codes.user_id deliveries.recipient_id delivery_choices.user_id delivery_settings.user_id security_notices.user_id
        invitations.created_by invitations.used_by inboxes.user_id mention_cursors.user_id picture_quotas.owner_id pending_views.recipient_id
        pending_purges.user_id member_trust.user_id notice_cursors.user_id sanctions.user_id appeals.user_id";
    /// Columns that only name who did something, under the name of the other account.
    const NAMED: &str = "admin_log.actor_id admin_log.concerns cases.claimed_by cases.decided_by comment_revisions.purged_by duplicates.linked_by
        question_views.user_id removals.removed_by removals.restored_by revisions.purged_by site_settings.changed_by tag_revisions.purged_by
        pending_purges.merge_into pending_erasures.user_id member_trust.vouched_by bulk_removals.removed_by bulk_removals.undone_by
        suggested_edits.decided_by comments.edited_by comment_revisions.author_id sanctions.created_by sanctions.lifted_by
        removal_batches.user_id removal_batches.created_by removal_batches.undone_by webhooks.manager_id webhook_deliveries.actor_id users.bot_owner_id";
    let directory = tempfile::TempDir::new().expect("a directory");
    let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
    let columns = db.read_blocking(|read| {
        let sql = "SELECT m.name || '.' || f.\"from\" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
                   WHERE m.type = 'table' AND f.\"table\" = 'users'";
        read.all(sql, [], |row| row.get::<_, String>(0))
    });
    let considered: Vec<&str> = [HANDLED, DELETED, NAMED]
        .iter()
        .flat_map(|list| list.split_whitespace())
        .collect();
    let missing: Vec<String> = columns
        .expect("the columns")
        .into_iter()
        .filter(|column| !considered.contains(&column.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "the merge of accounts considers none of these columns; see src/features/account_data/store/merging.rs: {missing:?}"
    );
}
