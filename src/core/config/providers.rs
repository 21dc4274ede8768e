//! The OpenID Connect providers of `[[auth.provider]]`.

use std::collections::BTreeMap;
use std::ops::Deref;

use serde_json::{Value, json};
use toml::de::{DeTable, DeValue};

use super::values::{Secret, Setting};
use crate::core::http_client::{Reach, Target};

/// The largest number of providers.
const MOST: usize = 20;
/// The longest value in bytes.
const LENGTH: usize = 1_000;
/// The keys of a provider.
const KEYS: [&str; 13] = [
    "id",
    "name",
    "issuer",
    "client_id",
    "client_secret",
    "client_secret_file",
    "scopes",
    "button",
    "private",
    "session_hours",
    "logout",
    "groups_claim",
    "roles",
];
/// The key of the communities, which is a table like `roles`.
const COMMUNITIES: &str = "communities";

/// An OpenID Connect provider at which members can log in.
#[derive(Clone, Debug, Default)]
pub struct ProviderConfig {
    /// Short name in addresses: lower-case letters, digits and `-`.
    pub id: String,
    /// The name that members see.
    pub name: String,
    /// The issuer, exactly as the provider writes it.
    pub issuer: String,
    pub client_id: String,
    /// Empty: the provider knows this site as a public client.
    pub client_secret: Secret,
    pub scopes: Vec<String>,
    /// The text of the button on the login page.
    pub button: String,
    /// Where the provider may be.
    pub reach: Reach,
    /// After how many hours a login through the provider ends; 0: like any other.
    pub session_hours: u32,
    /// Whether logging out here also logs out at the provider.
    pub logs_out: bool,
    /// The claim with the groups of a person.
    pub groups_claim: String,
    /// The role of the members of a group.
    pub roles: BTreeMap<String, String>,
    /// The names of the communities that the members of a group join.
    pub communities: BTreeMap<String, String>,
}

/// The configured providers, and what is wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Providers {
    list: Vec<ProviderConfig>,
    problems: Vec<String>,
}

impl Providers {
    /// Returns what is wrong with them.
    pub(super) fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl Deref for Providers {
    type Target = [ProviderConfig];

    fn deref(&self) -> &[ProviderConfig] {
        &self.list
    }
}

impl From<Vec<ProviderConfig>> for Providers {
    fn from(list: Vec<ProviderConfig>) -> Self {
        Self {
            list,
            problems: Vec::new(),
        }
    }
}

impl Setting for Providers {
    const EXPECTED: &'static str = "a list of tables, each under [[auth.provider]]";

    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        let mut providers = Self::default();
        for (index, table) in value.as_array()?.iter().enumerate() {
            let table = table.get_ref().as_table()?;
            let (provider, problems) = ProviderConfig::read(table);
            let label = if provider.id.is_empty() {
                format!("provider {}", index + 1)
            } else {
                format!("provider {}", provider.id)
            };
            let problems = problems.iter().map(|problem| format!("{label}: {problem}"));
            providers.problems.extend(problems);
            if providers.list.iter().any(|other| other.id == provider.id) {
                let problem = format!("{label}: another provider has this id");
                providers.problems.push(problem);
            }
            providers.list.push(provider);
        }
        if providers.list.len() > MOST {
            let problem = format!("there are more than {MOST} providers");
            providers.problems.push(problem);
        }
        Some(providers)
    }

    /// Reads a list of inline tables: `[{id = "…", …}]`.
    fn from_text(text: &str) -> Option<Self> {
        let document = format!("provider = {}", text.trim());
        let (table, errors) = DeTable::parse_recoverable(&document);
        if !errors.is_empty() {
            return None;
        }
        Self::from_toml(table.get_ref().get("provider")?.get_ref())
    }

    fn to_json(&self) -> Value {
        self.list.iter().map(ProviderConfig::to_json).collect()
    }
}

impl ProviderConfig {
    /// Reads a table. Returns also what is wrong in it.
    fn read(table: &DeTable<'_>) -> (Self, Vec<String>) {
        let mut problems = Vec::new();
        for key in table.keys() {
            let key: &str = key.get_ref();
            if !KEYS.contains(&key) && key != COMMUNITIES {
                problems.push(format!("unknown key {key}{}", nearest(key)));
            }
        }
        let mut fields = Fields { table, problems };
        let id = fields.text("id").unwrap_or_default();
        let name = fields.text("name").unwrap_or_else(|| id.clone());
        let mut scopes: Vec<String> = fields
            .value("scopes")
            .unwrap_or_else(|| ["openid", "profile", "email"].map(str::to_owned).to_vec());
        if !scopes.iter().any(|scope| scope == "openid") {
            scopes.insert(0, "openid".to_owned());
        }
        let is_private = fields.value("private").unwrap_or(false);
        let provider = Self {
            issuer: fields.text("issuer").unwrap_or_default(),
            client_id: fields.text("client_id").unwrap_or_default(),
            client_secret: fields.secret(),
            scopes,
            button: fields
                .text("button")
                .unwrap_or_else(|| format!("Log in with {name}")),
            reach: if is_private {
                Reach::Private
            } else {
                Reach::Public
            },
            session_hours: fields.value("session_hours").unwrap_or(0),
            logs_out: fields.value("logout").unwrap_or(false),
            groups_claim: fields
                .text("groups_claim")
                .unwrap_or_else(|| "groups".to_owned()),
            roles: fields.map("roles"),
            communities: fields.map(COMMUNITIES),
            id,
            name,
        };
        let Fields { mut problems, .. } = fields;
        problems.extend(provider.problems());
        (provider, problems)
    }

