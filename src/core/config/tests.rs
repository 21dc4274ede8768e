//! Tests of parsing, precedence and validation of configurations.

use std::path::{Path, PathBuf};

use super::checks::{check_log_filter, check_origins, check_schedule};
use super::*;

fn from_toml(text: &str) -> Result<Config, ConfigError> {
    let mut loaded = Loaded::load(None, &Environment::new())?;
    loaded.apply_toml(text, "config.toml");
    loaded.valid().map(|loaded| loaded.config)
}

fn from_environment(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::load(
        None,
        variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
    )
}

#[test]
fn the_example_has_every_key_with_its_default() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config.example.toml");
    let example = Config::example();
    if std::fs::read_to_string(&path).unwrap_or_default() != example {
        std::fs::write(&path, &example).expect("config.example.toml can be written");
        panic!(
            "config.example.toml was stale and has been rewritten: review the change and commit it"
        );
    }
    let uncommented: String = example
        .lines()
        .map(|line| {
            if line.starts_with('#') && !line.starts_with("# ") {
                &line[1..]
            } else {
                line
            }
        })
        .fold(String::new(), |text, line| text + line + "\n");
    let mut read = from_toml(&uncommented).expect("the example is valid");
    read.sources.clear();
    assert_eq!(format!("{read:?}"), format!("{:?}", Config::default()));
    for key in KEYS {
        assert!(
            uncommented.contains(&format!("\n{} = ", key.split_once('.').unwrap().1)),
            "{key} is missing"
        );
    }
}

#[test]
fn mistakes_name_their_line_and_the_nearest_key() {
    let check = |text: &str, message: &str| assert_eq!(from_toml(text).unwrap_err().0, message);
    check(
        "[site]\n\ntitel = \"x\"",
        "config.toml, line 3: unknown key site.titel; did you mean site.title?",
    );
    check(
        "[sight]\ntitle = \"x\"",
        "config.toml, line 2: unknown key sight.title; did you mean site.title?",
    );
    check(
        "title = \"x\"",
        "config.toml, line 1: unknown key title; did you mean site.title?",
    );
    check(
        "[limits]\nenabled = \"yes\"",
        "config.toml, line 2: limits.enabled must be true or false",
    );
    let length =
        "config.toml, line 2: auth.min_password_length must be a whole number of at most 256";
    check("[auth]\nmin_password_length = 257", length);
    check(
        "[auth]\nsignup = \"maybe\"",
        "config.toml, line 2: auth.signup must be \"open\", \"approval\", \"invite\" or \"closed\"",
    );
    check(
        "[server]\ntrusted_proxies = [\"ten\"]",
        "config.toml, line 2: server.trusted_proxies must be a list of addresses, networks or \"local\"",
    );
    assert!(
        from_toml("[site]\ntitle = \n")
            .unwrap_err()
            .0
            .starts_with("config.toml, line 2: ")
    );
}

#[test]
fn variables_override_the_file_and_unknown_ones_are_rejected() {
    let config = from_environment(&[
        ("STOA_SITE_TITLE", "Agora"),
        (
            "STOA_SERVER_ALLOWED_ORIGINS",
            "https://a.example, https://b.example",
        ),
        ("PATH", "/bin"),
    ]);
    let config = config.expect("valid");
    assert_eq!(
        (
            config.site.title.as_str(),
            config.server.allowed_origins.len()
        ),
        ("Agora", 2)
    );
    let error = from_environment(&[("STOA_SITE_TITEL", "x")]).unwrap_err();
    assert_eq!(
        error.0,
        "unknown environment variable STOA_SITE_TITEL; did you mean STOA_SITE_TITLE?"
    );
    assert!(from_environment(&[("STOA_LIMITS_ENABLED", "no")]).is_err());
}

