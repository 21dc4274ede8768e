use stoa::core::error::Result;
use stoa::features::users::Administrator;
use stoa::platform::web::RequestContext;

async fn change(call: RequestContext<Administrator>) -> Result<()> {
    call.write(|_, _| Ok(())).await
}

fn main() {}
