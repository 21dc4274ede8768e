//! The addresses of the pages, which the browser's router shows. Other addresses that are no file and no call
//! are pages only to clients that ask for HTML.

/// The patterns of `ui/src/lib/routes.ts` and `ui/src/app`. A part `:name` stands for any text, and `:name?`
/// may be absent.
const PATTERNS: &[&str] = &[
    "/about/:page",
    "/administration/:part?",
    "/api-docs",
    "/communities/:communityId",
    "/communities/all",
    "/communities/my",
    "/deleted",
    "/edit/question/:qid",
    "/forgot",
    "/games",
    "/games/:gameID",
    "/help/formatting",
    "/home",
    "/log",
    "/mail/verify",
    "/messages",
    "/messaging",
    "/messaging/direct-message",
    "/new/answer",
    "/new/answer/:qid",
    "/new/question",
    "/oidc/callback/:provider",
    "/question/:qid/:slug?",
    "/question/:qid/history/:postId",
    "/question/:qid/suggestions/:postId",
    "/questionPage",
    "/queue",
    "/report",
    "/reset",
    "/settings/:part?",
    "/setup",
    "/signup",
    "/tagPage",
    "/tags",
    "/u/:token",
    "/user/:username",
    "/users",
];

/// Returns whether an address is that of a page.
pub fn is_page(path: &str) -> bool {
    PATTERNS.iter().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    for expected in pattern.split('/').filter(|part| !part.is_empty()) {
        let is_match = match parts.next() {
            Some(part) => expected.starts_with(':') || expected == part,
            None => expected.ends_with('?'),
        };
        if !is_match {
            return false;
        }
    }
    parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patterns_of_the_browsers_router_are_known() {
        let routes = include_str!("../../../ui/src/lib/routes.ts");
        let app = include_str!("../../../ui/src/app/App.tsx");
        let after = |text: &'static str, start: &'static str, end: char| {
            text.split(start)
                .skip(1)
                .filter_map(move |rest| rest.split(end).next())
        };
        let lists = app.lines().filter(|line| line.contains("Pages = ['"));
        let found: Vec<&str> = after(routes, "pattern: '", '\'')
            .chain(after(app, "path=\"", '"'))
            .chain(lists.flat_map(|line| line.split('\'').skip(1).step_by(2)))
            .filter(|path| path.starts_with('/'))
            .collect();
        assert!(found.len() > 30, "{found:?}");
        for path in found {
            assert!(PATTERNS.contains(&path), "{path} is missing");
        }
    }

    #[test]
    fn a_pattern_matches_whole_addresses() {
        for (path, expected) in [
            ("/question/1", true),
            ("/question/1/how-to", true),
            ("/question/1/history/2", true),
            ("/question/1/history/2/3", false),
            ("/question", false),
            ("/administration", true),
            ("/administration/log", true),
            ("/administration/log/1", false),
            ("/tags/", true),
            ("/tag", false),
        ] {
            assert_eq!(is_page(path), expected, "{path}");
        }
    }
}
