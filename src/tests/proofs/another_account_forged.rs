use stoa::id::Id;
use stoa::users::Account;

fn take_over(mut account: Account, victim: Id) {
    account.id = victim;
}

fn main() {}