    /// Returns what is wrong with the values.
    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut must = |is_met: bool, problem: &str| {
            if !is_met {
                problems.push(problem.to_owned());
            }
        };
        let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        must(
            !self.id.is_empty() && self.id.len() <= 32 && self.id.bytes().all(is_id),
            "id must be a short name of lower-case letters, digits and -",
        );
        must(!self.client_id.is_empty(), "client_id must be set");
        let is_line = |text: &str| !text.trim().is_empty() && !text.contains(char::is_control);
        must(
            is_line(&self.name) && is_line(&self.button) && self.button.chars().count() <= 60,
            "name and button must be short texts in one line",
        );
        must(
            Target::of_service(&self.issuer, self.reach.clone()).is_some()
                && !self.issuer.contains(['?', '#']),
            "issuer must be the address of the provider, such as https://id.example.org; plain http needs private = true and \
             an address of this machine",
        );
        let is_scope = |scope: &String| {
            !scope.is_empty()
                && scope
                    .bytes()
                    .all(|byte| byte.is_ascii_graphic() && byte != b'"')
        };
        must(
            self.scopes.iter().all(is_scope),
            "scopes must be a list of words such as [\"openid\", \"profile\"]",
        );
        must(
            self.session_hours <= 720,
            "session_hours must be at most 720, the 30 days of any login",
        );
        let is_role = |role: &String| ["moderator", "administrator"].contains(&role.as_str());
        must(
            self.roles.values().all(is_role),
            "roles must give groups the role \"moderator\" or \"administrator\"",
        );
        let texts = [
            &self.name,
            &self.issuer,
            &self.client_id,
            &self.groups_claim,
        ];
        must(
            texts.iter().all(|text| text.len() <= LENGTH),
            "a value is too long",
        );
        problems
    }

    fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "issuer": self.issuer,
            "client_id": self.client_id,
            "client_secret": self.client_secret.to_json(),
            "scopes": self.scopes,
            "button": self.button,
            "private": self.reach == Reach::Private,
            "session_hours": self.session_hours,
            "logout": self.logs_out,
            "groups_claim": self.groups_claim,
            "roles": self.roles,
            "communities": self.communities,
        })
    }
}

/// The fields of a table, with what was wrong with those that were read.
struct Fields<'t> {
    table: &'t DeTable<'t>,
    problems: Vec<String>,
}

impl Fields<'_> {
    fn value<T: Setting>(&mut self, key: &str) -> Option<T> {
        let value = T::from_toml(self.table.get(key)?.get_ref());
        if value.is_none() {
            self.problems.push(format!("{key} must be {}", T::EXPECTED));
        }
        value
    }

    fn text(&mut self, key: &str) -> Option<String> {
        self.value(key)
    }

    /// Returns the secret of the client, from the file if one is named.
    fn secret(&mut self) -> Secret {
        let secret = self.text("client_secret");
        let Some(file) = self.text("client_secret_file") else {
            return secret.unwrap_or_default().into();
        };
        if secret.is_some() {
            let problem = "client_secret and client_secret_file are both set: remove one of them";
            self.problems.push(problem.to_owned());
        }
        match std::fs::read_to_string(&file) {
            Ok(content) => content.trim_end_matches(['\r', '\n']).to_owned().into(),
            Err(error) => {
                self.problems.push(format!("cannot read {file}: {error}"));
                Secret::default()
            }
        }
    }

    /// Returns a table from groups to names.
    fn map(&mut self, key: &str) -> BTreeMap<String, String> {
        let Some(value) = self.table.get(key) else {
            return BTreeMap::new();
        };
        let pairs = value.get_ref().as_table().and_then(|table| {
            let pair = |(group, name): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
                let group: &std::borrow::Cow<'_, str> = group.get_ref();
                Some((group.to_string(), name.get_ref().as_str()?.to_owned()))
            };
            table.iter().map(pair).collect::<Option<_>>()
        });
        pairs.unwrap_or_else(|| {
            let problem = format!("{key} must be a table such as {{ staff = \"moderator\" }}");
            self.problems.push(problem);
            BTreeMap::new()
        })
    }
}

/// Returns the key that was probably meant.
fn nearest(name: &str) -> String {
    let distance = |known: &&&str| strsim::damerau_levenshtein(name, known);
    let best = KEYS.iter().min_by_key(distance);
    best.map_or(String::new(), |known| format!("; did you mean {known}?"))
}
