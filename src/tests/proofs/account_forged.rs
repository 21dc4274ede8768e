use stoa::core::id::Id;
use stoa::features::users::Account;

fn main() {
    let _ = Account {
        id: Id::from_i64(1),
        username: "victim".to_owned(),
    };
}
