//! A typed JSON text that several requests share.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::core::error::{Error, Result};

/// The JSON text of a `T`. Serializes to the text as it is and has the schema of `T`.
pub struct JsonText<T> {
    text: Arc<RawValue>,
    value: PhantomData<fn() -> T>,
}

impl<T: Serialize> JsonText<T> {
    /// Serializes a value. The value is gone before its text is copied: of a large one, there are never
    /// three copies.
    pub fn of(value: T) -> Result<Arc<RawValue>> {
        let text = to_raw_value(&value).map_err(Error::internal)?;
        drop(value);
        Ok(Arc::from(text))
    }
}

impl<T> JsonText<T> {
    /// Returns the length of the text in bytes.
    pub fn size(&self) -> usize {
        self.text.get().len()
    }

    /// Returns the text of an object with one more field.
    pub fn with_field(&self, name: &str, value: &impl Serialize) -> Result<Self> {
        let fields = self.text.get().strip_suffix('}').unwrap_or_default();
        let value = serde_json::to_string(value).map_err(Error::internal)?;
        let text = RawValue::from_string(format!("{fields},\"{name}\":{value}}}"));
        Ok(Arc::<RawValue>::from(text.map_err(Error::internal)?).into())
    }
}

impl<T> From<Arc<RawValue>> for JsonText<T> {
    fn from(text: Arc<RawValue>) -> Self {
        Self {
            text,
            value: PhantomData,
        }
    }
}

impl<T> Serialize for JsonText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        (*self.text).serialize(serializer)
    }
}

impl<T> From<JsonText<T>> for Arc<RawValue> {
    fn from(text: JsonText<T>) -> Self {
        text.text
    }
}

impl<T: ToSchema> PartialSchema for JsonText<T> {
    fn schema() -> RefOr<Schema> {
        T::schema()
    }
}

impl<T: ToSchema> ToSchema for JsonText<T> {
    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
    }
}
