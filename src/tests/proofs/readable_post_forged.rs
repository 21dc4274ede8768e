use stoa::features::communities::access::Scope;
use stoa::core::id::Id;
use stoa::features::questions::access::{OwnPost, ReadablePost};

fn read_anything(post: Id) -> ReadablePost {
    ReadablePost {
        post,
        question: post,
        scope: Scope::Everyone,
    }
}

fn change_another(mut own: OwnPost, victim: Id) {
    own.id = victim;
}

fn main() {}
