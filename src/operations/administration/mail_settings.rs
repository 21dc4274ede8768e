//! The mail server of the site: its change by an administrator.

use super::model::MailChange;
use crate::core::config::{Config, Secret};
use crate::core::error::{Result, Sentence};
use crate::core::text::limits;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::store::notices;
use crate::features::users::{Administrator, Confirmed, Recorded};
use crate::platform::db::Write;
use crate::platform::settings::{SettingKey, SettingValue, SiteMail, SiteSettings, store};

/// Sets the mail server, or removes it with its password. Rejects a server of the configuration and one that
/// is not as the administrator saw it with 409, and one that is not complete or not safe with 400.
///
/// All other administrators and everyone who gets mails are told in a security notice. The log has all but the
/// password. A password goes to no other server or account than it was given for.
pub fn set_mail(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    config: &Config,
    change: MailChange,
) -> Result<Recorded> {
    tx.without_event("the event follows the replacement of the copy in memory");
    let key = SettingKey::Mail;
    if SiteSettings::fixed_by(config, key).is_some() {
        return Err(Sentence::SettingFixed.into());
    }
    let stored = store::stored(tx)?;
    let present = stored.mail().cloned();
    let kept = stored.mail_password.clone();
    let before = SiteMail::of(&SiteSettings::new(config, stored).config);
    if before != change.before {
        return Err(Sentence::SettingChanged.into());
    }
    let is_new = change.mail_password.is_some();
    let after = match change.value {
        None => None,
        Some(server) => {
            let shares = |present: &SiteMail| server.shares_password_with(present);
            let password = match change.mail_password {
                Some(given) => checked_password(given)?,
                None if present.as_ref().is_some_and(shares) => kept,
                None => Secret::default(),
            };
            let server = server.checked(&password)?;
            server.apply(password.clone(), &mut config.clone())?;
            Some((server, password))
        }
    };
    let (server, password) = after.unzip();
    let value = server.clone().map(SettingValue::Mail);
    store::set(tx, key, value.as_ref(), by.id())?;
    store::set_mail_password(tx, &password.unwrap_or_default())?;
    let text =
        |server: &Option<SiteMail>| server.as_ref().map_or(String::new(), SiteMail::to_string);
    let mut detail = text(&server);
    if is_new && server.is_some() {
        detail += "; password changed";
    }
    if server.is_some() {
        notices::insert_about_mail_server(tx, by.authority())?;
    }
    let target = AdminTarget::new(AdminTargetKind::Setting, None, key.word());
    admin_log::record_replacement(
        tx,
        by.authority(),
        AdminAction::SetSetting,
        &target,
        &text(&before),
        &detail,
    )
}

fn checked_password(given: Secret) -> Result<Secret> {
    let text = given.expose();
    if text.chars().count() > limits::MAIL_LOGIN || text.contains(char::is_control) {
        return Err(Sentence::MailPasswordInvalid.into());
    }
    Ok(given)
}
