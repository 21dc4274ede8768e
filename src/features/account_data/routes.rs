//! The calls about an account as a whole.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::OwnData;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::auth::password::Passwords;
use crate::features::users::{Confirmed, Me, User, session};
use crate::platform::web::{
    ClaimedIdentity, Headers, JsonFile, Limit, OptionalBody, Path, RequestContext, Routes,
    WithCookies, WithHeaders, register,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords) {
    let downloads = Downloads::default();
    register! { routes.with_password(passwords);
        /// Delete the caller's account; their posts stay, or are deleted too
        call(Method::DELETE, "/user/deleteUser/{username}", Limit::Account.allows_silenced(), delete);
    }
    register! { routes.signed_in().sessions_only();
        /// Download all data of the caller as a file
        get_async("/user/getData", Limit::AccountExport, move |call, ()| data(call, downloads.clone()));
    }
}

#[derive(Default, Deserialize, ToSchema)]
struct Deletion {
    /// What happens to their questions, answers, comments and messages. Default: `keep`.
    posts: Option<Fate>,
}

#[derive(PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum Fate {
    /// They stay without the owner's name.
    Keep,
    /// They are deleted, with all answers to the questions.
    Remove,
}

async fn delete(
    call: RequestContext<Confirmed<Me>>,
    (Path(_own_name), OptionalBody(body)): (Path<ClaimedIdentity>, OptionalBody<Deletion>),
) -> Result<WithCookies<User>> {
    let with_posts = body.posts == Some(Fate::Remove);
    let user = call
        .write(move |tx, me| super::delete(tx, me, with_posts))
        .await?;
    Ok(WithCookies(
        user,
        session::expired_cookies(call.caller.is_https),
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

/// Downloads at a time, because they take space on the disk.
const DOWNLOADS: usize = 8;

/// The accounts whose data are being sent. Each has one download at a time.
#[derive(Clone, Default)]
struct Downloads(Arc<Mutex<HashSet<Id>>>);

impl Downloads {
    /// Adds an account. Fails with 429 if its data are being sent already, or those of [`DOWNLOADS`]
    /// others.
    fn begin(&self, account: Id) -> Result<Download> {
        let mut accounts = self.accounts();
        if accounts.len() >= DOWNLOADS || !accounts.insert(account) {
            let wait = Duration::from_secs(1);
            return Err(Error::RetryAfter(Sentence::TooManyRequests, wait));
        }
        Ok(Download {
            downloads: self.clone(),
            account,
        })
    }

    fn accounts(&self) -> MutexGuard<'_, HashSet<Id>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A download until it ends.
struct Download {
    downloads: Downloads,
    account: Id,
}

impl Drop for Download {
    fn drop(&mut self) {
        self.downloads.accounts().remove(&self.account);
    }
}

async fn data(
    call: RequestContext<Me>,
    downloads: Downloads,
) -> Result<WithHeaders<JsonFile<OwnData<'static>>, Attachment>> {
    let directory = call.app.config.data.dir.clone();
    let is_limited = call.app.config.limits.enabled;
    call.read_aside(move |read, me| {
        let download = is_limited.then(|| downloads.begin(me.id())).transpose()?;
        let data = super::data(read, me, Some(me.session()))?;
        Ok(WithHeaders(
            JsonFile::write(&directory, &data, download)?,
            // A username contains no quotation mark.
            Attachment {
                name: format!("stoa-{}.json", me.username()),
            },
        ))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_has_one_download_at_a_time() {
        let (downloads, ann, ben) = (Downloads::default(), Id::from_i64(1), Id::from_i64(2));
        let first = downloads.begin(ann).expect("the first");
        let second = downloads.begin(ann).map(drop);
        assert_eq!(
            second.map_err(|error| error.sentence()),
            Err(Sentence::TooManyRequests)
        );
        assert!(downloads.begin(ben).is_ok());
        drop(first);
        assert!(downloads.begin(ann).is_ok());
    }

    #[test]
    fn few_accounts_download_at_a_time() {
        let downloads = Downloads::default();
        let mut begun: Vec<_> = (0..=DOWNLOADS as i64)
            .map(|account| downloads.begin(Id::from_i64(account)))
            .collect();
        assert!(begun.pop().expect("the last").is_err());
        assert!(begun.iter().all(Result::is_ok));
        drop(begun);
        assert!(downloads.begin(Id::from_i64(1)).is_ok());
    }
}
