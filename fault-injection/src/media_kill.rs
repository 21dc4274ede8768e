//! Scenario that kills the server while pictures are uploaded and deleted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use clap::Args;
use futures_util::future::join_all;
use rusqlite::Connection;
use serde_json::json;
use tokio::sync::Mutex;

use crate::client::{Client, RequestError};
use crate::error::{Result, failed};
use crate::harness::sign_up;
use crate::json::text;
use crate::report::Report;
use crate::server::Server;
use crate::site::{Site, doctor};

/// Number of members who upload at the same time.
const MEMBERS: usize = 4;
/// Number of different pictures that members share, so that files have several rows.
const SHARED: u64 = 8;
/// Longest side of the pictures; those above 640 pixels have a thumbnail.
const LONGEST_SIDE: u32 = 900;
/// Number of a member's newest pictures that are checked after each kill; all are after the last one.
const RECENT: usize = 50;
/// How far files are set back after the last kill: longer than files without a row are kept.
const SET_BACK: Duration = Duration::from_secs(2 * 24 * 3600);

#[derive(Args, Clone)]
pub struct MediaKill {
    /// Number of kills
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub times: usize,
}

/// Kills the server at random moments while members upload pictures, show them in questions and delete
/// them. Each acknowledged picture must be readable to the last byte, each deleted one must be gone, no row
/// may be without its file, and a day later no file without a row.
pub async fn media_kill(stoa: &Path, options: &MediaKill) -> Result<bool> {
    let (mut report, mut site) = (Report::new("media-kill"), Site::new(stoa)?);
    report.metric("kills", options.times);
    let settings = [
        ("STOA_PICTURES_PER_DAY", "1000000"),
        ("STOA_PICTURES_PER_DAY_MB", "1000000"),
        ("STOA_PICTURES_PER_MEMBER_MB", "1000000"),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    site.instance.env.extend(settings);
    let result = run(&site, options.times, &mut report).await;
    Ok(report.finish(result, site.dir))
}

/// What is known of a picture.
enum State {
    /// The upload was acknowledged.
    Stored,
    /// A deletion was sent and not answered.
    Deleting,
    /// The deletion was acknowledged.
    Deleted,
}

/// The pictures of a member by id.
type Pictures = Mutex<BTreeMap<String, State>>;

async fn run(site: &Site, times: usize, report: &mut Report) -> Result<()> {
    let mut server = site.start().await?;
    let client = Client::new(server.address());
    let mut members = Vec::new();
    for number in 0..MEMBERS {
        let token = sign_up(&client, &format!("member{number}")).await?;
        members.push((token, Pictures::default()));
    }
    for _ in 0..times {
        let client = Client::new(server.address());
        let work = join_all(members.iter().map(|(token, pictures)| {
            // Ends with the connection.
            async {
                while change(&client, token, pictures).await? {}
                Ok(())
            }
        }));
        let moment = Duration::from_millis(rand::random_range(20..700));
        let kill = async {
            tokio::time::sleep(moment).await;
            server.kill().await
        };
        let (changed, killed) = tokio::join!(work, kill);
        killed?;
        changed.into_iter().collect::<Result<()>>()?;
        server = site.start().await?;
        check(&server, &members, RECENT, report).await;
        if report.has_violations() {
            break;
        }
    }
    check(&server, &members, usize::MAX, report).await;
    for (_, pictures) in &members {
        let pictures = pictures.lock().await;
        report.count("acknowledged", pictures.len());
    }
    server.stop(Duration::from_secs(10)).await?;
    doctor(&site.instance, report).await?;
    check_a_day_later(site, report).await
}

/// Uploads a picture, and perhaps shows it in a question or deletes an earlier one. Returns `false` if the
/// server does not reply.
async fn change(client: &Client, token: &str, pictures: &Pictures) -> Result<bool> {
    let file = Bytes::from(picture(match rand::random_range(0..3) {
        0 => rand::random_range(0..SHARED),
        _ => rand::random(),
    })?);
    let id = match client.upload(token, file).await {
        Ok((200, body)) => text(&body, "_id").to_owned(),
        Ok(other) => return Err(failed(format_args!("an upload was rejected: {other:?}"))),
        Err(_) => return Ok(false),
    };
    pictures.lock().await.insert(id.clone(), State::Stored);
    if rand::random_range(0..2) == 0 {
        let shown = format!("![](/media/{id})");
        let question = json!({"title": "A picture", "text": shown, "tags": [{"name": "media"}]});
        let path = "/question/addQuestion";
        return is_done(
            client
                .status("POST", path, Some(token), Some(&question))
                .await,
        );
    }
    let stored = {
        let pictures = pictures.lock().await;
        let mut stored = pictures
            .iter()
            .filter(|(_, state)| matches!(state, State::Stored))
            .map(|(id, _)| id.clone());
        stored.nth(rand::random_range(0..3))
    };
    let Some(id) = stored else {
        return Ok(true);
    };
    pictures.lock().await.insert(id.clone(), State::Deleting);
    let path = format!("/picture/deletePicture/{id}");
    let is_deleted = is_done(client.status("DELETE", &path, Some(token), None).await)?;
    if is_deleted {
        pictures.lock().await.insert(id, State::Deleted);
    }
    Ok(is_deleted)
}

/// Returns whether a request was answered. Rejections are errors.
fn is_done(reply: Result<u16, RequestError>) -> Result<bool> {
    match reply {
        Ok(200) => Ok(true),
        Ok(status) => Err(failed(format_args!("a change was rejected with {status}"))),
        Err(_) => Ok(false),
    }
}

/// Returns a PNG file, the same one for the same number.
fn picture(number: u64) -> Result<Vec<u8>> {
    let [a, b, c, d, ..] = number.to_le_bytes();
    let (width, height) = (1 + number as u32 % LONGEST_SIDE, 1 + u32::from(b));
    let pixels: Vec<u8> = (0..width * height)
        .flat_map(|at| [a, b ^ (at / width) as u8, c ^ d])
        .collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels));
    written.map_err(|error| failed(format_args!("cannot write a picture: {error}")))?;
    Ok(file)
}

