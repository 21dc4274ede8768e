//! The calls of the site's settings, and of what everybody may know of the site.

use axum::http::Method;
use serde::Deserialize;
use tracing::Instrument;
use utoipa::{IntoParams, ToSchema};

use super::{PublicReach, Setting, SettingChange, settings, store};
use crate::core::error::{Error, Result, Sentence};
use crate::features::auth::password::Passwords;
use crate::features::users::{Administrator, Confirmed};
use crate::platform::db::{Read, Write};
use crate::platform::settings::{PublicSite, SitePage};
use crate::platform::web::{
    Anyone, Body, Json, Limit, Pace, Query, RequestContext, Routes, register,
};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.anyone();
        /// Return what everybody may know of the site, such as its title and its announcement
        get_async("/site/getSite", Limit::Request, site);
        /// Return a page with a text of the operator: rules, terms, privacy or contact
        get_async("/site/getPage", Limit::Request, page);
    }
    register! { routes.administrator();
        /// List the site's settings
        get_async("/administration/getSettings", Limit::Request, list);
        /// Return how many posts of how many users everyone can read when reading needs no account
        get_paced("/administration/getPublicReach", |()| Pace::Slow, reach);
    }
    register! { routes.with_password(passwords);
        /// Change settings of the site, unless they have changed meanwhile
        call(Method::PATCH, "/administration/setSettings", Limit::Administration, change);
    }
}

async fn site(call: RequestContext<Anyone>, (): ()) -> Result<Json<PublicSite>> {
    call.read(|_, _| Ok(())).await?;
    Ok(Json(call.app.settings().public()))
}

#[derive(Deserialize, IntoParams)]
struct PageQuery {
    /// `rules`, `terms`, `privacy` or `contact`.
    page: String,
}

async fn page(
    call: RequestContext<Anyone>,
    Query(query): Query<PageQuery>,
) -> Result<Json<SitePage>> {
    call.read(|_, _| Ok(())).await?;
    let page = call.app.settings().page(&query.page);
    page.map(Json).ok_or_else(|| Sentence::NotFound.into())
}

async fn list(call: RequestContext<Administrator>, (): ()) -> Result<Json<Vec<Setting>>> {
    let app = call.app.clone();
    let list = move |read: &Read<'_>, by: &Administrator| settings::list(read, by, &app.config);
    call.read(list).await.map(Json)
}

fn reach(read: &Read<'_>, _: &Administrator, (): ()) -> Result<Json<PublicReach>> {
    store::public_reach(read).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct Changes {
    #[schema(min_items = 1, max_items = 34)]
    changes: Vec<SettingChange>,
}

/// Runs to its end even if the client disconnects: after the COMMIT the copy in memory is replaced.
async fn change(
    call: RequestContext<Confirmed<Administrator>>,
    Body(body): Body<Changes>,
) -> Result<Json<Vec<Setting>>> {
    let app = call.app.clone();
    let change = async move {
        let config = app.clone();
        let write = move |tx: &mut Write<'_>, by: &Confirmed<Administrator>| {
            let recorded = settings::change(tx, by, &config.config, body.changes)?;
            Ok(recorded.with(settings::list(tx, by, &config.config)?))
        };
        let settings = call.write(write).await?;
        app.reload_settings().await?;
        Ok(Json(settings))
    };
    tokio::spawn(change.in_current_span())
        .await
        .map_err(Error::internal)?
}
