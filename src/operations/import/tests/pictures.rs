//! Pictures in the folder `media` of a dump.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, ImageFormat};

use super::dump::Dump;
use super::{Options, SITE, Target};
use crate::features::pictures::files::Media;

pub(super) fn picture(width: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::new_rgb8(width, 10);
    image
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("encoded");
    bytes.into_inner()
}

/// A dump with a question and its answer, by two users, with these bodies and this Markdown of the
/// question.
fn dump(question: &str, answer: &str, markdown: Option<&str>) -> tempfile::TempDir {
    let post = |id, kind, user, body| {
        vec![
            ("Id", id),
            ("PostTypeId", kind),
            ("CreationDate", "2019-01-01T00:00:00.000"),
            ("OwnerUserId", user),
            ("Body", body),
            ("ContentLicense", "CC BY-SA 4.0"),
        ]
    };
    let user = |id, name| {
        [
            ("Id", id),
            ("CreationDate", "2010-01-02T00:00:00.000"),
            ("DisplayName", name),
        ]
    };
    let mut first = post("1", "1", "1", question);
    first.extend([("Title", "What?"), ("Tags", "<math>")]);
    let mut second = post("2", "2", "2", answer);
    second.push(("ParentId", "1"));
    let mut dump = Dump::new(&["Users.xml", "Posts.xml"])
        .row("Users.xml", &user("1", "Ada"))
        .row("Users.xml", &user("2", "Bea"))
        .row("Posts.xml", &first)
        .row("Posts.xml", &second);
    for (number, text) in markdown
        .into_iter()
        .flat_map(|text| ["![old][1]\n\n[1]: https://i.example/b.png", text])
        .enumerate()
    {
        let (number, at) = (
            (number + 1).to_string(),
            format!("2019-01-0{}T00:00:00.000", number + 1),
        );
        let row = [
            ("Id", number.as_str()),
            ("PostHistoryTypeId", "2"),
            ("PostId", "1"),
            ("RevisionGUID", &number),
            ("CreationDate", &at),
            ("UserId", "2"),
            ("Text", text),
        ];
        dump = dump.row("PostHistory.xml", &row);
    }
    dump.write()
}

fn add(dump: &Path, name: &str, bytes: &[u8]) {
    fs::create_dir_all(dump.join("media")).expect("a folder");
    fs::write(dump.join("media").join(name), bytes).expect("a file");
}

const OWNERS: &str = "SELECT u.display_name || ' ' || i.width FROM pictures i JOIN users u ON u.id = i.owner_id ORDER BY 1";
const USES: &str = "SELECT x.kind || ' ' || i.width || ' ' || x.is_current FROM picture_uses x JOIN pictures i ON i.id = x.picture_id
                    WHERE x.place_id = (SELECT min(id) FROM questions) ORDER BY 1";

#[test]
fn images_whose_files_the_dump_has_become_pictures_of_their_authors() {
    let image = |name: &str| format!("<p><img src=\"https://i.example/{name}\" alt=\"shown\"></p>");
    let dump = dump(
        &(image("a.png") + &image("c.png") + &image("broken.png")),
        &(image("a.png") + "<p><a href=\"https://i.example/b.png\">linked</a></p>"),
        None,
    );
    add(dump.path(), "a.png", &picture(11));
    add(dump.path(), "b.png", &picture(12));
    add(dump.path(), "broken.png", b"no picture");
    let target = Target::new();
    let summary = target.import(dump.path()).expect("an import");
    assert_eq!(summary.pictures, 2);
    assert_eq!(
        summary.skipped["files in media that are no pictures; their links stay"],
        1
    );
    target.check(OWNERS, &["Ada 11", "Bea 11"]);
    target.check(USES, &["answer 11 1", "question 11 1"]);
    target.check("SELECT count(*) FROM media_files", &["1"]);
    let texts = target.texts();
    assert!(texts["1"].contains("![shown](/media/"), "{}", texts["1"]);
    for address in ["c.png", "broken.png"] {
        let link = format!("![shown](https://i.example/{address})");
        assert!(texts["1"].contains(&link), "{}", texts["1"]);
    }
    assert!(
        texts["2"].contains("(https://i.example/b.png)"),
        "{}",
        texts["2"]
    );
    assert_eq!(Media::of(target.directory.path()).list().count(), 1);
    let again = target.import(dump.path()).expect("a second import");
    assert_eq!((again.new_rows(), again.pictures), (0, 0));
}

#[test]
fn each_revision_shows_its_pictures() {
    let dump = dump(
        "<p>new</p>",
        "<p>y</p>",
        Some("![new](https://i.example/a.png?s=1 \"t\")"),
    );
    add(dump.path(), "a.png", &picture(11));
    add(dump.path(), "b.png", &picture(12));
    let target = Target::new();
    let summary = target.import(dump.path()).expect("an import");
    assert_eq!(summary.pictures, 2);
    target.check(OWNERS, &["Ada 11", "Ada 12"]);
    target.check(USES, &["question 11 1", "question 12 0"]);
    let texts = target.texts();
    assert!(texts["1"].starts_with("![new](/media/"), "{}", texts["1"]);
}

#[test]
fn a_dry_run_counts_the_pictures_and_stores_none() {
    let dump = dump(
        "<p><img src=\"https://i.example/a.png\"></p>",
        "<p>y</p>",
        None,
    );
    add(dump.path(), "a.png", &picture(11));
    let target = Target::new();
    let summary = target
        .import_with(dump.path(), true, |_| ())
        .expect("a dry run");
    assert_eq!(summary.pictures, 1);
    target.check("SELECT count(*) FROM pictures", &["0"]);
    assert!(!target.directory.path().join("media").exists());
}

#[test]
fn without_a_place_for_files_images_stay_links() {
    let dump = dump(
        "<p><img src=\"https://i.example/a.png\"></p>",
        "<p>y</p>",
        None,
    );
    add(dump.path(), "a.png", &picture(11));
    let target = Target::new();
    let options = Options {
        site: Some(SITE.to_owned()),
        ..Options::default()
    };
    let summary = target
        .import_as(dump.path(), options, |_| ())
        .expect("an import");
    assert_eq!(summary.pictures, 0);
    assert!(target.texts()["1"].contains("https://i.example/a.png"));
}

#[test]
fn images_in_comments_become_pictures_of_their_authors() {
    let dump = dump("<p>x</p>", "<p>y</p>", None);
    let comments = r#"<comments><row Id="1" PostId="2" Text="See ![it](https://i.example/a.png)" CreationDate="2019-01-02T00:00:00.000" UserId="1" ContentLicense="CC BY-SA 4.0" /></comments>"#;
    fs::write(dump.path().join("Comments.xml"), comments).expect("comments");
    add(dump.path(), "a.png", &picture(11));
    let target = Target::new();
    let summary = target.import(dump.path()).expect("an import");
    assert_eq!((summary.comments.imported, summary.pictures), (1, 1));
    target.check(OWNERS, &["Ada 11"]);
    target.check(USES, &["comment 11 1"]);
    target.check(
        "SELECT text LIKE 'See ![it](/media/%' FROM comments",
        &["1"],
    );
    let again = target.import(dump.path()).expect("a second import");
    assert_eq!((again.new_rows(), again.pictures), (0, 0));
}
