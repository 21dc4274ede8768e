//! Loads a configuration from its sources and records the source of each value.

use std::collections::BTreeMap;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::error::ConfigError;
use super::service_link::is_service_link;
use super::source::Source;
use super::table::{Config, KEYS, variable};

/// The environment variables of a process.
pub type Environment = BTreeMap<String, String>;

/// A configuration with the source of each value.
#[derive(Debug)]
pub struct Loaded {
    pub config: Config,
    /// The mistakes in the sources. Their keys have the values of other sources.
    pub mistakes: Vec<ConfigError>,
}

impl Loaded {
    /// Reads the file (if any), the systemd credentials and the environment. Fails with all mistakes in
    /// them, one per line.
    pub fn load(file: Option<&Path>, environment: &Environment) -> Result<Self, ConfigError> {
        Self::read(file, environment).valid()
    }

    /// Does the same, but applies what is right if there are mistakes.
    pub fn read(file: Option<&Path>, environment: &Environment) -> Self {
        let mut loaded = Self {
            config: Config::default(),
            mistakes: Vec::new(),
        };
        if let Some(path) = file {
            match read(path) {
                Ok(text) => loaded.apply_toml(&text, &path.display().to_string()),
                Err(error) => loaded.mistakes.push(error),
            }
        }
        loaded.apply_credentials(environment);
        loaded.apply_environment(environment);
        loaded.check_together();
        loaded
    }

    /// Returns the configuration if it has no mistakes.
    pub fn valid(self) -> Result<Self, ConfigError> {
        ConfigError::all(self.mistakes.iter()).map_or(Ok(()), Err)?;
        Ok(self)
    }

    /// Notes a mistake, and goes on.
    fn note(&mut self, result: Result<(), ConfigError>) {
        self.mistakes.extend(result.err());
    }

    /// Returns the source of the value of `key`.
    pub fn source(&self, key: &str) -> Source {
        self.config.sources.get(key).cloned().unwrap_or_default()
    }

    fn set(&mut self, key: &'static str, text: &str, source: Source) -> Result<(), ConfigError> {
        self.config
            .set_text(key, text)
            .map_err(|expected| match &source {
                Source::Flag(name) => ConfigError(format!("{name} must be {expected}")),
                source => ConfigError(format!("{source}: {key} must be {expected}")),
            })?;
        self.config.sources.insert(key, source);
        Ok(())
    }

    /// Parses a text and sets a key to its value, or notes the mistake in it.
    pub fn apply(&mut self, key: &'static str, text: &str, source: Source) {
        let result = self.set(key, text, source);
        self.note(result);
    }

    pub(super) fn apply_toml(&mut self, text: &str, name: &str) {
        let line = |offset: usize| text[..offset].matches('\n').count() + 1;
        let (table, errors) = DeTable::parse_recoverable(text);
        if let Some(error) = errors.first() {
            let location = error
                .span()
                .map_or(String::new(), |span| format!(", line {}", line(span.start)));
            let mistake = format!("{name}{location}: {}", error.message());
            return self.mistakes.push(ConfigError(mistake));
        }
        for (section, values) in table.get_ref() {
            let at = Source::File(name.to_owned(), line(section.span().start));
            let is_known = KEYS.iter().any(|key| {
                key.split_once('.')
                    .is_some_and(|(known, _)| known == section.get_ref().as_ref())
            });
            let values = values.get_ref().as_table();
            let Some(values) = values.filter(|values| is_known || !values.is_empty()) else {
                self.mistakes.push(unknown(&at, section.get_ref()));
                continue;
            };
            for (key, value) in values {
                let at = Source::File(name.to_owned(), line(key.span().start));
                let key = format!("{}.{}", section.get_ref(), key.get_ref());
                let result = self.apply_key(&key, value.get_ref(), at);
                self.note(result);
            }
        }
    }

    fn apply_key(&mut self, key: &str, value: &DeValue<'_>, at: Source) -> Result<(), ConfigError> {
        let Some(known) = KEYS.iter().find(|known| **known == key) else {
            return Err(unknown(&at, key));
        };
        self.config
            .set_toml(known, value)
            .map_err(|expected| ConfigError(format!("{at}: {key} must be {expected}")))?;
        self.config.sources.insert(known, at);
        Ok(())
    }

    /// Reads systemd credentials (`LoadCredential=section.key:…`).
    fn apply_credentials(&mut self, environment: &Environment) {
        let Some(directory) = environment.get("CREDENTIALS_DIRECTORY") else {
            return;
        };
        for key in KEYS {
            let path = Path::new(directory).join(key);
            if path.exists() {
                let result = read(&path)
                    .and_then(|text| self.set(key, line_of(&text), Source::Credential(path)));
                self.note(result);
            }
        }
    }

