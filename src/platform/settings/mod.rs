//! Settings that administrators change on the administration page, without a restart.
//!
//! The database has the values, and [`LiveSettings`] a copy in memory, which is replaced after each
//! change. A value of the configuration wins: such a setting cannot be changed on the page.

pub mod blocked;
mod key;
mod live;
mod model;
pub mod palette;
mod site_mail;
mod site_settings;
pub mod store;
mod values;

pub use key::SettingKey;
pub use live::LiveSettings;
pub use model::{
    Announcement, AnnouncementKind, PublicSite, SettingValue, SiteFeatures, SitePage, SiteUpdate,
};
pub use site_mail::SiteMail;
pub use site_settings::SiteSettings;
pub use store::Stored;
pub use values::checked;
