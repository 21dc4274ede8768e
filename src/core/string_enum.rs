//! Enums whose cases are words in the database, on the wire and on the command line.

/// Defines an enum with a word for each case.
macro_rules! string_enum {
    ($(#[$attribute:meta])* $name:ident { $($(#[doc = $doc:literal])* $case:ident = $word:tt),* $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name {
            $($(#[doc = $doc])* #[serde(rename = $word)] $case),*
        }

        impl $name {
            /// All words.
            pub const WORDS: &[&str] = &[$($word),*];

            /// Returns the word.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$case => $word),*
                }
            }

            /// Returns the case of a word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$case),)*
                    _ => None,
                }
            }
        }

        impl rusqlite::types::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(rusqlite::types::ToSqlOutput::from(self.word()))
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                Self::from_word(value.as_str()?).ok_or(rusqlite::types::FromSqlError::InvalidType)
            }
        }
    };
}

pub(crate) use string_enum;
