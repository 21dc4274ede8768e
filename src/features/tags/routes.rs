//! The routes of tag pages.

use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{DeletedTag, MainTag, PublicTag, PurgeableVersion, ReadableTag, Synonym};
use super::model::{TagDescription, TagPage, TagState, TagSynonyms, TagUse};
use super::{deletion, store, synonyms};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::questions::model::{PurgedRevision, Revision};
use crate::features::users::{Me, PublicReader, Recorded, SiteModerator};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Pace, Path, Routes, Text, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return the description and the best voted questions of a tag
        get_paced("/tag/getTagPage/{name}", |_| Pace::Slow, page);
    }
    register! { routes.signed_in();
        /// Return the versions of the description of a tag, newest first
        get_paced("/tag/getTagRevisions/{name}", |_| Pace::Slow, revisions);
        /// Change the description of a tag
        patch("/tag/editTagDescription", Limit::Edit.refuses_silenced().adds_text(), edit);
        /// Empty an earlier version of the description of a tag for good
        delete("/tag/purgeTagRevision", Limit::Edit.allows_silenced(), purge);
    }
    register! { routes.site_moderator();
        /// Make a name a synonym of a tag, which then has its questions
        post("/tag/addTagSynonym", Limit::Administration, add_synonym);
        /// Remove a synonym, whose questions then have it again
        delete("/tag/removeTagSynonym", Limit::Administration, remove_synonym);
        /// Rename a tag, whose old name becomes a synonym
        patch("/tag/renameTag", Limit::Administration, rename);
        /// Return how many questions deleting a tag changes, and whether it is deleted
        get_paced("/tag/getTagUse/{name}", |_| Pace::Slow, usage);
        /// Delete a tag and its synonyms: no question shows them, and new ones cannot have them
        delete("/tag/deleteTag", Limit::Administration, delete_tag);
        /// Restore a deleted tag, which its questions then have again
        post("/tag/restoreTag", Limit::Administration, restore);
    }
}

fn page(
    read: &Read<'_>,
    viewer: &PublicReader,
    Path(Text(name)): Path<Text>,
) -> Result<Json<TagPage>> {
    super::page(read, viewer, &ReadableTag::find(read, viewer, &name)?).map(Json)
}

fn revisions(
    read: &Read<'_>,
    me: &Me,
    (Path(Text(name)), paging): (Path<Text>, Paging),
) -> Result<Page<Revision>> {
    store::versions::list(read, me, &ReadableTag::find(read, me, &name)?, &paging)
}

#[derive(Deserialize, ToSchema)]
struct EditTagDescription {
    /// The name of the tag.
    name: String,
    /// Markdown. Empty: no description.
    #[serde(default)]
    #[schema(schema_with = schemas::tag_description, required = true)]
    text: String,
    /// The version that the text is based on, unless it is the first one.
    base: Option<Id>,
}

fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<EditTagDescription>,
) -> Result<Json<TagDescription>> {
    let tag = PublicTag::find(tx, me, &body.name)?;
    let before = super::description(tx, tag.tag())?.text;
    let text = text::tag_description(&body.text, &before)?;
    super::edit(tx, me, &tag, &text, body.base).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TagRevisionRef {
    /// The name of the tag.
    name: String,
    revision_id: Id,
}

fn purge(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<TagRevisionRef>,
) -> Result<Json<PurgedRevision>> {
    let tag = PublicTag::find(tx, me, &body.name)?;
    let version = PurgeableVersion::find(tx, me, &tag, body.revision_id)?;
    super::purge(tx, me, &tag, &version).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddTagSynonym {
    /// The name of the main tag.
    name: String,
    #[serde(default)]
    #[schema(schema_with = schemas::tag, required = true)]
    synonym: String,
}

fn add_synonym(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<AddTagSynonym>,
) -> Result<Recorded<Json<TagSynonyms>>> {
    let main = MainTag::find(tx, by, &body.name)?;
    let added = synonyms::add(tx, by, &main, &text::tag(&body.synonym)?)?;
    Ok(added.map(Json))
}

#[derive(Deserialize, ToSchema)]
struct TagSynonymRef {
    synonym: String,
}

fn remove_synonym(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<TagSynonymRef>,
) -> Result<Recorded<Json<TagSynonyms>>> {
    let synonym = Synonym::find(tx, by, &body.synonym)?;
    Ok(synonyms::remove(tx, by, &synonym)?.map(Json))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RenameTag {
    /// The name of the tag.
    name: String,
    #[serde(default)]
    #[schema(schema_with = schemas::tag, required = true)]
    new_name: String,
}

fn rename(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<RenameTag>,
) -> Result<Recorded<Json<TagSynonyms>>> {
    let main = MainTag::find(tx, by, &body.name)?;
    let renamed = synonyms::rename(tx, by, &main, &text::tag(&body.new_name)?)?;
    Ok(renamed.map(Json))
}

fn usage(
    read: &Read<'_>,
    by: &SiteModerator,
    Path(Text(name)): Path<Text>,
) -> Result<Json<TagUse>> {
    deletion::usage(read, by, &name).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct TagRef {
    /// The name of the tag.
    name: String,
}

fn delete_tag(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<TagRef>,
) -> Result<Recorded<Json<TagState>>> {
    let main = MainTag::find(tx, by, &body.name)?;
    Ok(deletion::delete(tx, by, &main)?.map(Json))
}

fn restore(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<TagRef>,
) -> Result<Recorded<Json<TagState>>> {
    let tag = DeletedTag::find(tx, by, &body.name)?;
    Ok(deletion::restore(tx, by, &tag)?.map(Json))
}