/// Checks the newest pictures of each member, and those that were deleted since the last check. After a lost
/// reply to a deletion both states are right.
async fn check(
    server: &Server,
    members: &[(String, Pictures)],
    newest: usize,
    report: &mut Report,
) {
    let client = Client::new(server.address());
    for (token, pictures) in members {
        let mut pictures = pictures.lock().await;
        let older = pictures.len().saturating_sub(newest);
        for (at, (id, state)) in pictures.iter_mut().enumerate() {
            if at < older && matches!(state, State::Stored) {
                continue;
            }
            report.count("checked", 1);
            let found = client.file(&format!("/media/{id}"), token).await;
            let is_there = match found {
                Ok((200, file))
                    if png::Decoder::new(std::io::Cursor::new(&file))
                        .read_info()
                        .is_ok() =>
                {
                    true
                }
                Ok((404, _)) => false,
                other => {
                    report.violation(format_args!("picture {id}: {other:?}"));
                    continue;
                }
            };
            match state {
                State::Stored if !is_there => {
                    report.violation(format_args!("the stored picture {id} is lost"));
                }
                State::Deleted if is_there => {
                    report.violation(format_args!("the deleted picture {id} is there"));
                }
                State::Deleting => {
                    *state = if is_there {
                        State::Stored
                    } else {
                        State::Deleted
                    }
                }
                State::Stored | State::Deleted => {}
            }
        }
        pictures.retain(|_, state| !matches!(state, State::Deleted));
    }
}

/// Sets all files back by two days, removes what no row has, and compares files and rows.
async fn check_a_day_later(site: &Site, report: &mut Report) -> Result<()> {
    let media = site.instance.data_dir.join("media");
    let before = SystemTime::now() - SET_BACK;
    let files = files(&media)?;
    for file in &files {
        std::fs::File::options()
            .append(true)
            .open(file)?
            .set_modified(before)?;
    }
    let database = Connection::open(site.instance.data_dir.join("stoa.db"))?;
    let sql = "SELECT count(*) FROM media_files";
    let rows: u32 = database.query_row(sql, [], |row| row.get(0))?;
    let rows = rows as usize;
    drop(database);
    report.count("rows", rows);
    report.count("files_without_row", files.len().saturating_sub(rows));
    let repaired = site.instance.run(["doctor", "--fix"]).await?;
    if !repaired.status.success() {
        report.violation(format_args!(
            "doctor --fix: {}",
            String::from_utf8_lossy(&repaired.stderr)
        ));
    }
    let left = self::files(&media)?.len();
    if left != rows {
        report.violation(format_args!("{rows} rows have {left} files"));
    }
    Ok(())
}

/// Returns all files below a directory.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    Ok(found)
}
