//! What each route states for itself, in `policies.txt`: the audience, the limit, the scope that an API token needs (`-`: no token
//! may call it), and more. A change of a right is a line in a diff.

use std::fmt::Write;
use std::path::Path;

use axum::http::Method;

use crate::core::error::Sentence;
use crate::platform::web::{Route, Scope};
use crate::tests::{TestSite, check_fresh};

/// Returns the line of a route.
fn line(route: &Route) -> String {
    let policy = &route.policy;
    let audience = match (route.signed_in, route.is_public, route.for_staff) {
        (false, _, _) => "anyone",
        (_, true, _) => "public",
        (_, _, false) if policy.needs_token => "tokens",
        (_, _, false) => "members",
        (_, _, true) => "staff",
    };
    let mut line = format!(
        "{:7}{:44} {audience:8}{:16} {:8}",
        route.method.as_str(),
        route.paths[0],
        format!("{:?}", policy.limit),
        policy.scope.map_or("-", Scope::word),
    );
    if route.asks_for_password {
        line += " password";
    }
    if route.method != Method::GET && audience == "members" {
        line += if policy.refuses_silenced {
            " unless-silenced"
        } else {
            " even-silenced"
        };
    }
    if policy.allows_bots && route.method != Method::GET && audience == "members" {
        line += " bots";
    }
    if policy.is_critical {
        line += " critical";
    }
    if policy.adds_text && !policy.is_critical {
        line += " text";
    }
    if route.is_paced {
        line += " paced";
    }
    if policy.unauthenticated_error != Sentence::NotSignedIn {
        write!(line, " 401={:?}", policy.unauthenticated_error).expect("text");
    }
    if let Some(feature) = policy.feature {
        write!(line, " feature={feature:?}").expect("text");
    }
    line.trim_end().to_owned()
}

#[tokio::test]
async fn every_route_has_the_policy_of_the_table() {
    let site = TestSite::with(|config| config.mcp.enabled = true);
    let mut routes: Vec<&Route> = site.site.table.iter().collect();
    routes.sort_by_key(|route| (route.paths[0], route.method.as_str().to_owned()));
    let lines: String = routes.iter().map(|route| line(route) + "\n").collect();
    check_fresh(Path::new("src/tests/roles/policies.txt"), &lines);
}
