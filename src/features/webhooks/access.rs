//! Proofs of what an actor may manage.

use super::store::rights;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::CommunityRole;
use crate::features::communities::access::{FoundCommunity, Moderator, Scope};
use crate::features::users::admin_log::{AdminTarget, AdminTargetKind};
use crate::features::users::{Account, Me, PublicReader, Viewer};
use crate::platform::db::Read;

/// Proof that the actor manages the webhooks of the site, as an administrator, or of a community that they moderate.
pub struct WebhookPlace {
    community: Option<(Id, String, Scope)>,
}

impl WebhookPlace {
    /// `community`: whose webhooks; without it, those of the site. Rejects an unknown community with 404, and others with
    /// 403.
    pub fn find(read: &Read<'_>, me: &Me, community: Option<Id>) -> Result<Self> {
        let Some(community) = community else {
            return if me.is_administrator() {
                Ok(Self { community: None })
            } else {
                Err(Sentence::AdministratorsOnly.into())
            };
        };
        Moderator::find(read, me, community)?;
        let scope = FoundCommunity::find(read, me, community)?.scope();
        let name = rights::community_name(read, community)?;
        Ok(Self {
            community: Some((community, name, scope)),
        })
    }

    /// Returns the community; `None`: the site.
    pub fn community(&self) -> Option<Id> {
        self.community.as_ref().map(|(id, _, _)| *id)
    }

    /// Returns what the log names. Only members of a private community read of its webhooks there.
    pub(super) fn target(&self) -> AdminTarget {
        match &self.community {
            None => AdminTarget::site(),
            Some((id, name, scope)) => {
                AdminTarget::new(AdminTargetKind::Community, Some(*id), name)
                    .in_scope(scope.value())
            }
        }
    }
}

/// Proof that the actor manages a webhook.
pub struct ManagedWebhook {
    id: Id,
    place: WebhookPlace,
}

impl ManagedWebhook {
    /// Rejects an unknown webhook with 404, and one that the actor does not manage too: only who manages it may know of it.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let community = rights::community(read, id)?.ok_or(Sentence::WebhookNotFound)?;
        let place = WebhookPlace::find(read, me, community);
        let place = place.map_err(|_| Sentence::WebhookNotFound)?;
        Ok(Self { id, place })
    }

    /// Finds a webhook by one of its messages. Rejects an unknown message and one of a webhook that the actor does not
    /// manage with 404.
    pub fn of_delivery(read: &Read<'_>, me: &Me, delivery: Id) -> Result<Self> {
        let webhook = rights::of_delivery(read, delivery)?.ok_or(Sentence::DeliveryNotFound)?;
        Self::find(read, me, webhook).map_err(|_| Sentence::DeliveryNotFound.into())
    }

    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns whose webhook it is.
    pub fn place(&self) -> &WebhookPlace {
        &self.place
    }
}

/// The right of the account that manages a webhook to send what it may read, looked up for each message.
pub enum SendingRight {
    /// What everyone may read.
    Site(PublicReader),
    /// What is in a community, as its moderator reads it.
    Community(Account, Id),
}

impl SendingRight {
    /// Returns nothing if the account no longer has the right: it is no administrator or no moderator of the community any
    /// more, or cannot sign in.
    pub fn find(read: &Read<'_>, manager: Id, community: Option<Id>) -> Result<Option<Self>> {
        let Some((account, is_administrator)) = rights::manager(read, manager)? else {
            return Ok(None);
        };
        let Some(community) = community else {
            return Ok(is_administrator.then(|| Self::Site(PublicReader::nobody())));
        };
        let role = FoundCommunity::find(read, &account, community)?.role();
        let may_send = role >= CommunityRole::Moderator;
        Ok(may_send.then_some(Self::Community(account, community)))
    }

    /// Returns as whom the messages are read.
    pub fn viewer(&self) -> &Viewer {
        match self {
            Self::Site(nobody) => nobody,
            Self::Community(account, _) => account,
        }
    }

    /// Returns whether a message may be about a question of this community, or outside of any.
    pub fn includes(&self, community: Option<Id>) -> bool {
        match self {
            Self::Site(_) => true,
            Self::Community(_, own) => community == Some(*own),
        }
    }
}
