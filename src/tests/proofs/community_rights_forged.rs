use stoa::features::communities::access::{FoundCommunity, Moderator, Owner};
use stoa::core::id::Id;

fn own(community: Id) -> Owner {
    Owner { community }
}

fn moderate(mut moderator: Moderator, community: Id) -> Moderator {
    moderator.community = community;
    moderator
}

fn see(found: FoundCommunity) -> FoundCommunity {
    FoundCommunity {
        is_private: false,
        ..found
    }
}

fn main() {}
