//! Steps about pictures. Their owners alone see them until a text shows them, or until they choose them
//! for themselves or for a community. All users see what is chosen, so no choice is a secret.

use serde_json::{Value, json};

use super::super::{Act, FAY, Writer};

pub fn upload(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let key = writer.key('i');
    writer.push(by, false, Act::Upload).makes = Some(key.clone());
    writer.pictures.push((key, by));
    Some(())
}

/// Deletes a picture, mostly as its owner.
pub fn delete_picture(writer: &mut Writer) -> Option<()> {
    let (picture, owner) = writer.random.pick(&writer.pictures.clone())?;
    let by = if writer.random.percent(80) && !writer.gone.contains(&owner) {
        owner
    } else {
        writer.any_user()
    };
    writer.call(by, false, "DELETE deletePicture", &picture, json!({}));
    Some(())
}

/// Returns a picture to choose: mostly one of the user's own, else any, or none.
fn choice(writer: &mut Writer, by: usize) -> Value {
    if writer.random.percent(20) {
        return Value::Null;
    }
    let own = writer.random.percent(85);
    let fits = |(_, owner): &&(String, usize)| !own || *owner == by;
    let pictures: Vec<_> = writer.pictures.iter().filter(fits).cloned().collect();
    json!(writer.random.pick(&pictures).map(|(picture, _)| picture))
}

pub fn set_avatar(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let body = json!({"picture": choice(writer, by)});
    writer.call(by, false, "PATCH setAvatar", "", body);
    Some(())
}

/// Chooses a picture for a community, mostly as its owner, because the other moderators may be a secret.
pub fn set_community_avatar(writer: &mut Writer) -> Option<()> {
    let (_, community) = writer.community();
    let by = if writer.random.percent(85) {
        community.owner
    } else {
        FAY
    };
    let body = json!({"community": community.key, "picture": choice(writer, by)});
    writer.call(by, false, "PATCH setCommunityAvatar", "", body);
    Some(())
}
