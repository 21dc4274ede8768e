//! The route of the pictures. The server takes the cookies off its requests, and other sites may show them.

use super::Previews;
use super::model::Preview;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::Scope;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::store::posts;
use crate::features::users::PublicReader;
use crate::platform::db::Read;
use crate::platform::web::{
    KnownVersions, Limit, MediaTypes, Path, PublicDocument, RequestContext, Routes, Text, register,
};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    let previews = Previews::default();
    register! { routes.public();
        /// Return a picture of a public question for previews of links: its id with .png
        get_async("/preview/{file}", Limit::Request, move |call, input| picture(call, input, previews.clone()));
    }
}

struct Png;

impl MediaTypes for Png {
    const ALL: &'static [&'static str] = &["image/png"];
}

async fn picture(
    call: RequestContext<PublicReader>,
    (Path(Text(file)), known): (Path<Text>, KnownVersions),
    previews: Previews,
) -> Result<PublicDocument<Png>> {
    let id: Option<Id> = file.strip_suffix(".png").and_then(|id| id.parse().ok());
    let id = id.ok_or(Sentence::NotFound)?;
    let site = call.app.settings().config.site.title.clone();
    let find = move |read: &Read<'_>, viewer: &PublicReader| {
        let question = ReadablePost::find_public(read, viewer, id)?;
        if question.scope() != Scope::Everyone {
            return Err(Sentence::QuestionNotFound.into());
        }
        let (title, score, answers) = posts::summary(read, &question)?;
        Ok(Preview::new(&title, score, answers, &site))
    };
    let preview = call.read(find).await?;
    let tag = preview.entity_tag();
    let picture = if known.contain(&tag) {
        None
    } else {
        Some(previews.picture(preview, &tag).await?)
    };
    Ok(PublicDocument::of_version("image/png", tag, picture))
}
