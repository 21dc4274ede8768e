/// glibc's allocator made lists a tenth slower: what one thread allocates, another often frees here.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    stoa::cli::run()
}
