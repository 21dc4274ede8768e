//! The calls about an account as a whole.

use axum::http::Method;

use super::OwnData;
use crate::db::Read;
use crate::error::Result;
use crate::users::{Me, User, session};
use crate::web::{Call, Claim, Headers, Json, Limit, Path, Routes, WithCookies, WithHeaders};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .limit(Limit::Account)
        .call(Method::DELETE, "/user/deleteUser/{username}", "Delete one's own account; what one wrote stays", delete)
        .limit(Limit::Download)
        .get("/user/getData", "All that the site keeps of oneself, as a file", data);
}

async fn delete(call: Call<Me>, Path(_own_name): Path<Claim>) -> Result<WithCookies<User>> {
    let user = call.write(|tx, me: &Me| super::delete(tx, me)).await?;
    Ok(WithCookies(user, session::no_cookies(call.app.config.is_https())))
}

/// Makes browsers store a reply instead of showing it.
struct Attachment {
    name: String,
}

impl Headers for Attachment {
    const ABOUT: &'static [(&'static str, &'static str)] = &[("Content-Disposition", "Under which name a browser stores it")];

    fn values(self) -> Vec<(&'static str, String)> {
        vec![("content-disposition", format!("attachment; filename=\"{}\"", self.name))]
    }
}

fn data(read: &Read<'_>, me: &Me, (): ()) -> Result<WithHeaders<Json<OwnData>, Attachment>> {
    // A username has no character that would end the quotes.
    Ok(WithHeaders(Json(super::data(read, me, Some(&me.session))?), Attachment { name: format!("stoa-{}.json", me.username) }))
}