#[test]
fn all_mistakes_are_reported_at_once_and_the_rest_applies() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    std::fs::write(
        &file,
        "[site]\ntitel = 1\ntitle = \"Agora\"\n[colors]\n[log]\nlevel = \"chatty\"\nformat = \"json\"\n[tls]\nkey = \"/k\"\n",
    )
    .unwrap();
    let loaded = Loaded::read(
        Some(&file),
        &environment(&[("STOA_LOG_COLOR", "x"), ("STOA_LIMITS_ENABLED", "no")]),
    );
    let config = &loaded.config;
    assert_eq!(
        (
            config.site.title.as_str(),
            config.log.level.as_str(),
            config.log.format
        ),
        ("Agora", "info", LogFormat::Json)
    );
    let name = file.display();
    let error = loaded.valid().unwrap_err();
    let lines: Vec<&str> = error.0.lines().collect();
    let expected = [
        format!("{name}, line 2: unknown key site.titel"),
        format!("{name}, line 4: unknown key colors"),
        format!("{name}, line 6: log.level must be"),
        "environment variable STOA_LIMITS_ENABLED: ".to_owned(),
        "unknown environment variable STOA_LOG_COLOR".to_owned(),
        format!("{name}, line 9: tls.key is set, but tls.cert is not"),
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for start in expected {
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{start} in {lines:#?}"
        );
    }
}

#[test]
fn variables_that_kubernetes_sets_for_a_service_are_ignored() {
    let links = [
        ("STOA_SERVICE_HOST", "10.0.0.1"),
        ("STOA_SERVICE_PORT", "80"),
        ("STOA_SERVICE_PORT_HTTP", "80"),
        ("STOA_PORT", "tcp://10.0.0.1:80"),
        ("STOA_PORT_80_TCP", "tcp://10.0.0.1:80"),
        ("STOA_PORT_80_TCP_PROTO", "tcp"),
        ("STOA_PORT_80_TCP_ADDR", "fd00::1"),
        ("STOA_PORT_80_TCP_PORT", "80"),
        ("STOA_METRICS_SERVICE_HOST", "10.0.0.2"),
        ("STOA_METRICS_PORT", "tcp://10.0.0.2:9100"),
        ("STOA_METRICS_PORT_53_UDP_PORT", "53"),
    ];
    from_environment(&links).expect("a service link");
    for mistake in [
        ("STOA_PORT", "8080"),
        ("STOA_SERVER_PORT", "8080"),
        ("STOA_SERVICE_HOST", "qa.example.org"),
        ("STOA_SERVICE_PORT", "http"),
        ("STOA_PORT_80_TCP_PROTO", "8080"),
        ("STOA_PORT_80_TCP_NAME", "80"),
        ("STOA_PORT_HTTP", "80"),
        ("STOA_SERVER_LISTN", "127.0.0.1:80"),
        ("STOA_METRICS_LISTN", "tcp://10.0.0.2:9100"),
    ] {
        from_environment(&[mistake]).expect_err(mistake.0);
    }
}

#[test]
fn local_is_loopback_and_private_networks() {
    let local = Networks::parse(vec!["local".to_owned(), "203.0.113.7".to_owned()]).unwrap();
    for (address, trusted) in [
        ("127.0.0.1", true),
        ("192.168.1.9", true),
        ("::1", true),
        ("203.0.113.7", true),
        ("203.0.113.8", false),
        ("8.8.8.8", false),
    ] {
        assert_eq!(
            local.contains(address.parse().unwrap()),
            trusted,
            "{address}"
        );
    }
}

