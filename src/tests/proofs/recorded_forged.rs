use stoa::features::users::Recorded;

fn record() -> Recorded {
    Recorded { value: () }
}

fn main() {}
