fn main() -> std::process::ExitCode {
    stoa::cli::run()
}
