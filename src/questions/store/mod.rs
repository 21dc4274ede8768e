//! The SQL of this feature.
//!
//! `content` and `removals` find content for the proofs of `access`; the other modules read
//! complete values and lists, or change rows for a caller with a proof.

pub mod authored;
pub mod changes;
pub mod content;
pub mod duplicates;
pub mod for_you;
pub mod lists;
pub mod load;
pub mod posts;
pub mod related;
pub mod removals;
pub mod search;
pub mod similar;
pub mod suggestions;
pub mod tags;
pub mod views;
pub mod votes;

/// SQL condition: the user `?1` has muted the question `q`. The nearest state decides: that of the
/// question, of its tags, of its community. Of several tags, a muted one wins.
pub const MUTED: &str = "(coalesce(
    (SELECT state FROM follows WHERE user_id = ?1 AND kind = 'question' AND object_id = q.id),
    (SELECT min(f.state) FROM question_tags t CROSS JOIN follows f ON f.user_id = ?1 AND f.kind = 'tag' AND f.object_id = t.tag_id
     WHERE t.question_id = q.id),
    (SELECT state FROM follows WHERE user_id = ?1 AND kind = 'community' AND object_id = q.community_id)) IS 'muted')";
