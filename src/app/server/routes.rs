//! All routes of the site, one line per feature.

use std::sync::Arc;

use crate::features::account_data::bulk_removal;
use crate::features::auth::password::Passwords;
use crate::features::flags::moderation_log;
use crate::features::pictures::access as picture_access;
use crate::features::pictures::{self, Pictures};
use crate::features::profiles::avatars;
use crate::features::providers::{self, Providers};
use crate::features::questions::views::Views;
use crate::features::signup::SignupGuard;
use crate::features::users::Setup;
use crate::features::users::{badges, blocks, contributions};
use crate::features::{
    account_data, addresses, bots, chats, communities, feeds, flags, following, games, inbox, mail,
    mcp, mentions, messages, notifications, previews, profiles, push, questions, sanctions, signup,
    stars, tags, trust, users, webhooks,
};
use crate::operations::administration;
use crate::operations::backup::BackupLock;
use crate::platform::settings::SettingKey;
use crate::platform::web::{App, Routes};

/// Returns the routes of all features that are on or can be turned on.
pub fn routes(
    app: Arc<App>,
    setup: &Setup,
    signup_guard: &SignupGuard,
    backup_lock: BackupLock,
    views: &Views,
    passwords: &Passwords,
    pictures: &Pictures,
) -> Routes {
    let mut routes = Routes::new(app);
    let providers = Providers::new(&routes.app.config);
    users::routes::routes(&mut routes, passwords, setup);
    profiles::routes::routes(&mut routes);
    signup::routes::routes(&mut routes, passwords, signup_guard);
    providers::routes::routes(&mut routes, passwords, signup_guard, &providers);
    communities::routes::routes(&mut routes);
    notifications::routes::routes(&mut routes);
    questions::routes::routes(&mut routes, views);
    bots::routes::routes(&mut routes, passwords);
    stars::routes::routes(&mut routes);
    following::routes::routes(&mut routes);
    mentions::routes::routes(&mut routes);
    badges::routes::routes(&mut routes);
    tags::routes::routes(&mut routes);
    addresses::routes::routes(&mut routes);
    contributions::routes::routes(&mut routes);
    routes.of_feature(SettingKey::Chat, |routes| {
        messages::routes::routes(routes);
        chats::routes::routes(routes);
        blocks::routes::routes(routes);
    });
    routes.of_feature(SettingKey::Games, games::routes::routes);
    sanctions::routes::routes(&mut routes, passwords);
    flags::routes::routes(&mut routes);
    trust::routes::routes(&mut routes);
    moderation_log::routes::routes(&mut routes);
    inbox::routes::routes(&mut routes);
    routes.of_feature(SettingKey::Mail, mail::routes::routes);
    if routes.app.config.push.enabled {
        push::routes::routes(&mut routes);
    }
    if routes.app.config.webhooks.enabled {
        webhooks::routes::routes(&mut routes);
    }
    if routes.app.config.mcp.enabled {
        mcp::routes::routes(&mut routes);
    }
    picture_access::routes::routes(&mut routes);
    avatars::routes::routes(&mut routes);
    pictures::routes::routes(&mut routes, pictures);
    account_data::routes::routes(&mut routes, passwords);
    bulk_removal::routes::routes(&mut routes, passwords);
    feeds::routes::routes(&mut routes);
    previews::routes::routes(&mut routes);
    administration::routes::routes(&mut routes, passwords, backup_lock);
    routes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::server::Site;
    use crate::core::clock::Clock;
    use crate::core::config::Config;

    /// A task that is started outside of a runtime panics.
    #[tokio::test]
    async fn registering_routes_starts_no_task() {
        let directory = tempfile::tempdir().unwrap();
        let site = Site::open(Config::default(), Clock::system(), directory.path()).unwrap();
        let (app, setup, signup_guard) = (
            site.app.clone(),
            site.setup.clone(),
            site.signup_guard.clone(),
        );
        let passwords = Passwords::start().unwrap();
        let pictures = Pictures::start(directory.path()).unwrap();
        let register = move || {
            let (lock, views) = (BackupLock::default(), Views::default());
            let routes = routes(
                app,
                &setup,
                &signup_guard,
                lock,
                &views,
                &passwords,
                &pictures,
            );
            routes.finish().0.len()
        };
        let registered = std::thread::spawn(register).join().expect("no panic");
        assert_eq!(registered, site.table.len());
    }
}
