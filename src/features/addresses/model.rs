//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

/// Where an address leads.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressTarget {
    /// The path of the page to which it leads, with its query and fragment. Absent: it is the address of its own
    /// page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether search engines should leave the page out: a profile whose owner has not allowed it. Absent: no.
    #[serde(rename = "noIndex", skip_serializing_if = "std::ops::Not::not")]
    pub no_index: bool,
}
