//! Requests to a provider: its document, its keys, and the exchange of a code for the proof of who someone is.
//!
//! Every request goes through the guarded client, with a time limit and a bounded body. What a provider says is kept for
//! an hour, and a failure for some seconds, so that neither a flood of logins nor an outage makes many requests.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper::Method;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::{Map, Value};
use tokio::sync::{Mutex, Semaphore};
use url::Url;

use super::flow::{Away, Purpose};
use super::metadata::{ClientProof, Metadata};
use super::{groups, names};
use crate::core::clock::Timestamp;
use crate::core::config::{Config, ProviderConfig};
use crate::core::error::{Error, Sentence};
use crate::core::http_client::{Client, Response, Target};
use crate::features::auth::tokens::{Claims, Expected, LogoutNotice, ProviderKeys, TokenError};

/// The largest body of a response, in bytes.
const BODY: usize = 256 * 1024;
/// How long the document and the keys are kept.
const FRESH: Duration = Duration::from_secs(3_600);
/// How long a failure is kept.
const FAILED: Duration = Duration::from_secs(10);
/// The shortest time between two looks for newer keys.
const KEYS_AGAIN: Duration = Duration::from_secs(60);
/// The largest number of exchanges at a time.
const EXCHANGES: usize = 16;

/// Why a login through a provider failed.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The provider did not answer, or not as a provider does.
    Unavailable(String),
    /// The provider refused, with these words of its own.
    Refused(String),
    /// The answer does not prove who someone is.
    Unproved(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(detail) | Self::Unproved(detail) => f.write_str(detail),
            Self::Refused(words) => write!(f, "the provider refused: {words}"),
        }
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        Self::Unproved(error.to_string())
    }
}

/// Who someone is, as a provider has proved.
#[derive(Clone, Debug)]
pub struct Person {
    pub subject: String,
    /// What the provider calls them.
    pub name: String,
    pub sid: Option<String>,
    pub authenticated_at: Option<Timestamp>,
    /// Those of their groups that the configuration names. `None`: the provider says nothing about groups.
    pub groups: Option<Vec<String>>,
}

/// A configured provider.
pub struct Provider {
    pub config: ProviderConfig,
    /// The address of this site, without a slash at the end.
    base_url: String,
    known: Mutex<Known>,
    exchanges: Semaphore,
}

/// What is known of a provider.
#[derive(Default)]
struct Known {
    metadata: Option<(Instant, Arc<Metadata>)>,
    keys: Option<(Instant, Arc<ProviderKeys>)>,
    /// When its keys were last asked for.
    keys_asked_at: Option<Instant>,
    failure: Option<(Instant, Problem)>,
}

impl Known {
    /// Returns the last failure, if it is recent.
    fn recent_failure(&self) -> Option<Problem> {
        let (at, problem) = self.failure.as_ref()?;
        (at.elapsed() < FAILED).then(|| problem.clone())
    }
}

impl Provider {
    /// Reads the configuration of a provider.
    pub fn new(config: &Config, provider: &ProviderConfig) -> Self {
        Self {
            config: provider.clone(),
            base_url: config.server.base_url.to_string(),
            known: Mutex::default(),
            exchanges: Semaphore::new(EXCHANGES),
        }
    }

    /// Returns the error that a person sees.
    pub fn error(&self, problem: &Problem) -> Error {
        let name = &self.config.name;
        match problem {
            Problem::Unavailable(_) => Error::with(Sentence::ProviderUnavailable, name),
            Problem::Refused(words) => {
                Error::with(Sentence::ProviderRefused, format!("{name}: {words}"))
            }
            Problem::Unproved(_) => Error::with(Sentence::ProviderAnswerInvalid, name),
        }
    }

    /// Returns the address to which the provider sends people back.
    pub fn redirect_uri(&self) -> String {
        format!("{}/oidc/callback/{}", self.base_url, self.config.id)
    }

    /// Returns the address to which the provider sends notices of logouts.
    pub fn notice_uri(&self) -> String {
        format!("{}/oidc/backchannel/{}", self.base_url, self.config.id)
    }

