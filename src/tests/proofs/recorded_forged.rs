use stoa::error::Result;
use stoa::users::{Administrator, Recorded};
use stoa::web::RequestContext;

fn record() -> Recorded {
    Recorded { value: () }
}

async fn change(call: RequestContext<Administrator>) -> Result<()> {
    call.write(|_, _| Ok(())).await
}

fn main() {}
