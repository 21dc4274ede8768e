use stoa::id::Id;
use stoa::users::Account;

fn main() {
    let _ = Account {
        id: Id::from_i64(1),
        username: "victim".to_owned(),
    };
}
