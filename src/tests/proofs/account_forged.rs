use stoa::core::id::Id;
use stoa::features::users::{Account, Viewer};

fn main() {
    let _ = Account {
        viewer: Viewer {
            id: Id::from_i64(1),
            username: "victim".to_owned(),
            token: None,
        },
    };
}
