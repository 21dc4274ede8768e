//! The calls of administrators about the mail server of the site.

use std::sync::Arc;

use axum::http::Method;
use serde::{Deserialize, Serialize};
use tracing::Instrument;
use utoipa::ToSchema;

use super::model::MailChange;
use super::{Setting, mail_settings, settings};
use crate::core::config::Secret;
use crate::core::error::{Error, Result, Sentence};
use crate::core::text;
use crate::features::auth::password::Passwords;
use crate::features::mail::TestMails;
use crate::features::users::store::mail_addresses as addresses;
use crate::features::users::{Administrator, Confirmed, mail_addresses};
use crate::platform::db::Write;
use crate::platform::settings::{SettingKey, SiteMail};
use crate::platform::web::{Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.with_password(passwords);
        /// Set or remove the mail server of the site, unless it has changed meanwhile
        call(Method::PATCH, "/administration/setMail", Limit::Administration, set);
    }
    let tests = Arc::new(TestMails::default());
    routes.of_feature(SettingKey::Mail, |routes| {
        register! { routes.with_password(passwords);
            /// Send a test mail to an address of the caller, and return what the mail server says
            call(
                Method::POST,
                "/administration/sendTestMail",
                Limit::Mail,
                move |call, body| send_test(call, body, tests.clone()),
            );
        }
    });
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewMail {
    /// The server that the administrator saw. If it is not the present one, nothing changes.
    #[serde(default)]
    before: Option<SiteMail>,
    /// The new server; null: the site sends no mail.
    #[serde(default)]
    value: Option<SiteMail>,
    /// The password at the mail server. Absent: the present one stays, if server and username do.
    #[serde(default)]
    #[schema(schema_with = schemas::optional_mail_password)]
    mail_password: Option<String>,
}

/// Runs to its end even if the client disconnects: after the COMMIT the copy in memory is replaced.
async fn set(
    call: RequestContext<Confirmed<Administrator>>,
    Body(new): Body<NewMail>,
) -> Result<Json<Vec<Setting>>> {
    let app = call.app.clone();
    let change = MailChange {
        before: new.before,
        value: new.value,
        mail_password: new.mail_password.map(Secret::from),
    };
    let set = async move {
        let site = app.clone();
        let write = move |tx: &mut Write<'_>, by: &Confirmed<Administrator>| {
            let recorded = mail_settings::set_mail(tx, by, &site.config, change)?;
            Ok(recorded.with(settings::list(tx, by, &site.config)?))
        };
        let settings = call.write(write).await?;
        app.reload_settings().await?;
        Ok(Json(settings))
    };
    tokio::spawn(set.in_current_span())
        .await
        .map_err(Error::internal)?
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct TestMail {
    /// Where the mail goes. Empty: the caller's confirmed address.
    #[schema(schema_with = schemas::optional_mail_address)]
    address: String,
}

/// What the mail server said to a test mail.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestMailResult {
    /// The address that the mail was for.
    pub address: String,
    /// Why it was not sent. Absent: the mail server has accepted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

async fn send_test(
    call: RequestContext<Confirmed<Administrator>>,
    Body(test): Body<TestMail>,
    tests: Arc<TestMails>,
) -> Result<Json<TestMailResult>> {
    let own = call
        .read(|read, by: &Confirmed<Administrator>| Ok(addresses::of(read, by.id())?.address))
        .await?;
    let address = match (test.address.trim(), own) {
        ("", Some(own)) => own,
        ("", None) => return Err(Sentence::MailAddressInvalid.into()),
        (given, _) => text::mail_address(given)?,
    };
    let to = address.parse().map_err(|_| Sentence::MailAddressInvalid)?;
    mail_addresses::charge(&call.app.limiter, &address)?;
    let settings = call.app.settings();
    let sent = tokio::task::spawn_blocking(move || tests.send(&settings.config, to));
    let sent = sent.await.map_err(Error::internal)??;
    Ok(Json(TestMailResult {
        address,
        problem: sent.err().map(|error| error.cause().to_owned()),
    }))
}
