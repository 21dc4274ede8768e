use stoa::features::users::{AdminAuthority, Administrator, Me};

fn promote(me: Me) -> Administrator {
    Administrator {
        me,
        authority: AdminAuthority(()),
    }
}

fn main() {}
