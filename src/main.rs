/// With glibc's allocator, list calls were 10 % slower: one thread often frees what another allocated.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    stoa::app::cli::run()
}
