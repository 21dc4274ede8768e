//! The browser and the system that a `User-Agent` names, for people who look at their own sessions. It proves nothing:
//! a client may send any text.

/// Browsers, those first that also name others.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Systems, those first that also name others.
const SYSTEMS: [(&str, &str); 7] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];
/// The longest name of a program that is none of these.
const LONGEST_NAME: usize = 30;

/// Returns the browser and the system, such as `Firefox on Linux`, or the name of another program.
pub fn describe(user_agent: &str) -> String {
    let find = |list: &[(&str, &'static str)]| {
        let mut list = list.iter();
        list.find_map(|(part, name)| user_agent.contains(part).then_some(*name))
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, _) => {
            let is_part = |c: &char| c.is_ascii_alphanumeric() || "-_.".contains(*c);
            let name: String = user_agent.chars().take_while(is_part).collect();
            let name = name.chars().take(LONGEST_NAME).collect::<String>();
            if name.is_empty() {
                "Unknown browser".to_owned()
            } else {
                name
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn browsers_and_systems_are_recognized() {
        for (user_agent, described) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.14.1", "curl"),
            ("<script>alert(1)</script>", "Unknown browser"),
            ("", "Unknown browser"),
        ] {
            assert_eq!(describe(user_agent), described, "{user_agent}");
        }
        assert_eq!(describe(&"x".repeat(500)).len(), 30);
    }
}
