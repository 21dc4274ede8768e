//! What a provider says about itself at `/.well-known/openid-configuration`.

use serde_json::Value;

use crate::core::http_client::{Reach, Target};

/// How this site proves to a provider which client it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientProof {
    /// The secret is in the form. Providers disagree about how it is written in a header, so this is preferred.
    Form,
    /// The secret is in the header `Authorization`.
    Header,
}

/// The part of the document that this site uses. Other fields are ignored, whatever is in them.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// Where the browser goes.
    pub authorization: String,
    pub token: Target,
    pub keys: Target,
    pub userinfo: Option<Target>,
    /// Where the browser goes after a logout here.
    pub end_session: Option<String>,
    pub client_proof: ClientProof,
    /// Whether the provider always names itself in its answers (RFC 9207).
    pub names_issuer: bool,
}

impl Metadata {
    /// Returns the address of the document of an issuer.
    pub fn address(issuer: &str) -> String {
        let issuer = issuer.strip_suffix('/').unwrap_or(issuer);
        format!("{issuer}/.well-known/openid-configuration")
    }

    /// Reads a document. Fails with a sentence for the operator.
    pub fn parse(document: &Value, issuer: &str, reach: &Reach) -> Result<Self, String> {
        let text = |name: &str| document.get(name).and_then(Value::as_str);
        let found = text("issuer").ok_or("the document names no issuer")?;
        if found != issuer {
            return Err(format!(
                "the issuer calls itself {found:?}, but {issuer:?} is configured: they must be equal, also in a slash at the end"
            ));
        }
        let endpoint = |name: &str| -> Result<Option<(String, Target)>, String> {
            let Some(address) = text(name).filter(|address| !address.is_empty()) else {
                return Ok(None);
            };
            let target = Target::of_service(address, reach.clone());
            let target = target.ok_or_else(|| {
                let hint = if address.starts_with("http:") {
                    ": behind a proxy, the provider must know that it is reached by https"
                } else {
                    ""
                };
                format!("{name} is {address:?}, which this site does not contact{hint}")
            })?;
            Ok(Some((address.to_owned(), target)))
        };
        let required =
            |name: &str| endpoint(name)?.ok_or_else(|| format!("the document has no {name}"));
        let methods = document.get("token_endpoint_auth_methods_supported");
        // Without a list, the standard says the header.
        let methods = methods.and_then(Value::as_array);
        let is_offered = |method: &str| {
            methods.is_some_and(|methods| methods.iter().any(|one| one.as_str() == Some(method)))
        };
        Ok(Self {
            authorization: required("authorization_endpoint")?.0,
            token: required("token_endpoint")?.1,
            keys: required("jwks_uri")?.1,
            userinfo: endpoint("userinfo_endpoint")?.map(|(_, target)| target),
            end_session: endpoint("end_session_endpoint")?.map(|(address, _)| address),
            client_proof: if is_offered("client_secret_post") {
                ClientProof::Form
            } else {
                ClientProof::Header
            },
            names_issuer: document.get("authorization_response_iss_parameter_supported")
                == Some(&Value::Bool(true)),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({
            "issuer": "https://id.test",
            "authorization_endpoint": "https://id.test/auth",
            "token_endpoint": "https://id.test/token",
            "jwks_uri": "https://id.test/keys",
        })
    }

    fn parse(change: impl FnOnce(&mut Value)) -> Result<Metadata, String> {
        let mut document = document();
        change(&mut document);
        Metadata::parse(&document, "https://id.test", &Reach::Public)
    }

    #[test]
    fn what_real_providers_send_does_no_harm() {
        let metadata = parse(|document| {
            for (field, value) in [
                ("op_tos_uri", json!("")),
                ("userinfo_endpoint", json!("")),
                ("end_session_endpoint", json!(null)),
                ("claims_supported", json!(7)),
                (
                    "token_endpoint_auth_methods_supported",
                    json!(["client_secret_basic", "client_secret_post", 7]),
                ),
            ] {
                document[field] = value;
            }
        })
        .expect("usable");
        assert_eq!(metadata.client_proof, ClientProof::Form);
        assert!(metadata.userinfo.is_none() && metadata.end_session.is_none());
        assert!(!metadata.names_issuer);
        let metadata = parse(|document| {
            document["token_endpoint_auth_methods_supported"] = json!(["client_secret_basic"]);
            document["authorization_response_iss_parameter_supported"] = json!(true);
        });
        let metadata = metadata.expect("usable");
        assert_eq!(metadata.client_proof, ClientProof::Header);
        assert!(metadata.names_issuer);
        assert_eq!(
            parse(|_| {}).expect("usable").client_proof,
            ClientProof::Header
        );
    }

    #[test]
    fn another_issuer_and_unusable_endpoints_are_refused_with_what_is_wrong() {
        for (field, value, expected) in [
            (
                "issuer",
                json!("https://id.test/"),
                "the issuer calls itself \"https://id.test/\", but \"https://id.test\" is configured: they must be equal, also in a slash at the end",
            ),
            ("issuer", json!(7), "the document names no issuer"),
            ("jwks_uri", json!(null), "the document has no jwks_uri"),
            (
                "token_endpoint",
                json!("http://id.test/token"),
                "token_endpoint is \"http://id.test/token\", which this site does not contact: behind a proxy, the provider must \
                 know that it is reached by https",
            ),
            (
                "authorization_endpoint",
                json!("javascript:alert(1)"),
                "authorization_endpoint is \"javascript:alert(1)\", which this site does not contact",
            ),
        ] {
            let error = parse(|document| document[field] = value).expect_err(field);
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn the_address_of_the_document_has_one_slash() {
        for issuer in ["https://id.test", "https://id.test/"] {
            let address = "https://id.test/.well-known/openid-configuration";
            assert_eq!(Metadata::address(issuer), address);
        }
        let address = "https://id.test/realms/a/.well-known/openid-configuration";
        assert_eq!(Metadata::address("https://id.test/realms/a"), address);
    }
}
