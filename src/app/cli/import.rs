//! `stoa import`

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use tempfile::TempDir;

use super::data_dir::{self, DataDir, NewSite};
use super::error::Failure;
use super::output::{json_text, print};
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::core::config::Config;
use crate::features::pictures::files::Media;
use crate::operations::export;
use crate::operations::import::json::{self, Source};
use crate::operations::import::stackexchange::{self, Dump};
use crate::operations::import::{self, ImportError, PictureSource, Progress};
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    format: Format,
}

#[derive(Subcommand)]
enum Format {
    /// Import an export of `stoa export` into a site without content
    #[command(
        after_help = "Stop the server first. The import is one transaction: it succeeds completely or changes nothing.

Examples:
  stoa import json --data-dir /var/lib/stoa-new site.ndjson
  zstd -dc site.ndjson.zst | stoa import json --media site.media -"
    )]
    Json {
        /// The export file, or - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder with the files of pictures [default: the export file with the extension media, if
        /// there is one]
        #[arg(long, value_name = "DIR")]
        media: Option<PathBuf>,
        #[command(flatten)]
        new: NewSite,
        /// Show what would be imported, but change nothing
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Import the database of a site of Apache Answer
    #[command(
        after_help = "Stop both servers first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  stoa import answer --dry-run answer.db
  stoa import answer --uploads /data/uploads /data/answer.db
  stoa import answer --time-zone Asia/Shanghai --dry-run answer.sql"
    )]
    Answer {
        /// The SQLite database of Answer 2.0, or a dump of its database as text: of mysqldump, mariadb-dump or pg_dump, also after gzip
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The time zone of the old server, for a dump, such as Europe/Berlin: a dump has its local times, but not their zone
        #[arg(long, value_name = "ZONE")]
        time_zone: Option<String>,
        /// The folder of what users have uploaded. Without it, pictures stay links to the old site
        #[arg(long, value_name = "DIR")]
        uploads: Option<PathBuf>,
        #[command(flatten)]
        dump: DumpOptions,
    },
    /// Import a dump of the database of a site of Askbot
    #[command(
        after_help = "Make the dump with pg_dump, and stop this server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  pg_dump --format=plain --encoding=UTF8 DATABASE > askbot.sql
  stoa import askbot --dry-run askbot.sql
  stoa import askbot --uploads /srv/askbot/upfiles askbot.sql"
    )]
    Askbot {
        /// The dump of the PostgreSQL database of Askbot 0.13, as text
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder of what users have uploaded (MEDIA_ROOT). Without it, pictures stay links to the old site
        #[arg(long, value_name = "DIR")]
        uploads: Option<PathBuf>,
        /// The name of the group of all users, whose posts all may read [default: from the settings, or everyone]
        #[arg(long, value_name = "NAME")]
        public_group: Option<String>,
        #[command(flatten)]
        dump: DumpOptions,
    },
    /// Import a dump of the database of a site of NodeBB
    #[command(
        after_help = "Make the dump with pg_dump, and stop this server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  pg_dump --format=plain --encoding=UTF8 DATABASE > nodebb.sql
  stoa import nodebb --site forum.example.com --dry-run nodebb.sql
  stoa import nodebb --site forum.example.com --uploads /srv/nodebb/public/uploads nodebb.sql"
    )]
    Nodebb {
        /// The dump of the PostgreSQL database of NodeBB 4, as text
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder of what users have uploaded. Without it, pictures stay links to the old site
        #[arg(long, value_name = "DIR")]
        uploads: Option<PathBuf>,
        /// Import all topics. By default only those that are marked as questions, if any is
        #[arg(long)]
        all_topics: bool,
        #[command(flatten)]
        dump: DumpOptions,
    },
    /// Import a backup of a site of Discourse
    #[command(
        after_help = "Make the backup on the page /admin/backups of the old site, and stop this server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  stoa import discourse --dry-run forum-2026-11-01-120000-v20261101000000.tar.gz
  stoa import discourse --uploads /var/discourse/shared/standalone/uploads --site forum.example.org dump.sql.gz"
    )]
    Discourse {
        /// The backup (.tar.gz), or a dump of the database by pg_dump as text, also after gzip
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder of what users have uploaded, for a dump. Without it, pictures stay links to the old site
        #[arg(long, value_name = "DIR")]
        uploads: Option<PathBuf>,
        #[command(flatten)]
        dump: DumpOptions,
    },
    /// Import a file of CSV or lines of JSON with one question, answer or comment in each record
    #[command(
        mut_arg("site", |site| site.required(true).help("The host of the old site, whose links lead here afterwards")),
        after_help = "Stop the server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped. docs/import.md describes the fields.

