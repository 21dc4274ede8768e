//! Promotion, demotion, removal and transfer.

use super::*;

/// Creates a community of `owner` with these members, in this order.
async fn community_of(owner: &Person, visibility: &str, members: &[&Person]) -> String {
    let id = owner.creates_community(visibility, visibility).await;
    for member in members {
        if visibility == "public" {
            member.joins(&id).await.ok();
        } else {
            member.joins_by_request(&id, owner).await;
        }
    }
    id
}

/// Returns the owner, the members and the moderators of a community.
async fn roles(viewer: &Person, community: &str) -> (Value, Value, Value) {
    let seen = viewer.sees(community).await;
    (
        seen["owner"].clone(),
        seen["members"].clone(),
        seen["moderators"].clone(),
    )
}

#[tokio::test]
async fn moderators_promote_members() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    for visibility in ["public", "private"] {
        let id = community_of(&ann, visibility, &[&ben, &cem, &dan]).await;
        ben.promotes(&id, "ben").await.refused(403, MODERATORS_ONLY);
        ann.promotes(&id, "nobody").await.refused(404, NO_MEMBER);
        for _ in 0..2 {
            assert_eq!(
                ann.promotes(&id, "ben").await.ok()["moderators"],
                json!(["ann", "ben"])
            );
        }
        ben.post(
            &format!("/community/addModerator/{id}"),
            json!({"userId": "cem"}),
        )
        .await
        .ok();
        assert_eq!(
            roles(&ann, &id).await,
            (
                json!("ann"),
                json!(["ann", "ben", "cem", "dan"]),
                json!(["ann", "ben", "cem"])
            )
        );
    }
}

#[tokio::test]
async fn only_the_owner_demotes_moderators() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    for visibility in ["public", "private"] {
        let id = community_of(&ann, visibility, &[&ben, &cem, &dan]).await;
        for moderator in ["ben", "cem"] {
            ann.promotes(&id, moderator).await.ok();
        }
        ben.demotes(&id, "cem").await.refused(403, OWNER_ONLY);
        dan.demotes(&id, "cem").await.refused(403, OWNER_ONLY);
        ann.demotes(&id, "ann")
            .await
            .refused(409, "The owner is always a moderator");
        ann.demotes(&id, "nobody").await.refused(404, NO_MEMBER);
        for _ in 0..2 {
            assert_eq!(
                ann.demotes(&id, "cem").await.ok()["moderators"],
                json!(["ann", "ben"])
            );
        }
    }
}

#[tokio::test]
async fn moderators_remove_members_and_the_owner_removes_moderators() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    for visibility in ["public", "private"] {
        let id = community_of(&ann, visibility, &[&ben, &cem, &dan]).await;
        ann.promotes(&id, "ben").await.ok();
        cem.removes(&id, "dan").await.refused(403, MODERATORS_ONLY);
        ben.promotes(&id, "dan").await.ok();
        ben.removes(&id, "dan").await.refused(403, OWNER_ONLY);
        ben.removes(&id, "ann").await.refused(403, OWNER_ONLY);
        ann.removes(&id, "ann").await.refused(409, HAND_OVER_FIRST);
        ann.removes(&id, "dan").await.ok();
        ben.removes(&id, "dan").await.refused(404, NO_MEMBER);
        ben.removes(&id, "cem").await.ok();
        assert_eq!(
            roles(&ann, &id).await,
            (json!("ann"), json!(["ann", "ben"]), json!(["ann", "ben"]))
        );
    }
}

#[tokio::test]
async fn the_owner_transfers_a_community_to_a_member() {
    let site = TestSite::new();
    let [ann, ben, cem] = sign_up_all(&site, ["ann", "ben", "cem"]).await;
    for visibility in ["public", "private"] {
        let id = community_of(&ann, visibility, &[&ben]).await;
        ann.leaves(&id).await.refused(409, HAND_OVER_FIRST);
        ben.post(
            &format!("/community/leaveCommunity/{id}"),
            json!({"userId": "ann"}),
        )
        .await
        .refused(403, AS_YOURSELF);
        ben.transfers(&id, "ben").await.refused(403, OWNER_ONLY);
        ann.transfers(&id, &cem.name).await.refused(404, NO_MEMBER);
        ann.transfers(&id, "ann").await.ok();
        assert_eq!(roles(&ann, &id).await.0, json!("ann"));
        ann.transfers(&id, "ben").await.ok();
        assert_eq!(
            roles(&ann, &id).await,
            (json!("ben"), json!(["ann", "ben"]), json!(["ann", "ben"]))
        );
        ann.transfers(&id, "ann").await.refused(403, OWNER_ONLY);
    }
}

#[tokio::test]
async fn a_former_owner_leaves_and_loses_all_rights() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    for visibility in ["public", "private"] {
        let id = community_of(&ann, visibility, &[&ben]).await;
        ann.transfers(&id, "ben").await.ok();
        ben.leaves(&id).await.refused(409, HAND_OVER_FIRST);
        for _ in 0..2 {
            assert_eq!(ann.leaves(&id).await.ok()["memberCount"], json!(1));
        }
        assert_eq!(ben.sees(&id).await["members"], json!(["ben"]));
        ann.promotes(&id, "ben").await.refused(403, MODERATORS_ONLY);
    }
}

#[tokio::test]
async fn an_absent_community_cannot_be_moderated() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for reply in [
        ann.approves(ABSENT, "ben").await,
        ann.transfers(ABSENT, "ben").await,
        ann.leaves(ABSENT).await,
    ] {
        reply.refused(404, "Community not found");
    }
}
