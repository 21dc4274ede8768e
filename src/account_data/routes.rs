//! The calls about an account as a whole.

use axum::http::Method;

use super::OwnData;
use crate::db::Read;
use crate::error::Result;
use crate::users::password::Passwords;
use crate::users::{Confirmed, Me, User, session};
use crate::web::{
    ClaimedIdentity, Headers, Json, Limit, Path, RequestContext, Routes, WithCookies, WithHeaders,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords) {
    routes.with_password(passwords).limit(Limit::Account).call(
        Method::DELETE,
        "/user/deleteUser/{username}",
        "Delete the caller's account; their posts stay",
        delete,
    );
    routes.signed_in().limit(Limit::AccountExport).get(
        "/user/getData",
        "Download all data of the caller as a file",
        data,
    );
}

async fn delete(
    call: RequestContext<Confirmed<Me>>,
    Path(_own_name): Path<ClaimedIdentity>,
) -> Result<WithCookies<User>> {
    let user = call.write(|tx, me| super::delete(tx, me)).await?;
    super::continue_purges(&call.app);
    Ok(WithCookies(
        user,
        session::expired_cookies(call.app.config.is_https()),
    ))
}

/// Makes browsers save a reply instead of showing it.
struct Attachment {
    name: String,
}

impl Headers for Attachment {
    const ABOUT: &'static [(&'static str, &'static str)] = &[(
        "Content-Disposition",
        "The file name under which a browser saves it",
    )];

    fn values(self) -> Vec<(&'static str, String)> {
        vec![(
            "content-disposition",
            format!("attachment; filename=\"{}\"", self.name),
        )]
    }
}

fn data(read: &Read<'_>, me: &Me, (): ()) -> Result<WithHeaders<Json<OwnData>, Attachment>> {
    // A username contains no quotation mark.
    Ok(WithHeaders(
        Json(super::data(read, me, Some(me.session()))?),
        Attachment {
            name: format!("stoa-{}.json", me.username()),
        },
    ))
}
