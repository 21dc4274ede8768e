use stoa::users::{Account, Me};

fn sign_in(account: Account) -> Me {
    Me {
        account,
        session: [0; 32],
        is_administrator: true,
        ..unreachable!()
    }
}

fn main() {}
