//! Accessors for JSON values that treat a missing field as empty.

use serde_json::Value;

/// Returns a string field, or an empty string if the field is missing.
pub fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// Returns an array field, or an empty slice if the field is missing.
pub fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
}
