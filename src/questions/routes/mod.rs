//! The routes of questions, answers, comments, votes and tags.

mod authored;
mod changes;
pub mod first_data;
mod for_you;
pub mod lists;
mod permissions;
mod posts;
mod related;
mod suggestions;

use super::views::Views;
use super::{moderation, moderation_routes, protection_routes};
use crate::web::Routes;

/// Registers the routes. `views` receives the views of questions.
pub fn routes(routes: &mut Routes, views: &Views) {
    lists::routes(routes);
    posts::routes(routes, views);
    permissions::routes(routes);
    first_data::routes(routes);
    for_you::routes(routes);
    changes::routes(routes);
    moderation_routes::routes(routes);
    protection_routes::routes(routes);
    moderation::routes::routes(routes);
    moderation::merging::routes::routes(routes);
    related::routes(routes);
    authored::routes(routes);
    suggestions::routes(routes);
}