    fn apply_environment(&mut self, environment: &Environment) {
        for (name, text) in environment
            .iter()
            .filter(|(name, _)| name.starts_with("STOA_"))
        {
            // STOA_CONFIG names the configuration file; STOA_UI_DIST is for development of the UI.
            if matches!(name.as_str(), "STOA_CONFIG" | "STOA_UI_DIST") {
                continue;
            }
            let result = self.apply_variable(name, text, environment);
            self.note(result);
        }
    }

    fn apply_variable(
        &mut self,
        name: &str,
        text: &str,
        environment: &Environment,
    ) -> Result<(), ConfigError> {
        let key_of = |name: &str| KEYS.iter().find(|key| variable(key) == name);
        if let Some(key) = key_of(name) {
            return self.set(key, text, Source::Variable(name.to_owned()));
        }
        let plain = name.strip_suffix("_FILE");
        if let Some((plain, key)) = plain.and_then(|plain| Some((plain, key_of(plain)?))) {
            if environment.contains_key(plain) {
                return Err(ConfigError(format!(
                    "{plain} and {name} are both set: remove one of them"
                )));
            }
            let content = read(Path::new(text))
                .map_err(|error| ConfigError(format!("environment variable {name}: {error}")))?;
            return self.set(
                key,
                line_of(&content),
                Source::VariableFile(name.to_owned()),
            );
        }
        if is_service_link(name, text) {
            return Ok(());
        }
        let nearest = nearest(name, KEYS.iter().map(|key| variable(key)));
        Err(ConfigError(format!(
            "unknown environment variable {name}{nearest}"
        )))
    }

    /// Checks values that depend on each other.
    fn check_together(&mut self) {
        let tls = &self.config.tls;
        let (has_cert, has_key) = (
            !tls.cert.as_os_str().is_empty(),
            !tls.key.as_os_str().is_empty(),
        );
        if has_cert != has_key {
            let (given, missing) = if has_cert {
                ("tls.cert", "tls.key")
            } else {
                ("tls.key", "tls.cert")
            };
            self.mistakes.push(ConfigError(format!(
                "{}: {given} is set, but {missing} is not; set both or neither",
                self.source(given)
            )));
        }
        if let Some(problem) = self.config.mail_problem() {
            let mistake = format!("{}: {}", self.source(problem.key()), problem.text());
            self.mistakes.push(ConfigError(mistake));
        }
        if let Some(problem) = self.config.push_problem() {
            let mistake = format!("{}: {problem}", self.source("push.enabled"));
            self.mistakes.push(ConfigError(mistake));
        }
        self.check_providers();
        if self.config.server.listen.is_empty() {
            self.mistakes.push(ConfigError(format!(
                "{}: server.listen is empty; set at least one address",
                self.source("server.listen")
            )));
        }
    }
}

impl Loaded {
    /// Checks the providers, and what they need.
    fn check_providers(&mut self) {
        let (providers, base_url) = (&self.config.auth.provider, &self.config.server.base_url);
        let mut mistakes: Vec<(&str, &str)> = Vec::new();
        for problem in providers.problems() {
            mistakes.push(("auth.provider", problem));
        }
        if !providers.is_empty() && base_url.is_empty() {
            let problem = "server.base_url is not set, to which providers send people back";
            mistakes.push(("auth.provider", problem));
        }
        if self.config.auth.only_providers && providers.is_empty() {
            let problem = "auth.only_providers is true, but there is no provider";
            mistakes.push(("auth.only_providers", problem));
        }
        let mistakes = mistakes.iter().map(|(key, problem)| {
            let source = self.source(key);
            ConfigError(format!("{source}: {problem}"))
        });
        let mistakes: Vec<ConfigError> = mistakes.collect();
        self.mistakes.extend(mistakes);
    }
}

impl Config {
    /// Reads the file (if any) and the environment, an iterator over all variables of the process.
    pub fn load(
        file: Option<&Path>,
        environment: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        Loaded::load(file, &environment.collect()).map(|loaded| loaded.config)
    }
}

fn read(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path)
        .map_err(|error| ConfigError(format!("cannot read {}: {error}", path.display())))
}

/// Returns the content of a file with one value, without the newline that editors add at the end.
fn line_of(content: &str) -> &str {
    let content = content.strip_suffix('\n').unwrap_or(content);
    content.strip_suffix('\r').unwrap_or(content)
}

fn unknown(at: &Source, key: &str) -> ConfigError {
    ConfigError(format!(
        "{at}: unknown key {key}{}",
        nearest(key, KEYS.iter().map(|key| (*key).to_owned()))
    ))
}

fn nearest(name: &str, known: impl Iterator<Item = String>) -> String {
    // A key that only lacks its section comes first.
    let best = known
        .map(|known| {
            let distance = strsim::damerau_levenshtein(name, &known);
            (!known.ends_with(name), distance, known)
        })
        .min();
    best.map_or(String::new(), |(_, _, known)| {
        format!("; did you mean {known}?")
    })
}
