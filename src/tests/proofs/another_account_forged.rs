use stoa::core::id::Id;
use stoa::features::users::Account;

fn take_over(mut account: Account, victim: Id) {
    account.id = victim;
}

fn main() {}
