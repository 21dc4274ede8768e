//! All routes of the site, one line per feature.

use std::sync::Arc;

use crate::backup::BackupLock;
use crate::error::Result;
use crate::pictures::{self, Pictures};
use crate::questions::views::Views;
use crate::settings::SettingKey;
use crate::signup::Door;
use crate::users::Setup;
use crate::users::password::Passwords;
use crate::web::{App, Routes};
use crate::{
    account_data, administration, avatars, badges, blocks, bulk_removal, chats, communities,
    contributions, flags, following, games, mail, mentions, messages, moderation_log,
    notifications, picture_access, profiles, push, questions, sanctions, signup, stars, tags,
    trust, users,
};

/// Returns the routes of all features that are on or can be turned on. Starts the threads that hash passwords.
pub fn routes(
    app: Arc<App>,
    setup: &Setup,
    door: &Door,
    backup_lock: BackupLock,
    views: &Views,
) -> Result<Routes> {
    let mut routes = Routes::new(app);
    let passwords = Passwords::start()?;
    let pictures = Pictures::start(&routes.app.config.data.dir)?;
    users::routes::routes(&mut routes, &passwords, setup);
    profiles::routes::routes(&mut routes);
    signup::routes::routes(&mut routes, &passwords, door);
    communities::routes::routes(&mut routes);
    notifications::routes::routes(&mut routes);
    questions::routes::routes(&mut routes, views);
    stars::routes::routes(&mut routes);
    following::routes::routes(&mut routes);
    mentions::routes::routes(&mut routes);
    badges::routes::routes(&mut routes);
    tags::routes::routes(&mut routes);
    contributions::routes::routes(&mut routes);
    routes.of_feature(SettingKey::Chat, |routes| {
        messages::routes::routes(routes);
        chats::routes::routes(routes);
        blocks::routes::routes(routes);
    });
    routes.of_feature(SettingKey::Games, games::routes::routes);
    sanctions::routes::routes(&mut routes, &passwords);
    flags::routes::routes(&mut routes);
    trust::routes::routes(&mut routes);
    moderation_log::routes::routes(&mut routes);
    routes.of_feature(SettingKey::Mail, mail::routes::routes);
    if routes.app.config.push.enabled {
        push::routes::routes(&mut routes);
    }
    picture_access::routes::routes(&mut routes);
    avatars::routes::routes(&mut routes);
    pictures::routes::routes(&mut routes, &pictures);
    pictures::start_sweep(&routes.app, pictures);
    account_data::routes::routes(&mut routes, &passwords);
    bulk_removal::routes::routes(&mut routes);
    administration::routes::routes(&mut routes, &passwords, backup_lock);
    Ok(routes)
}
