//! Steps about communities and their members.

use serde_json::json;

use super::super::{Community, FAY, HAL, PEOPLE, VIEWERS, Writer};

pub fn found(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (key, is_private) = (writer.key('c'), writer.random.percent(60));
    let name = format!(
        "Founded {}",
        if writer.random.percent(20) {
            "again".to_owned()
        } else {
            key.replace('§', "")
        }
    );
    let description = writer.text(by, None);
    let visibility = if is_private { "private" } else { "public" };
    // The name may be taken: then there are two keys, and the second one stands for nothing.
    writer
        .call(
            by,
            false,
            "POST addCommunity",
            "",
            json!({"name": name, "description": description, "visibility": visibility}),
        )
        .makes = Some(key.clone());
    let is_secret = is_private && !VIEWERS.contains(&by);
    writer.communities.push(Community {
        key,
        is_private,
        is_secret,
        owner: by,
        members: vec![by],
        requests: Vec::new(),
        is_archived: false,
    });
    Some(())
}

/// The description of a community is visible to everyone, and so are the names in it.
pub fn describe_community(writer: &mut Writer) -> Option<()> {
    let (_, community) = writer.living_community()?;
    let owner = community.owner;
    let text = format!(
        "@{} {}",
        PEOPLE[writer.any_user()],
        writer.text(owner, None)
    );
    let body = json!({"description": text});
    writer.call(owner, false, "PATCH editDescription", &community.key, body);
    Some(())
}

/// Lets only members of the site read a public community, or everyone who may read the site.
pub fn set_reading(writer: &mut Writer) -> Option<()> {
    let (_, community) = writer.community();
    let body = json!({"needsAccount": writer.random.percent(60)});
    writer.call(
        community.owner,
        false,
        "PATCH setReading",
        &community.key,
        body,
    );
    Some(())
}

pub fn join(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (number, community) = writer.living_community()?;
    writer.call(by, false, "POST addMember", &community.key, json!({}));
    if !community.is_private && !community.members.contains(&by) {
        writer.communities[number].members.push(by);
    }
    Some(())
}

/// A membership request is visible to the moderators and its author.
pub fn request(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (number, community) = writer.living_community()?;
    let is_secret = community.is_secret && !VIEWERS.contains(&by);
    writer.call(
        by,
        is_secret,
        "POST addMemberRequest",
        &community.key,
        json!({}),
    );
    if community.is_private && !community.members.contains(&by) && !community.requests.contains(&by)
    {
        writer.communities[number].requests.push(by);
    }
    Some(())
}

/// A new member is counted where all users see it, so the request and its approval happen in both
/// replays. The owner approves, because the other moderators may be a secret.
pub fn approve(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let user = writer.any_user();
    if writer.random.percent(20) || !community.is_private {
        // An attempt by a user who is not a moderator, or for a request that does not exist.
        let by = if writer.random.percent(50) {
            community.owner
        } else {
            FAY
        };
        if community.requests.contains(&user) || by == community.owner && community.is_secret {
            return None;
        }
        writer.call(
            by,
            false,
            "POST approveMemberRequest",
            &community.key,
            json!({"userId": PEOPLE[user]}),
        );
        return Some(());
    }
    if community.members.contains(&user) || community.is_secret && VIEWERS.contains(&user) {
        return None;
    }
    writer.call(
        user,
        false,
        "POST addMemberRequest",
        &community.key,
        json!({}),
    );
    writer.call(
        community.owner,
        false,
        "POST approveMemberRequest",
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    writer.communities[number]
        .requests
        .retain(|other| *other != user);
    writer.communities[number].members.push(user);
    Some(())
}

pub fn reject(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let user = writer
        .random
        .pick(&community.requests)
        .unwrap_or_else(|| writer.any_user());
    let is_secret = community.is_secret && !VIEWERS.contains(&user);
    if !community.requests.contains(&user) {
        if !community.is_private || community.members.contains(&user) {
            return None;
        }
        writer.call(
            user,
            is_secret,
            "POST addMemberRequest",
            &community.key,
            json!({}),
        );
        writer.communities[number].requests.push(user);
    }
    let by = if is_secret {
        writer.random.pick(&community.members)?
    } else {
        community.owner
    };
    writer.call(
        by,
        is_secret,
        "DELETE rejectMemberRequest",
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    if by == community.owner {
        writer.communities[number]
            .requests
            .retain(|other| *other != user);
    }
    Some(())
}

/// Only members see who is a moderator.
pub fn promote(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (_, community) = writer.community();
    let user = writer.random.pick(&community.members)?;
    let by = if writer.random.percent(80) {
        community.owner
    } else {
        writer.any_user()
    };
    let is_secret = community.is_secret && community.members.contains(&by);
    writer.call(
        by,
        is_secret,
        route,
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    Some(())
}

pub fn remove_member(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let user = writer
        .random
        .pick(&community.members)
        .filter(|user| *user != community.owner && *user != HAL)?;
    writer.call(
        community.owner,
        false,
        "DELETE removeMember",
        &community.key,
        json!({"userId": PEOPLE[user]}),
    );
    writer.communities[number]
        .members
        .retain(|other| *other != user);
    Some(())
}

pub fn leave(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.community();
    let by = writer.any_user();
    // Hal leaves the first community at a set time.
    if by == community.owner || by == HAL && community.members.contains(&by) {
        return None;
    }
    let withdraws = !community.members.contains(&by);
    let is_secret = withdraws && community.is_secret && !VIEWERS.contains(&by);
    writer.call(
        by,
        is_secret,
        "POST leaveCommunity",
        &community.key,
        json!({}),
    );
    writer.communities[number]
        .members
        .retain(|other| *other != by);
    writer.communities[number]
        .requests
        .retain(|other| *other != by);
    Some(())
}

pub fn hand_over(writer: &mut Writer) -> Option<()> {
    let (number, community) = writer.living_community()?;
    let new_owner = writer
        .random
        .pick(&community.members)
        .filter(|new_owner| *new_owner != HAL && !writer.gone.contains(new_owner))?;
    writer.call(
        community.owner,
        false,
        "POST handOverCommunity",
        &community.key,
        json!({"userId": PEOPLE[new_owner]}),
    );
    writer.communities[number].owner = new_owner;
    Some(())
}

pub fn archive(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (number, community) = writer.community();
    let archives = route == "POST archiveCommunity";
    // Only some communities: little can happen in an archived one.
    if archives && writer.random.percent(60) {
        return None;
    }
    writer.communities[number].is_archived = archives;
    writer.call(community.owner, false, route, &community.key, json!({}));
    Some(())
}
