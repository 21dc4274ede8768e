use stoa::features::users::{Me, SiteModerator};

fn moderate(me: Me) -> SiteModerator {
    SiteModerator(me)
}

fn main() {}