/// Returns an environment with these variables.
fn environment(variables: &[(&str, &str)]) -> Environment {
    variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

#[test]
fn sources_override_each_other_in_the_documented_order() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    std::fs::write(path("config.toml"), "[site]\ntitle = \"file\"\n").unwrap();
    std::fs::write(path("site.title"), "credential\n").unwrap();
    std::fs::write(path("title"), "own file\r\n").unwrap();
    let file = directory.path().join("config.toml");
    let credentials = (
        "CREDENTIALS_DIRECTORY",
        directory.path().to_str().unwrap().to_owned(),
    );
    let title = |variables: &[(&str, &str)]| {
        let loaded = Loaded::load(Some(&file), &environment(variables)).unwrap();
        (
            loaded.config.site.title.clone(),
            loaded.source("site.title").to_string(),
        )
    };
    assert_eq!(
        title(&[]),
        (
            "file".to_owned(),
            format!("{}, line 2", path("config.toml"))
        )
    );
    let credential = title(&[(credentials.0, &credentials.1)]);
    assert_eq!(
        credential,
        (
            "credential".to_owned(),
            format!("credential {}", path("site.title"))
        )
    );
    let own = title(&[
        (credentials.0, &credentials.1),
        ("STOA_SITE_TITLE_FILE", &path("title")),
    ]);
    assert_eq!(
        own,
        (
            "own file".to_owned(),
            "the file that environment variable STOA_SITE_TITLE_FILE names".to_owned()
        )
    );
    let variable = title(&[
        (credentials.0, &credentials.1),
        ("STOA_SITE_TITLE", "variable"),
    ]);
    assert_eq!(
        variable,
        (
            "variable".to_owned(),
            "environment variable STOA_SITE_TITLE".to_owned()
        )
    );
    let mut loaded = Loaded::load(
        Some(&file),
        &environment(&[("STOA_SITE_TITLE", "variable")]),
    )
    .unwrap();
    loaded.apply("site.title", "flag", Source::Flag("--title"));
    assert_eq!(
        (
            loaded.config.site.title.as_str(),
            loaded.source("site.title")
        ),
        ("flag", Source::Flag("--title"))
    );
    assert_eq!(loaded.source("data.dir"), Source::Default);

    let both = Loaded::load(
        None,
        &environment(&[
            ("STOA_SITE_TITLE", "a"),
            ("STOA_SITE_TITLE_FILE", &path("title")),
        ]),
    )
    .unwrap_err();
    assert_eq!(
        both.0,
        "STOA_SITE_TITLE and STOA_SITE_TITLE_FILE are both set: remove one of them"
    );
    let missing = Loaded::load(
        None,
        &environment(&[("STOA_SITE_TITLE_FILE", &path("none"))]),
    )
    .unwrap_err();
    assert!(
        missing
            .0
            .starts_with("environment variable STOA_SITE_TITLE_FILE: cannot read "),
        "{missing}"
    );
}

#[test]
fn the_file_is_searched_for_in_the_default_paths() {
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("stoa/config.toml");
    let variables = environment(&[("XDG_CONFIG_HOME", home.path().to_str().unwrap())]);
    assert_eq!(
        default_paths(&variables),
        [own.clone(), PathBuf::from("/etc/stoa/config.toml")]
    );
    std::fs::create_dir(home.path().join("stoa")).unwrap();
    std::fs::write(&own, "").unwrap();
    assert_eq!(file_in_use(None, &variables), Some(own));
    let named = environment(&[
        ("STOA_CONFIG", "/named"),
        ("XDG_CONFIG_HOME", home.path().to_str().unwrap()),
    ]);
    assert_eq!(file_in_use(None, &named), Some(PathBuf::from("/named")));
    assert_eq!(
        file_in_use(Some(Path::new("/flag")), &named),
        Some(PathBuf::from("/flag"))
    );
    let missing = Loaded::load(Some(Path::new("/no/such/file")), &variables).unwrap_err();
    assert!(
        missing.0.starts_with("cannot read /no/such/file: "),
        "{missing}"
    );
}

