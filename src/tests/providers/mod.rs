//! Logins through OpenID Connect providers.

mod accounts;
mod double;
mod logins;
mod tokens;

use serde_json::{Value, json};

use self::double::{CLIENT, ProviderDouble, SECRET};
use super::{Person, Reply, TestSite};
use crate::core::config::{BaseUrl, Config, ProviderConfig};
use crate::core::http_client::Reach;

const UNPROVED: &str = "The answer of Test could not be verified";
const ENDED: &str = "This login took too long, or began in another browser: please start again";

/// Returns the configuration of a provider.
fn configured(provider: &ProviderDouble) -> ProviderConfig {
    ProviderConfig {
        id: "test".to_owned(),
        name: "Test".to_owned(),
        button: "Log in with Test".to_owned(),
        issuer: provider.issuer.clone(),
        client_id: CLIENT.to_owned(),
        client_secret: SECRET.to_owned().into(),
        scopes: vec!["openid".to_owned(), "profile".to_owned()],
        reach: Reach::Private,
        groups_claim: "groups".to_owned(),
        ..ProviderConfig::default()
    }
}

/// A site with a provider.
struct Joined {
    site: TestSite,
    provider: ProviderDouble,
}

impl Joined {
    fn new() -> Self {
        Self::with(|_, _| {})
    }

    fn with(change: impl FnOnce(&mut Config, &mut ProviderConfig)) -> Self {
        let provider = ProviderDouble::start();
        let site = TestSite::with(|config| {
            config.server.base_url = BaseUrl::parse("http://stoa.test").expect("an address");
            let mut one = configured(&provider);
            change(config, &mut one);
            config.auth.provider = vec![one].into();
        });
        provider.state().clock = site.clock.clone();
        Self { site, provider }
    }

    /// Goes to the provider and comes back as this subject. Returns the fields of the answer.
    async fn answer(&self, person: &Person, subject: &str) -> Value {
        let now = self.site.clock.now().millis() / 1_000;
        let claims = json!({"preferred_username": subject, "auth_time": now});
        self.answer_to("/oidc/start", person, subject, claims).await
    }

    async fn answer_to(&self, start: &str, person: &Person, subject: &str, claims: Value) -> Value {
        let begun = person.post(start, json!({"provider": "test"})).await.ok();
        let location = begun["location"].as_str().expect("a location");
        self.provider.consent(location, subject, claims)
    }

    /// Logs in at the provider as this subject.
    async fn log_in(&self, person: &Person, subject: &str) -> Reply {
        let answer = self.answer(person, subject).await;
        person.post("/oidc/finish", answer).await
    }

    /// Signs up through the provider as the subject with the same name.
    async fn sign_up(&self, name: &str) -> Person {
        let mut person = self.site.visitor();
        person.name = name.to_owned();
        let finished = self.log_in(&person, name).await.ok();
        assert_eq!(finished["outcome"], "chooseName");
        assert_eq!(finished["suggestion"], name);
        let user = person
            .post("/oidc/signup", json!({"username": name}))
            .await
            .ok();
        assert_eq!(user["username"], name);
        person
    }
}
