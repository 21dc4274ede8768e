use stoa::platform::db::Write;
use stoa::core::error::Result;
use stoa::features::users::Me;
use stoa::platform::web::{Json, Limit, RouteGroup};

fn write(_: &mut Write<'_>, _: &Me, (): ()) -> Result<Json<bool>> {
    Ok(Json(true))
}

fn routes(routes: RouteGroup<'_, Me>) {
    let routes = routes.post("Star", "/star", Limit::Vote.allows_silenced(), write);
    // What a silenced member may do is not inherited from the route before.
    let routes = routes.post("Comment", "/comment", Limit::Comment, write);
    let routes = routes.delete("Uncomment", "/uncomment", Limit::Comment.critical(), write);
    // Nor is the limit.
    routes.post("Message", "/message", write);
}

fn main() {}
