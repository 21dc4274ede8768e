use stoa::users::Recorded;

fn record() -> Recorded {
    Recorded { value: () }
}

fn main() {}
