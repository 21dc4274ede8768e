//! All routes of the site, one line per feature.

use std::sync::Arc;

use crate::backup::BackupLock;
use crate::error::Result;
use crate::questions::views::Views;
use crate::users::Setup;
use crate::users::password::Passwords;
use crate::web::{App, Routes};
use crate::{
    account_data, administration, blocks, chats, communities, contributions, flags, following,
    games, mail, mentions, messages, notifications, push, questions, stars, tags, users,
};

/// Returns the routes of all enabled features. Starts the threads that hash passwords.
pub fn routes(
    app: Arc<App>,
    setup: &Setup,
    backup_lock: BackupLock,
    views: &Views,
) -> Result<Routes> {
    let mut routes = Routes::new(app);
    let passwords = Passwords::start()?;
    users::routes::routes(&mut routes, &passwords, setup);
    communities::routes::routes(&mut routes);
    notifications::routes::routes(&mut routes);
    questions::routes::routes(&mut routes, views);
    stars::routes::routes(&mut routes);
    following::routes::routes(&mut routes);
    mentions::routes::routes(&mut routes);
    tags::routes::routes(&mut routes);
    contributions::routes::routes(&mut routes);
    if routes.app.config.features.chat {
        messages::routes::routes(&mut routes);
        chats::routes::routes(&mut routes);
        blocks::routes::routes(&mut routes);
        flags::routes::routes(&mut routes);
    }
    if routes.app.config.features.games {
        games::routes::routes(&mut routes);
    }
    if routes.app.config.has_mail() {
        mail::routes::routes(&mut routes);
    }
    if routes.app.config.push.enabled {
        push::routes::routes(&mut routes);
    }
    account_data::routes::routes(&mut routes, &passwords);
    administration::routes::routes(&mut routes, &passwords, backup_lock);
    Ok(routes)
}
