//! What a route states for itself, beside who may call it. No route has the options of another.

use std::marker::PhantomData;

use super::actor::{Actor, Anyone};
use super::limits::Limit;
use super::scope::Scope;
use crate::core::error::{Error, Sentence};
use crate::platform::settings::SettingKey;

/// The conditions of a route, in addition to its actor.
#[derive(Clone, Copy, Debug)]
pub struct RoutePolicy {
    /// The rate limit per user, or per address without a session.
    pub limit: Limit,
    /// Whether the route may write even when the disk is full, because it ends or deletes something.
    pub is_critical: bool,
    /// Whether the route stores texts or pictures, for which the site must have room.
    pub adds_text: bool,
    /// Whether the route refuses silenced members.
    pub refuses_silenced: bool,
    /// The 401 of a caller without a session.
    pub unauthenticated_error: Sentence,
    /// The scope that an API token needs. `None`: no token may call the route.
    pub scope: Option<Scope>,
    /// Whether bots may call the route.
    pub allows_bots: bool,
    /// Whether the route refuses sessions: only API tokens may call it.
    pub needs_token: bool,
    /// The feature that must be on.
    pub feature: Option<SettingKey>,
}

impl RoutePolicy {
    fn of_writes(limit: Limit) -> Self {
        Self {
            limit,
            is_critical: false,
            adds_text: limit.is_of_texts(),
            refuses_silenced: true,
            unauthenticated_error: Sentence::NotSignedIn,
            scope: Some(Scope::Write),
            allows_bots: false,
            needs_token: false,
            feature: None,
        }
    }

    /// Returns the policy of a route that only reads.
    pub(super) fn of_reads(limit: Limit) -> Self {
        Self {
            refuses_silenced: false,
            scope: Some(Scope::Read),
            allows_bots: true,
            ..Self::of_writes(limit)
        }
    }

    /// Returns the policy of a route that only reads, and only for API tokens.
    pub(super) fn of_reads_by_token() -> Self {
        Self {
            needs_token: true,
            unauthenticated_error: Sentence::TokenRequired,
            ..Self::of_reads(Limit::Request)
        }
    }

    /// Replaces the general 401 by that of the route.
    pub(super) fn map_error(&self, error: Error) -> Error {
        if error.sentence() == Sentence::NotSignedIn {
            self.unauthenticated_error.into()
        } else {
            error
        }
    }
}

/// A statement of what a route does for silenced members.
#[derive(Clone, Copy)]
pub struct Stated;

/// No such statement.
#[derive(Clone, Copy)]
pub struct Unstated;

/// What a route that writes states. It begins with a [`Limit`].
#[derive(Clone, Copy)]
pub struct Writes<S> {
    policy: RoutePolicy,
    silenced: PhantomData<S>,
}

impl Limit {
    /// States that silenced members may call the route: they write nothing with it that others can read.
    pub fn allows_silenced(self) -> Writes<Stated> {
        Writes::of(RoutePolicy {
            refuses_silenced: false,
            ..RoutePolicy::of_writes(self)
        })
    }

    /// States that the route refuses silenced members.
    pub fn refuses_silenced(self) -> Writes<Stated> {
        Writes::of(RoutePolicy::of_writes(self))
    }

    /// Does the same as [`Writes::critical`] for routes that state nothing about silenced members.
    pub fn critical(self) -> Writes<Unstated> {
        Writes::of(RoutePolicy::of_writes(self)).critical()
    }
}

impl<S> Writes<S> {
    fn of(policy: RoutePolicy) -> Self {
        Self {
            policy,
            silenced: PhantomData,
        }
    }

    /// Lets the route write even when the disk is full, because it ends or deletes something. DELETE routes
    /// always may.
    pub fn critical(self) -> Self {
        Self::of(RoutePolicy {
            is_critical: true,
            ..self.policy
        })
    }

    /// States that the route stores texts although not all routes with its limit do.
    pub fn adds_text(self) -> Self {
        Self::of(RoutePolicy {
            adds_text: true,
            ..self.policy
        })
    }

    /// States that bots may call the route.
    pub fn allows_bots(self) -> Self {
        Self::of(RoutePolicy {
            allows_bots: true,
            ..self.policy
        })
    }

    /// Sets the text of the 401 for callers without a session.
    pub fn unauthenticated_error(self, sentence: Sentence) -> Self {
        Self::of(RoutePolicy {
            unauthenticated_error: sentence,
            ..self.policy
        })
    }
}

/// What a route of the actor `A` that writes must state: its rate limit, and what it does for silenced
/// members if they can be among its callers.
pub trait WritePolicy<A> {
    fn policy(self) -> RoutePolicy;
}

impl<A: Actor> WritePolicy<A> for Writes<Stated> {
    fn policy(self) -> RoutePolicy {
        self.policy
    }
}

impl<A: NeverSilenced> WritePolicy<A> for Writes<Unstated> {
    fn policy(self) -> RoutePolicy {
        self.policy
    }
}

impl<A: NeverSilenced> WritePolicy<A> for Limit {
    fn policy(self) -> RoutePolicy {
        RoutePolicy::of_writes(self)
    }
}

/// An actor whom nobody silences. Their routes need not state what they do for silenced members.
#[diagnostic::on_unimplemented(
    message = "the route does not state whether silenced members may call it",
    note = "write `Limit::….allows_silenced()` if they write nothing with it that others can read, or else `Limit::….refuses_silenced()`"
)]
pub trait NeverSilenced: Actor {}

impl NeverSilenced for Anyone {}