#[test]
fn invalid_values_are_rejected() {
    for (key, wrong) in [
        ("SERVER_LISTEN", "8080"),
        ("SERVER_LISTEN", "localhost"),
        ("SERVER_LISTEN", "127.0.0.1:99999"),
        ("SERVER_LISTEN", "127.0.0.1:8080, unix:relative"),
        ("SERVER_LISTEN", ""),
        ("SERVER_UNIX_MODE", "rw"),
        ("SERVER_UNIX_MODE", "7777"),
        ("SERVER_BASE_URL", "qa.example.org"),
        ("SERVER_BASE_URL", "ftp://qa.example.org"),
        ("SERVER_BASE_URL", "https://"),
        ("SERVER_BASE_URL", "https://qa.example.org/?x"),
        ("SERVER_BASE_URL", "https://qa.example.org/a//b"),
        ("SERVER_BASE_URL", "https://qa.example.org/a/../b"),
        ("SERVER_BASE_URL", "https://ann@qa.example.org"),
        ("SERVER_ALLOWED_ORIGINS", "https://a.example/path"),
        ("SERVER_TRUSTED_PROXIES", "proxy"),
        ("SITE_TITLE", " "),
        ("BACKUP_SCHEDULE", "25:00"),
        ("BACKUP_SCHEDULE", "3:30"),
        ("BACKUP_SCHEDULE", "0h"),
        ("BACKUP_SCHEDULE", "daily"),
        ("LOG_LEVEL", "chatty"),
        ("LOG_LEVEL", "stoa=chatty"),
        ("LOG_FORMAT", "xml"),
        ("TLS_CERT", "/only/one"),
        ("TLS_KEY", "/only/one"),
    ] {
        let name = format!("STOA_{key}");
        let error = from_environment(&[(&name, wrong)]).expect_err(&format!("{name}={wrong}"));
        assert!(
            error.0.starts_with(&format!("environment variable {name}")),
            "{error}"
        );
    }
    let check = |text: &str, message: &str| assert_eq!(from_toml(text).unwrap_err().0, message);
    check(
        "[backup]\nschedule = \"25:00\"",
        "config.toml, line 2: backup.schedule must be a time of day in UTC such as \"03:30\", an interval such as \"6h\", or empty",
    );
}

#[test]
fn valid_schedules_log_filters_and_origins_are_accepted() {
    for schedule in ["", "03:30", "23:59", "6h", "90m"] {
        assert_eq!(check_schedule(schedule), Ok(()), "{schedule}");
    }
    for filter in [
        "info",
        "WARN",
        "off",
        "stoa=debug,info",
        "stoa::app::server=trace, warn",
    ] {
        assert_eq!(check_log_filter(filter), Ok(()), "{filter}");
    }
    assert_eq!(
        check_origins(&["https://a.example:8443".to_owned()]),
        Ok(())
    );
}

#[test]
fn listen_takes_one_or_several_addresses() {
    let listen = |text: &str| {
        from_toml(&format!("[server]\nlisten = {text}"))
            .unwrap()
            .server
            .listen
            .0
    };
    let tcp = |text: &str| Address::Tcp(text.to_owned());
    assert_eq!(listen("\"0.0.0.0:80\""), [tcp("0.0.0.0:80")]);
    let several = [
        tcp("[::1]:8080"),
        Address::Unix("/run/stoa.sock".into()),
        Address::Systemd,
    ];
    assert_eq!(
        listen("[\"[::1]:8080\", \"unix:/run/stoa.sock\", \"systemd\"]"),
        several
    );
    let config = from_environment(&[(
        "STOA_SERVER_LISTEN",
        "[::1]:8080,unix:/run/stoa.sock,systemd",
    )])
    .unwrap();
    assert_eq!(config.server.listen.0, several);
}

#[test]
fn a_wildcard_address_is_reached_at_the_loopback_address() {
    for (listens, local) in [
        ("0.0.0.0:8080", "127.0.0.1:8080"),
        ("[::]:8080", "[::1]:8080"),
        ("10.0.0.0:8080", "10.0.0.0:8080"),
        ("example.org:80", "example.org:80"),
    ] {
        assert_eq!(Address::Tcp(listens.to_owned()).local(), local);
    }
}

#[test]
fn a_base_url_is_an_origin_and_an_optional_path() {
    for (text, whole, path) in [
        ("https://qa.example.org", "https://qa.example.org", ""),
        ("https://QA.example.org:443/", "https://qa.example.org", ""),
        (
            "http://localhost:8080/forum/",
            "http://localhost:8080/forum",
            "/forum",
        ),
        ("http://[::1]:80/a/b-c", "http://[::1]/a/b-c", "/a/b-c"),
        ("", "", ""),
    ] {
        let url = BaseUrl::parse(text).expect(text);
        assert_eq!((&*url, url.path()), (whole, path), "{text}");
        assert_eq!(format!("{}{}", url.origin(), url.path()), whole);
    }
}

