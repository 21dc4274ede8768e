//! The routes of questions, answers, comments, votes and tags.

mod authored;
mod changes;
pub mod first_data;
mod for_you;
pub mod lists;
pub mod new_question;
mod permissions;
mod posts;
mod related;
mod removal_routes;
mod suggested_edits;
mod suggestions;

use super::moderation;
use super::views::Views;
use crate::platform::web::Routes;

/// Registers the routes. `views` receives the views of questions.
pub fn routes(routes: &mut Routes, views: &Views) {
    lists::routes(routes);
    posts::routes(routes, views);
    permissions::routes(routes);
    first_data::routes(routes);
    for_you::routes(routes);
    changes::routes(routes);
    suggested_edits::routes(routes);
    removal_routes::routes(routes);
    moderation::register(routes);
    related::routes(routes);
    authored::routes(routes);
    suggestions::routes(routes);
}
