use stoa::communities::access::Scope;
use stoa::id::Id;
use stoa::questions::access::{OwnPost, ReadablePost};

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
