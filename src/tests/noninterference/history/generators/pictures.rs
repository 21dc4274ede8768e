//! Steps about pictures. Their owners alone see them until a text shows them.

use serde_json::json;

use super::super::{Act, Writer};

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
