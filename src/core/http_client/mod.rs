//! The HTTP client for addresses that users choose, such as those of push services and webhooks, and for services that the operator
//! has chosen, such as OpenID Connect providers.
//!
//! A user must not make the server talk to its own network. Every request therefore passes one guard:
//! the address is `https` at port 443, its host is allowed by the configuration, and every IP address
//! that the host's name leads to is public. An address that the operator has chosen may have another port, and, if the
//! configuration says so, a private IP address ([`Reach`]). The connection goes to one of the checked IP addresses, so
//! that a name that changes in between has no effect. Redirects are not followed, replies are cut, and
//! every request has a time limit.

mod client;
mod guard;

pub use client::{Client, Network, RequestError, Response};
pub use guard::{HostList, Reach, Target, is_public};
