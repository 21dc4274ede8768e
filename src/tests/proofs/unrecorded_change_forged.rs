use stoa::error::Result;
use stoa::users::Administrator;
use stoa::web::RequestContext;

async fn change(call: RequestContext<Administrator>) -> Result<()> {
    call.write(|_, _| Ok(())).await
}

fn main() {}
