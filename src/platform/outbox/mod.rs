//! The outbox: what the site sends outside of itself: mails and push messages to users, and webhooks to other programs.
//!
//! A delivery is written in the transaction that causes it, and names what it is about. Its text is
//! written by the module `mail` or `push` when it is sent, and only if the recipient may still read it. It is claimed,
//! sent and marked; a crash between these steps sends it again, under the same message id.

pub mod choices;
pub mod invariants;
pub mod digest_checks;
mod model;
mod schedule;
mod site_event;
pub mod store;

pub use model::{
    Channel, Delivery, DeliveryChoice, DeliveryCounts, DeliveryKind, DeliverySettings,
    FailedDelivery, INVITATIONS_PER_DAY, Look,
};
pub use schedule::{QuietHours, Zone};
pub use site_event::{Happened, SiteEvent};
pub use store::webhooks::tell_webhooks;
pub use store::{cancel, enqueue, enqueue_chosen, enqueue_push};