    /// Returns what the provider says about itself.
    pub async fn metadata(&self, client: &Client) -> Result<Arc<Metadata>, Problem> {
        let mut known = self.known.lock().await;
        self.current_metadata(&mut known, client).await
    }

    async fn current_metadata(
        &self,
        known: &mut Known,
        client: &Client,
    ) -> Result<Arc<Metadata>, Problem> {
        if let Some((at, metadata)) = &known.metadata
            && at.elapsed() < FRESH
        {
            return Ok(metadata.clone());
        }
        if let Some(problem) = known.recent_failure() {
            return Err(problem);
        }
        match self.ask_metadata(client).await {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                known.metadata = Some((Instant::now(), metadata.clone()));
                Ok(metadata)
            }
            Err(problem) => {
                known.failure = Some((Instant::now(), problem.clone()));
                Err(problem)
            }
        }
    }

    async fn ask_metadata(&self, client: &Client) -> Result<Metadata, Problem> {
        let (document, _) = self.ask_document(client).await?;
        let (issuer, reach) = (&self.config.issuer, &self.config.reach);
        Metadata::parse(&document, issuer, reach).map_err(Problem::Unavailable)
    }

    /// Asks the provider what it says about itself. Returns also the time of its clock, if it says it.
    pub async fn ask_document(
        &self,
        client: &Client,
    ) -> Result<(Value, Option<Timestamp>), Problem> {
        let address = Metadata::address(&self.config.issuer);
        let target = Target::of_service(&address, self.config.reach.clone());
        let target =
            target.ok_or_else(|| Problem::Unavailable(format!("{address} is no address")))?;
        get_dated(client, &target, None).await
    }

    /// Asks the provider for its keys.
    pub async fn ask_keys(
        &self,
        client: &Client,
        metadata: &Metadata,
    ) -> Result<ProviderKeys, Problem> {
        let document = get(client, &metadata.keys, None).await?;
        let no_keys =
            || Problem::Unavailable("the document of the keys has no list of them".to_owned());
        ProviderKeys::parse(&document).ok_or_else(no_keys)
    }

    /// Returns the keys. `is_stale` asks for newer ones, at most once a minute.
    async fn keys(&self, client: &Client, is_stale: bool) -> Result<Arc<ProviderKeys>, Problem> {
        let mut known = self.known.lock().await;
        let may_ask = known
            .keys_asked_at
            .is_none_or(|at| at.elapsed() >= KEYS_AGAIN);
        if let Some((at, keys)) = &known.keys
            && ((at.elapsed() < FRESH && !is_stale) || !may_ask)
        {
            return Ok(keys.clone());
        }
        let metadata = self.current_metadata(&mut known, client).await?;
        if !may_ask {
            let problem = known.recent_failure();
            let unknown =
                || Problem::Unavailable("the keys of the provider are unknown".to_owned());
            return Err(problem.unwrap_or_else(unknown));
        }
        known.keys_asked_at = Some(Instant::now());
        match self.ask_keys(client, &metadata).await {
            Ok(keys) => {
                let keys = Arc::new(keys);
                known.keys = Some((Instant::now(), keys.clone()));
                Ok(keys)
            }
            Err(problem) => {
                known.failure = Some((Instant::now(), problem.clone()));
                // Without any keys, the next login asks again.
                known.keys_asked_at = known.keys.as_ref().and(known.keys_asked_at);
                Err(problem)
            }
        }
    }

    /// Returns the signed claims of a token.
    async fn open(&self, client: &Client, token: &str) -> Result<Map<String, Value>, Problem> {
        let keys = self.keys(client, false).await?;
        match keys.open(token) {
            // The provider may have changed its keys.
            Err(TokenError::NoKey(_)) => Ok(self.keys(client, true).await?.open(token)?),
            opened => Ok(opened?),
        }
    }

    fn expected(&self, now: Timestamp) -> Expected<'_> {
        Expected {
            issuer: &self.config.issuer,
            client: &self.config.client_id,
            now,
        }
    }

    /// Returns the address to which the browser goes.
    pub async fn start(&self, client: &Client, away: &Away) -> Result<String, Problem> {
        let metadata = self.metadata(client).await?;
        let (redirect, scope) = (self.redirect_uri(), self.config.scopes.join(" "));
        let (state, nonce, challenge) = (away.state(), away.nonce(), away.challenge());
        let mut parameters = vec![
            ("response_type", "code"),
            ("response_mode", "query"),
            ("client_id", &self.config.client_id),
            ("redirect_uri", &redirect),
            ("scope", &scope),
            ("state", &state),
            ("nonce", &nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ];
        if away.purpose == Purpose::Confirm {
            // As late as the clocks may be. Glewlwyd 2.7.5 refuses 0, and with 1 asks again after a second.
            parameters.extend([("prompt", "login"), ("max_age", "60")]);
        }
        with_parameters(&metadata.authorization, &parameters)
    }

    /// Returns the address to which the browser goes after a logout here, if the provider has one and the configuration
    /// says so.
    pub async fn end_session(&self, client: &Client) -> Result<Option<String>, Problem> {
        let metadata = self.metadata(client).await?;
        let Some(address) = metadata
            .end_session
            .as_ref()
            .filter(|_| self.config.logs_out)
        else {
            return Ok(None);
        };
        let back = format!("{}/", self.base_url);
        let parameters = [
            ("client_id", self.config.client_id.as_str()),
            ("post_logout_redirect_uri", &back),
        ];
        with_parameters(address, &parameters).map(Some)
    }

    /// Checks what the provider calls itself in its answer (RFC 9207).
    pub async fn check_issuer(&self, client: &Client, issuer: &str) -> Result<(), Problem> {
        let must_be_there = self.metadata(client).await?.names_issuer;
        if issuer == self.config.issuer || (issuer.is_empty() && !must_be_there) {
            Ok(())
        } else {
            Err(Problem::Unproved(format!(
                "the answer is from the issuer {:?}, but {:?} is configured",
                names::in_one_line(issuer),
                self.config.issuer
            )))
        }
    }

    /// Exchanges the code of an answer, and returns who someone is.
    pub async fn identify(
        &self,
        client: &Client,
        away: &Away,
        code: &str,
        now: Timestamp,
    ) -> Result<Person, Problem> {
        let busy = || Problem::Unavailable("too many logins at a time".to_owned());
        let _exchange = self.exchanges.try_acquire().map_err(|_| busy())?;
        let metadata = self.metadata(client).await?;
        let answer = self.exchange(client, &metadata, away, code).await?;
        let token = |name: &str| answer.get(name).and_then(Value::as_str);
        let missing = || Problem::Unproved("the answer has no id_token".to_owned());
        let signed = self
            .open(client, token("id_token").ok_or_else(missing)?)
            .await?;
        let claims = Claims::check(signed, &self.expected(now), &away.nonce())?;
        let mut all = claims.all;
        let lacks_groups = groups::matter(&self.config) && groups::of(&self.config, &all).is_none();
        if (names::name(&all).is_none() || lacks_groups)
            && let (Some(target), Some(access)) = (&metadata.userinfo, token("access_token"))
        {
            let more = get(client, target, Some(access)).await?;
            if more.get("sub").and_then(Value::as_str) != Some(&claims.subject) {
                return Err(Problem::Unproved(
                    "userinfo is about another subject (sub)".to_owned(),
                ));
            }
            let Value::Object(more) = more else {
                return Err(Problem::Unproved("userinfo is no object".to_owned()));
            };
            // What was signed counts more.
            let mut both = more;
            both.append(&mut all);
            all = both;
        }
        Ok(Person {
            name: names::name(&all).unwrap_or_default(),
            subject: claims.subject,
            sid: claims.session,
            authenticated_at: claims.authenticated_at,
            groups: groups::of(&self.config, &all),
        })
    }

    async fn exchange(
        &self,
        client: &Client,
        metadata: &Metadata,
        away: &Away,
        code: &str,
    ) -> Result<Value, Problem> {
        let (id, secret) = (&self.config.client_id, self.config.client_secret.expose());
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/x-www-form-urlencoded"),
        );
        let (redirect, verifier) = (self.redirect_uri(), away.verifier());
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &redirect),
            ("code_verifier", &verifier),
            ("client_id", id),
        ];
        match metadata.client_proof {
            _ if secret.is_empty() => {}
            ClientProof::Form => form.push(("client_secret", secret)),
            ClientProof::Header => {
                // RFC 6749 wants both parts as in a form.
                let part = |text: &str| {
                    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>()
                };
                let both = BASE64_STANDARD.encode(format!("{}:{}", part(id), part(secret)));
                headers.insert(AUTHORIZATION, secret_value(&format!("Basic {both}"))?);
            }
        }
        let body = serde_urlencoded::to_string(&form).unwrap_or_default();
        let (target, body) = (&metadata.token, body.into_bytes());
        let response = send(client, target, Method::POST, headers, body).await?;
        let answer: Value = serde_json::from_slice(&response.body).unwrap_or_default();
        match response.status {
            200..300 => Ok(answer),
            300..400 | 500.. => Err(unexpected(target, response.status)),
            _ => Err(Problem::Refused(words(
                answer
                    .get("error")
                    .and_then(Value::as_str)
                    .unwrap_or("invalid code"),
                answer
                    .get("error_description")
                    .and_then(Value::as_str)
                    .unwrap_or_default(),
            ))),
        }
    }

    /// Returns what a signed logout token says.
    pub async fn logout_notice(
        &self,
        client: &Client,
        token: &str,
        now: Timestamp,
    ) -> Result<LogoutNotice, Problem> {
        let busy = || Problem::Unavailable("too many logins at a time".to_owned());
        let _exchange = self.exchanges.try_acquire().map_err(|_| busy())?;
        let signed = self.open(client, token).await?;
        Ok(LogoutNotice::check(&signed, &self.expected(now))?)
    }
}