Examples:
  stoa import posts --site forum.example.org --dry-run posts.csv
  stoa import posts --site forum.example.org --time-zone Europe/Berlin posts.jsonl"
    )]
    Posts {
        /// The file, whose name ends with .csv or .jsonl
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The time zone of times without an offset from UTC, such as Europe/Berlin
        #[arg(long, value_name = "ZONE")]
        time_zone: Option<String>,
        #[command(flatten)]
        dump: DumpOptions,
    },
    /// Import a dump of the database of a site of Question2Answer
    #[command(
        after_help = "Make the dump with mysqldump or mariadb-dump, and stop this server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  mysqldump --default-character-set=utf8mb4 DATABASE > q2a.sql
  stoa import question2answer --time-zone Europe/Berlin --dry-run q2a.sql
  stoa import question2answer --time-zone UTC --blobs /srv/q2a-blobs q2a.sql"
    )]
    Question2answer {
        /// The dump of the database of Question2Answer 1.8, as text
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The time zone of the old database server, such as Europe/Berlin: a dump has its local times, but not their zone
        #[arg(long, value_name = "ZONE")]
        time_zone: Option<String>,
        /// The folder of what users have uploaded, if the configuration of the old site names one (QA_BLOBS_DIRECTORY)
        #[arg(long, value_name = "DIR")]
        blobs: Option<PathBuf>,
        /// What the names of the tables begin with [default: that of the only site in the dump, such as qa_]
        #[arg(long, value_name = "PREFIX")]
        table_prefix: Option<String>,
        #[command(flatten)]
        dump: DumpOptions,
    },
    /// Import an unpacked Stack Exchange data dump
    #[command(
        after_help = "Stop the server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  stoa import stackexchange cardano
  stoa import stackexchange --dry-run dumps/bicycles-meta
  stoa import stackexchange --site stackoverflow.com dumps/so-2024-06
  stoa import stackexchange --limit 100 --dry-run dumps/unix"
    )]
    Stackexchange {
        /// The directory that contains Posts.xml, Users.xml and the other files, and optionally media/
        /// with pictures, by the names at the end of their addresses
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        #[command(flatten)]
        dump: DumpOptions,
    },
}

/// The options of all imports from other programs.
#[derive(Args)]
struct DumpOptions {
    /// The host of the old site, whose links lead here afterwards [default: from what is imported; for
    /// Stack Exchange from the name of the directory, such as cardano.stackexchange.com for cardano]
    #[arg(long, value_name = "HOST")]
    site: Option<String>,
    /// Import only the first N questions that were not imported before, with their answers,
    /// comments and authors
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    new: NewSite,
    /// Show what would be imported, but change nothing
    #[arg(long)]
    dry_run: bool,
}

impl DumpOptions {
    fn of_import(&self) -> import::Options {
        import::Options {
            site: self.site.clone(),
            dry_run: self.dry_run,
            limit: self.limit,
            media: None,
        }
    }
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    print(import(&settings.load()?, settings, options)?)
}