#[test]
fn secrets_are_hidden() {
    let config = from_environment(&[
        ("STOA_ADMIN_PASSWORD", "colonnade"),
        ("STOA_METRICS_TOKEN", "colonnade"),
    ])
    .unwrap();
    assert!(!format!("{config:?}{:?}", config.values()).contains("colonnade"));
    assert_eq!(config.admin.password.expose(), "colonnade");
}

#[test]
fn mail_without_a_host_is_off_and_needs_nothing() {
    assert!(!from_toml("").expect("the defaults").has_mail());
}

#[test]
fn mistakes_in_the_settings_of_mail_are_named() {
    let complete = "[server]\nbase_url = \"https://qa.example.org\"\n[mail]\nhost = \"smtp.example.org\"\nfrom = \"Stoa <stoa@example.org>\"\n";
    let file = |more: &str| {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("config.toml");
        std::fs::write(&file, more).unwrap();
        Loaded::load(Some(&file), &Environment::new()).map(|loaded| loaded.config)
    };
    assert_eq!(file(complete).expect("valid").mail_port(), 465);
    for (text, mistake) in [
        (complete.replace("from", "#from"), "mail.from is not"),
        (
            complete.replace("base_url", "#base_url"),
            "server.base_url is not",
        ),
        (
            format!("{complete}tls = \"none\""),
            "only for a mail server on this machine",
        ),
        (
            format!("{complete}username = \"stoa\""),
            "set both or neither",
        ),
        (
            complete.replace("smtp.example.org", "smtps://smtp.example.org"),
            "mail.host must be",
        ),
        (
            complete.replace("smtp.example.org", "smtp.example.org:465"),
            "mail.host must be",
        ),
        (
            complete.replace("Stoa <stoa@example.org>", "Stoa"),
            "mail.from must be",
        ),
        (format!("{complete}port = 65536"), "mail.port must be"),
        (
            format!("{complete}per_minute = 0"),
            "mail.per_minute must be",
        ),
        (format!("{complete}tls = \"ssl\""), "mail.tls must be"),
    ] {
        let error = file(&text).unwrap_err();
        assert!(error.0.contains(mistake), "{text}: {}", error.0);
    }
    for local in ["localhost", "127.0.0.1", "::1"] {
        let text = complete.replace("smtp.example.org", local) + "tls = \"none\"";
        assert_eq!(file(&text).expect("a local host").mail_port(), 25);
    }
}

#[test]
fn push_is_off_and_needs_an_address_that_browsers_treat_as_secure() {
    let with = |base_url: &str| {
        from_environment(&[
            ("STOA_PUSH_ENABLED", "true"),
            ("STOA_SERVER_BASE_URL", base_url),
        ])
    };
    assert!(!from_toml("").expect("the defaults").push.enabled);
    for secure in [
        "https://qa.example.org",
        "https://example.org/forum",
        "http://localhost:8080",
        "http://stoa.localhost",
        "http://127.0.0.1:8080/forum",
        "http://[::1]:8080",
        "http://[::1]",
    ] {
        assert!(with(secure).expect(secure).push.enabled);
    }
    for (base_url, problem) in [
        ("", "server.base_url is not set"),
        ("http://qa.example.org", "server.base_url is not https"),
        ("http://10.0.0.1:8080", "server.base_url is not https"),
        (
            "http://localhost.example.org",
            "server.base_url is not https",
        ),
    ] {
        let mistake = with(base_url).unwrap_err().0;
        let source = "environment variable STOA_PUSH_ENABLED: push.enabled is true";
        assert!(
            mistake.starts_with(source) && mistake.contains(problem),
            "{mistake}"
        );
    }
}
