//! What silenced members may call.

use axum::http::Method;

use super::*;

/// What silenced members may call, because nobody else reads what it writes, or it deletes or ends something.
const ALLOWED: &[&str] = &[
    "POST /chat/{id}/leave",
    "POST /chat/{id}/markRead",
    "DELETE /answer/deleteAnswer",
    "DELETE /comment/deleteComment",
    "DELETE /messaging/deleteMessage",
    "DELETE /picture/deletePicture/{id}",
    "DELETE /post/purgeRevision",
    "DELETE /post/withdrawSuggestedEdit",
    "DELETE /question/deleteQuestion",
    "DELETE /star/removeStar",
    "DELETE /tag/purgeTagRevision",
    "DELETE /user/deleteUser/{username}",
    "DELETE /user/endSession/{id}",
    "DELETE /user/removeMailAddress",
    "DELETE /user/removePasskey/{id}",
    "DELETE /user/removePushDevice",
    "DELETE /user/revokeApiToken/{id}",
    "DELETE /webhook/removeWebhook/{id}",
    "PATCH /clearAllNotifications",
    "PATCH /following/markInboxSeen",
    "PATCH /following/markSeen",
    "PATCH /following/setFollow",
    "PATCH /following/setSearch",
    "PATCH /following/setWatchAnswered",
    "PATCH /gamer/updateGamerInfo",
    "PATCH /inbox/markEntryRead",
    "PATCH /inbox/markInboxRead",
    "PATCH /inbox/setMutedKind",
    "PATCH /mention/markMentionsSeen",
    "PATCH /moderation/markNoticesSeen",
    "PATCH /star/setStarNote",
    "PATCH /user/chooseDelivery",
    "PATCH /user/chooseDeviceDelivery",
    "PATCH /user/renamePasskey/{id}",
    "PATCH /user/resetPassword",
    "PATCH /user/setDeliveryTimes",
    "PATCH /user/setIndexing",
    "PATCH /user/setMailAddress",
    "PATCH /user/setPreferences",
    "PATCH /viewNotification",
    "POST /community/handOverCommunity/{id}",
    "POST /community/leaveCommunity/{id}",
    "POST /flag/withdrawFlag",
    "POST /gamer/createGamer",
    "POST /leave",
    "POST /messaging/markRead",
    "POST /moderation/appeal",
    "POST /question/getSimilarQuestions",
    "POST /star/addStar",
    "POST /user/addApiToken",
    "POST /user/addPasskey",
    "POST /user/addPushDevice",
    "POST /user/addSecondFactor",
    "POST /user/beginPasskey",
    "POST /user/beginSecondFactor",
    "POST /user/blockUser",
    "POST /user/confirmWithPasskey",
    "POST /user/dismissSecurityNotice/{id}",
    "POST /user/endOtherSessions",
    "POST /user/forgetDevices",
    "POST /user/removePassword",
    "POST /user/removeSecondFactor",
    "POST /user/renewRecoveryCodes",
    "POST /user/unblockUser",
    "DELETE /oidc/removeIdentity/{id}",
    "POST /oidc/startConfirmation",
    "POST /oidc/startLink",
];

#[tokio::test]
async fn silenced_members_may_call_exactly_these_routes() {
    let site = TestSite::with(super::super::enable_mail);
    let writing =
        |route: &&crate::platform::web::Route| route.method != Method::GET && route.signed_in;
    let mut allowed = Vec::new();
    for route in site.site.table.iter().filter(writing) {
        if !route.policy.refuses_silenced {
            allowed.push(format!("{} {}", route.method, route.paths[0]));
        }
    }
    let (mut allowed, mut listed) = (allowed, ALLOWED.to_vec());
    allowed.sort();
    listed.sort_unstable();
    assert_eq!(allowed, listed);
}

#[tokio::test]
async fn a_silenced_member_is_refused_by_every_route_that_others_can_read() {
    let site = TestSite::with(super::super::enable_mail);
    let [_root, max, _mia, ann] = people(&site).await;
    let until = site.days(3);
    max.silences(&site, "ann", 3).await.ok();
    let shown = format!("{} {} UTC", &until[..10], &until[11..16]);
    let text = format!("You are silenced until {shown}: until then you can read, but not write");
    let mut refused = 0;
    for route in site.site.table.iter() {
        let is_refused = route.method != Method::GET
            && route.signed_in
            && !route.for_staff
            && route.policy.refuses_silenced;
        if is_refused {
            let path = route.paths[0].replace("{id}", "1");
            let reply = ann.request(route.method.clone(), &path, Some(json!({})));
            reply.await.refused(403, &text);
            refused += 1;
        }
    }
    assert!(refused >= 45, "{refused}");
}

#[tokio::test]
async fn a_silenced_member_reads_deletes_leaves_and_changes_settings() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let community = max.creates_community("Columns", "public").await;
    let joined = format!("/community/addMember/{community}");
    ann.post(&joined, json!({})).await.ok();
    max.silences(&site, "ann", 3).await.ok();
    assert_eq!(
        ann.get("/user/me").await.ok()["silencedUntil"],
        json!(site.days(3))
    );
    assert_eq!(
        max.get("/user/getUser/ann").await.ok().get("silencedUntil"),
        None
    );
    ann.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    let left = format!("/community/leaveCommunity/{community}");
    ann.post(&left, json!({})).await.ok();
    ann.post("/star/addStar", json!({"qid": question}))
        .await
        .ok();
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    ann.post("/user/logout", json!({})).await.ok();
    let login = ann.logs_in("ann", PASSWORD).await.ok();
    assert_eq!(login["silencedUntil"], json!(site.days(3)));
}

#[tokio::test]
async fn a_silence_ends_by_itself_or_is_lifted() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let silence = max.silences(&site, "ann", 3).await.ok();
    max.undoes_action(&silence["logId"]).await.ok();
    ann.ask("Zebra", "striped", &["animal"]).await;
    max.silences(&site, "ann", 3).await.ok();
    site.clock.advance(3 * DAY);
    ann.ask("Giraffe", "tall", &["animal"]).await;
    assert_eq!(ann.get("/user/me").await.ok().get("silencedUntil"), None);
}
