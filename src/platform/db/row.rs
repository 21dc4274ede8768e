//! Types that are read from rows, declared with the SQL of their columns, so that adding a column is one edit.

use rusqlite::Row;

/// A type that is read from the columns of a row.
pub trait FromRow: Sized {
    /// The columns, as a SELECT lists them.
    const COLUMNS: &'static str;

    /// Reads a row whose first columns are [`COLUMNS`](Self::COLUMNS).
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self>;
}

/// Declares a struct with the SQL of each field, or states the SQL of the fields of an existing struct. Fields after `..` are
/// not read. Columns are read by position, which takes no look-up of names.
macro_rules! from_row {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[$doc:meta])* $field_visibility:vis $field:ident: $type:ty = $sql:literal,)+
    }) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$doc])* $field_visibility $field: $type,)+
        }

        $crate::platform::db::from_row!(impl $name { $($field = $sql,)+ });
    };
    (impl $name:ty {
        $first:ident = $first_sql:literal,
        $($field:ident = $sql:literal,)*
        $(.. $($other:ident: $value:expr,)+)?
    }) => {
        impl $crate::platform::db::FromRow for $name {
            const COLUMNS: &'static str = concat!($first_sql, $(", ", $sql,)*);

            fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
                let mut places = 0_usize..;
                let mut place = || places.next().unwrap_or_default();
                Ok(Self {
                    $first: row.get(place())?,
                    $($field: row.get(place())?,)*
                    $($($other: $value,)+)?
                })
            }
        }
    };
}

pub(crate) use from_row;

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    from_row! {
        struct Word {
            text: String = "upper(word)",
            length: Option<i64> = "nullif(length(word), 0)",
        }
    }

    struct Marked {
        length: i64,
        is_marked: bool,
    }

    from_row! {
        impl Marked {
            length = "length(word)",
            ..
            is_marked: true,
        }
    }

    #[test]
    fn fields_are_read_from_their_columns_in_their_order() {
        let connection = Connection::open_in_memory().expect("a database");
        let sql = format!("SELECT {}, 7 FROM (SELECT 'abc' AS word)", Word::COLUMNS);
        let (word, more): (Word, i64) = connection
            .query_row(&sql, [], |row| Ok((Word::from_row(row)?, row.get(2)?)))
            .expect("a row");
        assert_eq!((word.text.as_str(), word.length, more), ("ABC", Some(3), 7));
        assert_eq!(Marked::COLUMNS, "length(word)");
        let sql = format!("SELECT {} FROM (SELECT 'ab' AS word)", Marked::COLUMNS);
        let marked = connection
            .query_row(&sql, [], Marked::from_row)
            .expect("a row");
        assert!(marked.is_marked && marked.length == 2);
    }
}
