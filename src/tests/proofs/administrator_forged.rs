use stoa::users::{AdminAuthority, Administrator, Me};

fn promote(me: Me) -> Administrator {
    Administrator {
        me,
        authority: AdminAuthority(()),
    }
}

fn main() {}
