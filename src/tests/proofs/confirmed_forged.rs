use stoa::features::users::{Confirmed, Me};

fn confirm(me: Me) -> Confirmed<Me> {
    Confirmed(me)
}

fn main() {}