/// Imports, and returns what to print. The input is opened first, so that a wrong path creates no
/// site.
fn import(config: &Config, settings: &Settings, options: Options) -> Result<String, Failure> {
    // Draws on standard error, and only if that is a terminal.
    let bar = settings.bar().with_style(style());
    let (dump, options) = match options.format {
        Format::Json {
            file,
            media,
            new,
            dry_run,
            json,
        } => {
            let is_stream = file == Path::new("-");
            let mut source = if is_stream {
                Source::new(BufReader::new(io::stdin()), 0)?
            } else {
                Source::open(&file)?
            };
            let beside =
                Some(export::folder_of(&file)).filter(|folder| !is_stream && folder.is_dir());
            check_folder(media.as_deref())?;
            let site = Site::open(config, settings, new, dry_run)?;
            if let Some(folder) = media.or(beside) {
                let media = Media::of(site.path());
                source = source.with_pictures(PictureSource { folder, media });
            }
            let imported = json::import(&site.db, source, dry_run, draw_on(&bar));
            bar.finish_and_clear();
            return if json {
                json_text(&imported?)
            } else {
                Ok(imported?.to_string())
            };
        }
        Format::Answer {
            file,
            time_zone,
            uploads,
            dump: options,
        } => {
            check_folder(uploads.as_deref())?;
            let dump = Dump::open_answer(
                &file,
                time_zone.as_deref(),
                uploads.as_deref(),
                options.of_import(),
                draw_on(&bar),
            )?;
            (dump, options)
        }
        Format::Discourse {
            file,
            uploads,
            dump: options,
        } => {
            check_folder(uploads.as_deref())?;
            let dump = Dump::open_discourse(
                &file,
                uploads.as_deref(),
                options.of_import(),
                draw_on(&bar),
            )?;
            (dump, options)
        }
        Format::Askbot {
            file,
            uploads,
            public_group,
            dump: options,
        } => {
            check_folder(uploads.as_deref())?;
            let dump = Dump::open_askbot(
                &file,
                public_group.as_deref(),
                uploads.as_deref(),
                options.of_import(),
                draw_on(&bar),
            )?;
            (dump, options)
        }
        Format::Nodebb {
            file,
            uploads,
            all_topics,
            dump: options,
        } => {
            check_folder(uploads.as_deref())?;
            let dump = Dump::open_nodebb(
                &file,
                all_topics,
                uploads.as_deref(),
                options.of_import(),
                draw_on(&bar),
            )?;
            (dump, options)
        }
        Format::Posts {
            file,
            time_zone,
            dump: options,
        } => {
            let (zone, import) = (time_zone.as_deref(), options.of_import());
            let dump = Dump::open_flat_file(&file, zone, import, draw_on(&bar))?;
            (dump, options)
        }
        Format::Question2answer {
            file,
            time_zone,
            blobs,
            table_prefix,
            dump: options,
        } => {
            check_folder(blobs.as_deref())?;
            let details = stackexchange::Details {
                time_zone: time_zone.as_deref(),
                prefix: table_prefix.as_deref(),
            };
            let dump = Dump::open_question2answer(
                &file,
                details,
                blobs.as_deref(),
                options.of_import(),
                draw_on(&bar),
            )?;
            (dump, options)
        }
        Format::Stackexchange {
            directory,
            dump: options,
        } => {
            let dump =
                Dump::open(&directory, options.of_import()).map_err(|error| match error {
                    ImportError::NotFound(_) => {
                        Failure::from(error).hint("name the directory of an unpacked dump")
                    }
                    _ => error.into(),
                })?;
            (dump, options)
        }
    };
    let site = Site::open(config, settings, options.new, options.dry_run)?;
    let dump = dump.with_pictures_in(Media::of(site.path()));
    let summary = stackexchange::import(&site.db, dump, draw_on(&bar));
    bar.finish_and_clear();
    Ok(summary?.to_string())
}