/// Returns a provider's words about an error, which people see: short, in one line.
pub fn words(code: &str, description: &str) -> String {
    let (code, description) = (names::in_one_line(code), names::in_one_line(description));
    if description.is_empty() {
        code
    } else {
        format!("{code} ({description})")
    }
}

fn with_parameters(address: &str, parameters: &[(&str, &str)]) -> Result<String, Problem> {
    let mut url = Url::parse(address)
        .map_err(|error| Problem::Unavailable(format!("{address:?} is no address: {error}")))?;
    url.query_pairs_mut().extend_pairs(parameters);
    Ok(url.into())
}

/// Returns a value of a header that is not logged.
fn secret_value(text: &str) -> Result<HeaderValue, Problem> {
    let value = HeaderValue::from_str(text);
    let mut value = value.map_err(|_| {
        Problem::Unavailable("a secret has characters that no header bears".to_owned())
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Returns a JSON document of a provider.
async fn get(client: &Client, target: &Target, access: Option<&str>) -> Result<Value, Problem> {
    let (document, _) = get_dated(client, target, access).await?;
    Ok(document)
}

/// Returns a JSON document of a provider, and the time of its clock.
async fn get_dated(
    client: &Client,
    target: &Target,
    access: Option<&str>,
) -> Result<(Value, Option<Timestamp>), Problem> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    if let Some(access) = access {
        headers.insert(AUTHORIZATION, secret_value(&format!("Bearer {access}"))?);
    }
    let response = send(client, target, Method::GET, headers, Vec::new()).await?;
    if response.status != 200 {
        return Err(unexpected(target, response.status));
    }
    let document = serde_json::from_slice(&response.body)
        .map_err(|error| Problem::Unavailable(format!("{} is no JSON: {error}", shown(target))))?;
    Ok((document, response.date))
}

async fn send(
    client: &Client,
    target: &Target,
    method: Method,
    headers: HeaderMap,
    body: Vec<u8>,
) -> Result<Response, Problem> {
    let response = client.send(target, method, headers, body, BODY).await;
    let response =
        response.map_err(|error| Problem::Unavailable(format!("{}: {error}", shown(target))))?;
    if !response.is_complete {
        let problem = format!("{} sends more than {} KiB", shown(target), BODY / 1024);
        return Err(Problem::Unavailable(problem));
    }
    Ok(response)
}

fn unexpected(target: &Target, status: u16) -> Problem {
    Problem::Unavailable(format!("{} answers with status {status}", shown(target)))
}

/// Returns the address of a target without its query.
fn shown(target: &Target) -> String {
    let path = target.path().split('?').next().unwrap_or_default();
    format!("{}{path}", target.authority())
}
