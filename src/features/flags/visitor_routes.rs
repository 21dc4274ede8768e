//! The route with which visitors report.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::address::path_on_site;
use super::model::NewVisitorReport;
use super::visitors;
use crate::core::error::{Result, Sentence};
use crate::core::text::{self, limits};
use crate::features::users::mail_addresses;
use crate::platform::db::Write;
use crate::platform::settings::SettingKey;
use crate::platform::web::{Anyone, Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Registers the route, which is there while the setting `visitorReports` is on.
pub fn routes(routes: &mut Routes) {
    routes.of_feature(SettingKey::VisitorReports, |routes| {
        register! { routes.anyone();
            /// Report illegal content without an account. The reply does not depend on what is at the address
            call(Method::POST, "/report/addReport", Limit::Request, add);
        }
    });
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct AddReport {
    /// The address of the content on this site, at most 500 characters.
    #[schema(required = true)]
    address: String,
    /// The country or the law that forbids it, at most 100 characters.
    #[schema(required = true)]
    place: String,
    /// Why it is illegal, at most 2,000 characters.
    #[schema(required = true)]
    text: String,
    /// The name of the visitor, at most 100 characters.
    name: String,
    /// Where the decision is mailed to, if the site sends mails. Empty: nowhere.
    #[schema(schema_with = schemas::optional_mail_address)]
    mail: String,
}

impl AddReport {
    fn checked(self, call: &RequestContext<Anyone>) -> Result<NewVisitorReport> {
        let config = &call.app.config;
        // In the order of the form: its first empty field is named.
        let path = path_on_site(config, &call.caller.host, &self.address)?;
        let place = text::site_line(&self.place, limits::REPORT_LINE)?;
        if place.is_empty() {
            return Err(Sentence::ReportPlaceEmpty.into());
        }
        let text = text::report_text(&self.text)?;
        let has_mail = call.app.settings().config.has_mail();
        let mail = (has_mail && !self.mail.trim().is_empty())
            .then(|| text::mail_address(&self.mail))
            .transpose()?;
        Ok(NewVisitorReport {
            path,
            place,
            text,
            name: text::site_line(&self.name, limits::REPORT_LINE)?,
            mail,
        })
    }
}

/// The reply to every report.
#[derive(Serialize, ToSchema)]
struct Received {}

async fn add(call: RequestContext<Anyone>, Body(body): Body<AddReport>) -> Result<Json<Received>> {
    call.read(|_, _| Ok(())).await?;
    let report = body.checked(&call)?;
    // Counted when it is complete: who forgets a field does not lose a report.
    call.app.limiter.check_visitor_report(call.caller.address)?;
    if let Some(mail) = &report.mail {
        mail_addresses::charge(&call.app.limiter, mail)?;
    }
    call.write(move |tx: &mut Write<'_>, _| visitors::add(tx, &report))
        .await?;
    Ok(Json(Received {}))
}
