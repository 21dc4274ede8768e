//! The routes of feeds, sitemaps and robots.txt.
//!
//! The server answers these addresses as absent ones while only members read, and takes the cookies off their
//! requests: see [`is_public_path`](super::is_public_path).

use super::address::SiteAddress;
use super::compose::{self, Compose};
use super::model::Format;
use super::{atom, json, robots, sitemaps};
use crate::core::error::{Result, Sentence};
use crate::features::users::PublicReader;
use crate::platform::web::{
    KnownVersions, Limit, MediaTypes, Path, PublicDocument, RequestContext, Routes, Text, register,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return the newest questions as a feed: questions.atom or questions.json
        get_async("/feeds/{file}", Limit::Request, |call, input| feed(call, input, compose::of_site));
        /// Return the newest questions with a tag as a feed, with .atom or .json after its name
        get_async("/feeds/tag/{file}", Limit::Request, |call, input| feed(call, input, compose::of_tag));
        /// Return the newest answers of a question as a feed, with .atom or .json after its id
        get_async("/feeds/question/{file}", Limit::Request, |call, input| feed(call, input, compose::of_question));
        /// Return the newest questions of a public community as a feed, with .atom or .json after its id
        get_async("/feeds/community/{file}", Limit::Request, |call, input| feed(call, input, compose::of_community));
        /// Return the newest questions and answers of a user as a feed, with .atom or .json after their name
        get_async("/feeds/user/{file}", Limit::Request, |call, input| feed(call, input, compose::of_user));
        /// Return the index of all sitemaps
        get_async("/sitemap.xml", Limit::Request, sitemap_index);
        /// Return a sitemap that the index names
        get_async("/sitemaps/{file}", Limit::Request, sitemap);
        /// Return the rules for crawlers
        get_async("/robots.txt", Limit::Request, robots);
    }
}

struct FeedTypes;

impl MediaTypes for FeedTypes {
    const ALL: &'static [&'static str] = &["application/atom+xml", "application/feed+json"];
}

struct Xml;

impl MediaTypes for Xml {
    const ALL: &'static [&'static str] = &["application/xml"];
}

struct Plain;

impl MediaTypes for Plain {
    const ALL: &'static [&'static str] = &["text/plain"];
}

const XML: &str = "application/xml; charset=utf-8";

async fn feed(
    call: RequestContext<PublicReader>,
    (Path(Text(file)), known): (Path<Text>, KnownVersions),
    compose: Compose,
) -> Result<PublicDocument<FeedTypes>> {
    let (name, format) = Format::split(&file).ok_or(Sentence::NotFound)?;
    let name = name.to_owned();
    let site = compose::Site {
        title: call.app.settings().config.site.title.clone(),
        address: SiteAddress::of(&call.app, &call.caller)?,
    };
    let is_cached = site.address.is_configured;
    let text = call.read(move |read, viewer| {
        let feed = compose(read, viewer, &site, &name)?;
        match format {
            Format::Atom => atom::write(&feed, &site.address),
            Format::Json => json::write(&feed, &site.address),
        }
    });
    let text = text.await?;
    Ok(PublicDocument::new(
        format.media_type(),
        text,
        &known,
        is_cached,
    ))
}

async fn sitemap_index(
    call: RequestContext<PublicReader>,
    known: KnownVersions,
) -> Result<PublicDocument<Xml>> {
    let address = SiteAddress::of(&call.app, &call.caller)?;
    let index = sitemaps::index(&call, &address).await?;
    Ok(PublicDocument::new(
        XML,
        index,
        &known,
        address.is_configured,
    ))
}

async fn sitemap(
    call: RequestContext<PublicReader>,
    Path(Text(name)): Path<Text>,
) -> Result<PublicDocument<Xml>> {
    let file = sitemaps::File::by_name(&name).ok_or(Sentence::NotFound)?;
    let address = SiteAddress::of(&call.app, &call.caller)?;
    let is_cached = address.is_configured;
    let parts = sitemaps::file(call, address, file).await?;
    Ok(PublicDocument::of_parts(XML, parts, is_cached))
}

async fn robots(
    call: RequestContext<PublicReader>,
    known: KnownVersions,
) -> Result<PublicDocument<Plain>> {
    let address = SiteAddress::of(&call.app, &call.caller)?;
    let text = robots::text(&address);
    let kind = "text/plain; charset=utf-8";
    Ok(PublicDocument::new(
        kind,
        text,
        &known,
        address.is_configured,
    ))
}