/// Fails if a folder that an option names is not there.
fn check_folder(folder: Option<&Path>) -> Result<(), Failure> {
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(Failure::not_found(format_args!(
            "there is no folder {}",
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// The site to import into. Its files come last, because they must outlive the database.
struct Site {
    db: Db,
    files: Files,
}

/// What keeps the files of the site.
enum Files {
    Locked { data: DataDir },
    Temporary { copy: TempDir },
}

impl Site {
    /// Returns the data directory.
    fn path(&self) -> &Path {
        match &self.files {
            Files::Locked { data } => &data.path,
            Files::Temporary { copy } => copy.path(),
        }
    }

    /// Opens the site, or for a dry run a temporary copy of it.
    fn open(
        config: &Config,
        settings: &Settings,
        new: NewSite,
        dry_run: bool,
    ) -> Result<Self, Failure> {
        let open = |path: &Path| Db::open(path, Clock::system(), Hub::default());
        if dry_run {
            let copy = data_dir::rehearsal(config, new)?;
            return Ok(Self {
                db: open(copy.path())?,
                files: Files::Temporary { copy },
            });
        }
        let data = DataDir::with_current_schema(config, settings, new)?;
        Ok(Self {
            db: open(&data.path)?,
            files: Files::Locked { data },
        })
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::NotFound(_) => Self::not_found(error),
            ImportError::Foreign(_) => {
                Self::new(error).hint("docs/export-format.md describes the format")
            }
            ImportError::Newer { .. } => {
                Self::configuration(error).hint("import it with the newer version that created it")
            }
            ImportError::NotEmpty => {
                Self::conflict(error).hint("choose another directory with --data-dir")
            }
            ImportError::Io(_) => Self::new(error),
            ImportError::Site(error) => error.into(),
        }
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template(
        "{msg:<16} {bar:40} {percent:>3} % of {total_bytes}, {bytes_per_sec}, {eta} to go",
    );
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn draw_on(bar: &ProgressBar) -> impl FnMut(Progress) + Send + 'static {
    let bar = bar.clone();
    let mut step = "";
    move |progress| {
        if step != progress.step {
            step = progress.step;
            bar.set_message(step);
            bar.set_length(progress.total);
        }
        bar.set_position(progress.done);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::Parser;
    use tempfile::TempDir;

    use super::import;
    use crate::app::cli::error::Failure;
    use crate::app::cli::{Cli, Command};

    const EXPORT: &str = r#"{"type":"export","format":1}
{"type":"user","id":"38cmczm000001","username":"ann","created_at":"2026-11-01T00:00:00.000Z"}
{"type":"end","records":1}
"#;

    /// Runs `stoa import` with arguments that are separated by spaces, for the site in `directory`.
    fn run(directory: &Path, arguments: &str) -> Result<String, Failure> {
        let directory = directory.to_str().expect("a path in UTF-8");
        let all = ["stoa", "--data-dir", directory, "import"];
        let cli = Cli::try_parse_from(all.into_iter().chain(arguments.split(' ')));
        let cli = cli.unwrap_or_else(|error| panic!("{error}"));
        match cli.command {
            Command::Import(options) => {
                import(&cli.settings.read()?.config, &cli.settings, options)
            }
            _ => unreachable!("the command is import"),
        }
    }

    /// Returns a directory with an export and a dump, the arguments that import each, and the path of
    /// a site that does not exist.
    fn inputs() -> (TempDir, [String; 2], std::path::PathBuf) {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path();
        let file = path.join("site.ndjson");
        fs::write(&file, EXPORT).expect("an export");
        for name in ["posts", "users"] {
            let rows = format!("<{name}></{name}>");
            fs::write(path.join(format!("{name}.xml")), rows).expect("a dump");
        }
        let arguments = [
            format!("json {}", file.display()),
            format!("stackexchange --site a.example {}", path.display()),
        ];
        let site = path.join("site");
        (directory, arguments, site)
    }

    /// Returns the names and contents of the files in a directory, except SQLite's log, which it can
    /// leave empty and remove later.
    fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(directory).expect("a directory");
        let mut files: Vec<_> = entries
            .map(|entry| {
                let entry = entry.expect("an entry");
                let content = fs::read(entry.path()).unwrap_or_default();
                (entry.file_name().to_string_lossy().into_owned(), content)
            })
            .filter(|(name, _)| !["stoa.db-wal", "stoa.db-shm"].contains(&name.as_str()))
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_dry_run_without_a_site_creates_nothing() {
        let (_directory, arguments, site) = inputs();
        for arguments in arguments {
            let printed = run(&site, &format!("{arguments} --dry-run")).expect("a dry run");
            assert!(printed.starts_with("Dry run: "), "{printed}");
            assert!(!site.exists(), "{arguments}");
        }
    }

    #[test]
    fn a_dry_run_leaves_a_site_as_it_is() {
        let (_directory, arguments, site) = inputs();
        run(&site, &arguments[1]).expect("an empty site");
        let before = files(&site);
        for arguments in arguments {
            run(&site, &format!("{arguments} --dry-run")).expect("a dry run");
            assert!(files(&site) == before, "{arguments}");
        }
    }

    #[test]
    fn a_file_of_posts_needs_the_host_of_the_old_site() {
        let (directory, _, site) = inputs();
        let file = directory.path().join("posts.csv");
        let row = "id,kind,created_at,title,text\n1,question,2026-11-01T10:00:00Z,A?,B\n";
        fs::write(&file, row).expect("a file");
        let file = file.display();
        let options = format!("posts --site a.example {file}");
        let printed = run(&site, &options).expect("an import");
        assert!(printed.contains("           1  questions"), "{printed}");
        let all = ["stoa", "import", "posts", "posts.csv"];
        let error = Cli::try_parse_from(all).err().expect("no host").to_string();
        assert!(error.contains("--site <HOST>"), "{error}");
        let failure = run(&site, "posts --site a.example /nowhere.csv").expect_err("no file");
        assert_eq!(failure.name(), "not_found");
    }

    #[test]
    fn pictures_come_from_the_folder_beside_the_file_or_from_another() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path();
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(3, 2)
            .write_to(&mut bytes, image::ImageFormat::Png)
            .expect("encoded");
        let hash = crate::features::pictures::files::FileHash::of(bytes.get_ref());
        let picture = format!(
            r#"{{"type":"picture","id":"38cmczm000002","owner":"38cmczm000001","media_type":"image/png","sha256":"{hash}","width":3,"height":2}}"#
        );
        let export = EXPORT.replace(
            r#"{"type":"end","records":1}"#,
            &format!("{picture}\n{}", r#"{"type":"end","records":2}"#),
        );
        fs::write(path.join("site.ndjson"), export).expect("an export");
        let json = format!("json {}", path.join("site.ndjson").display());
        let left_out = "Pictures left out, without a file: 1";
        for (number, folder, option) in [(0, "", ""), (1, "other", "other"), (2, "site.media", "")]
        {
            if !folder.is_empty() {
                fs::create_dir_all(path.join(folder)).expect("a folder");
                let file = path.join(folder).join("38cmczm000002.png");
                fs::write(file, bytes.get_ref()).expect("a file");
            }
            let option = match option {
                "" => String::new(),
                folder => format!(" --media {}", path.join(folder).display()),
            };
            let site = path.join(number.to_string());
            let printed = run(&site, &format!("{json}{option}")).expect("an import");
            assert_eq!(printed.contains(left_out), number == 0, "{printed}");
            let stored = crate::features::pictures::files::Media::of(&site)
                .list()
                .count();
            assert_eq!(stored, usize::from(number > 0));
        }
        let failure = run(&path.join("3"), &format!("{json} --media /nowhere")).expect_err("none");
        assert_eq!(failure.name(), "not_found");
        assert!(!path.join("3").exists());
    }

    #[test]
    fn a_missing_input_is_not_found_and_creates_no_site() {
        let (directory, _, site) = inputs();
        let empty = directory.path().join("empty");
        fs::create_dir(&empty).expect("a directory");
        let empty = format!("stackexchange {}", empty.display());
        for arguments in [
            "json /nowhere/at/all",
            "stackexchange /nowhere/at/all",
            &empty,
        ] {
            let failure = run(&site, arguments).expect_err("there is nothing");
            assert_eq!(failure.name(), "not_found", "{arguments}: {failure}");
            assert!(!site.exists(), "{arguments}");
        }
    }
}
