//! Pictures in exports, and what becomes of them when they are imported.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::core::clock::{Clock, Timestamp};
use crate::core::id::Id;
use crate::features::pictures::ImportedPicture;
use crate::features::pictures::files::{FileHash, Media};
use crate::operations::export::{Exported, export};
use crate::operations::import::PictureSource;
use crate::operations::import::json::{Imported, Source, import};
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

const USER: &str = "38cmczm000001";
const PICTURE: &str = "38cmczm000003";
const QUESTION: &str = "38cmczm000004";

/// A photograph of this size.
fn encoded(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixel = |x: u32, y: u32| Rgb([(x * 7) as u8, (y * 5) as u8, (x * y) as u8]);
    let image = DynamicImage::from(RgbImage::from_fn(width, height, pixel));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("encoded");
    bytes.into_inner()
}

/// A site, and a place for its export.
struct Site {
    directory: TempDir,
    db: Db,
}

impl Site {
    fn new() -> Self {
        let directory = TempDir::new().expect("a directory");
        let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
        let db = Db::open(directory.path(), clock, Hub::default()).expect("a database");
        Self { directory, db }
    }

    fn media(&self) -> Media {
        Media::of(self.directory.path())
    }

    fn folder(&self) -> std::path::PathBuf {
        self.directory.path().join("site.media")
    }

    fn export(&self) -> (String, Exported) {
        let mut bytes = Vec::new();
        let folder = self.folder();
        let exported = export(
            self.directory.path(),
            false,
            &mut bytes,
            Some(&folder),
            |_, _| (),
        );
        let text = String::from_utf8(bytes).expect("UTF-8");
        (text, exported.expect("an export"))
    }

    fn import(&self, text: &str, folder: &Path) -> Imported {
        self.import_with(text, folder, false)
    }

    fn import_with(&self, text: &str, folder: &Path, dry_run: bool) -> Imported {
        let source = Source::new(Cursor::new(text.to_owned()), 0).expect("an export");
        let source = source.with_pictures(PictureSource {
            folder: folder.to_owned(),
            media: self.media(),
        });
        import(&self.db, source, dry_run, |_| ()).expect("an import")
    }

    fn rows(&self, sql: &str) -> Vec<String> {
        let connection = Connection::open(self.directory.path().join("stoa.db")).expect("opens");
        let mut statement = connection.prepare(sql).expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("texts")
    }
}

/// The export of a question with a picture of these properties.
fn text(picture: &Value) -> String {
    let at = "2026-11-01T00:00:00.000Z";
    let mut records = [
        json!({"type": "export", "format": 1}),
        json!({"type": "user", "id": USER, "username": "ann", "created_at": at}),
        json!({"type": "tag", "id": "38cmczm000002", "name": "bread"}),
        json!({"type": "question", "id": QUESTION, "author": USER, "title": "Why?", "tags": ["bread"], "created_at": at,
               "text": format!("![crust](/media/{PICTURE})")}),
        json!({"type": "picture", "id": PICTURE, "owner": USER, "media_type": "image/jpeg", "width": 1, "height": 1}),
        json!({"type": "picture_use", "picture": PICTURE, "kind": "question", "content": QUESTION}),
        json!({"type": "end", "records": 5}),
    ];
    for (name, value) in picture.as_object().expect("an object") {
        records[4][name] = value.clone();
    }
    records.iter().map(|record| format!("{record}\n")).collect()
}

/// Writes the file of the picture, and returns its hash.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Value {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("a file");
    json!(FileHash::of(bytes).as_str())
}

const PICTURES: &str =
    "SELECT concat_ws(' ', file, thumbnail, type, width, height, bytes) FROM pictures";
const USES: &str =
    "SELECT concat_ws(' ', kind, content_id = place_id, is_current) FROM picture_uses";

#[test]
fn an_exported_site_keeps_its_pictures_to_the_byte() {
    let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
    let photograph = encoded(900, 500, ImageFormat::Jpeg);
    let converted = ImportedPicture::accept(photograph, None).expect("a picture");
    let source = converted.store(Some(&site.media())).expect("stored");
    let file = fs::read(site.media().path(&source.file.hash)).expect("the file");
    let sha256 = write(folder.path(), &format!("{PICTURE}.jpg"), &file);
    site.import(&text(&json!({"sha256": sha256})), folder.path());

    let (first, exported) = site.export();
    assert_eq!((exported.pictures, exported.missing), (1, 0));
    let other = Site::new();
    let imported = other.import(&first, &site.folder());
    assert_eq!(
        imported.pictures_without_file + imported.refused_pictures,
        0
    );
    assert_eq!(other.rows(PICTURES), site.rows(PICTURES));
    assert_eq!(other.rows(USES), ["question 1 1"]);
    let (again, _) = other.export();
    assert_eq!(again, first);
    for name in ["jpg", "thumbnail.jpg"] {
        let read =
            |folder: &Path| fs::read(folder.join(format!("{PICTURE}.{name}"))).expect("read");
        assert_eq!(read(&other.folder()), read(&site.folder()), "{name}");
    }
}

#[test]
fn a_site_without_pictures_has_no_folder() {
    let site = Site::new();
    let (_, exported) = site.export();
    assert_eq!(exported.pictures, 0);
    assert!(!site.folder().exists());
}

#[test]
fn a_foreign_file_is_converted_and_loses_what_is_not_a_picture() {
    let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
    let mut file = encoded(3_000, 30, ImageFormat::Jpeg);
    file.extend_from_slice(b"PK\x03\x04 an archive");
    let sha256 = write(folder.path(), &format!("{PICTURE}.jpg"), &file);
    let text = text(&json!({"sha256": sha256, "width": 7, "height": 9}));
    let rehearsed = site.import_with(&text, folder.path(), true);
    assert_eq!(rehearsed.records["picture"], 1);
    assert_eq!(site.media().list().count(), 0, "a dry run stores nothing");
    site.import(&text, folder.path());
    assert_eq!(
        site.rows(
            "SELECT concat_ws(' ', type, width, height, thumbnail IS NOT NULL) FROM pictures"
        ),
        ["image/jpeg 2560 26 1"]
    );
    for file in site.media().list() {
        let file = file.expect("readable");
        let bytes = fs::read(site.media().path(&file.hash)).expect("read");
        assert!(!bytes.windows(10).any(|part| part == b"an archive"));
    }
    let sizes =
        site.rows("SELECT concat(bytes = (SELECT sum(bytes) FROM media_files)) FROM pictures");
    assert_eq!(sizes, ["1"]);
}

#[test]
fn a_wrong_file_is_refused_and_the_text_stays() {
    let jpeg = encoded(20, 10, ImageFormat::Jpeg);
    let png = encoded(20, 10, ImageFormat::Png);
    for (what, bytes, sha256, without_file) in [
        ("another hash", Some(&jpeg[..]), FileHash::of(b"x"), 0),
        ("another type", Some(&png[..]), FileHash::of(&png), 0),
        (
            "no picture",
            Some(&b"GIF87a?"[..]),
            FileHash::of(b"GIF87a?"),
            0,
        ),
        ("cut off", Some(&jpeg[..60]), FileHash::of(&jpeg[..60]), 0),
        ("missing", None, FileHash::of(&jpeg), 1),
    ] {
        let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
        if let Some(bytes) = bytes {
            write(folder.path(), &format!("{PICTURE}.jpg"), bytes);
        }
        let text = text(&json!({"sha256": sha256.as_str()}));
        let imported = site.import(&text, folder.path());
        assert_eq!(
            (imported.pictures_without_file, imported.refused_pictures),
            (without_file, 1 - without_file),
            "{what}"
        );
        assert_eq!(
            site.rows(PICTURES).len() + site.rows(USES).len(),
            0,
            "{what}"
        );
        assert_eq!(site.media().list().count(), 0, "{what}");
        let texts = site.rows("SELECT text FROM posts");
        assert_eq!(texts, [format!("![crust](/media/{PICTURE})")], "{what}");
    }
}

#[test]
fn a_folder_in_the_place_of_a_file_or_a_hash_that_is_none_is_refused() {
    let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
    fs::create_dir(folder.path().join(format!("{PICTURE}.jpg"))).expect("a folder");
    let sha256 = FileHash::of(b"x");
    let imported = site.import(&text(&json!({"sha256": sha256.as_str()})), folder.path());
    assert_eq!(imported.refused_pictures, 1);
    for wrong in [json!("../../etc/passwd"), json!(7), json!("A".repeat(64))] {
        let source = Source::new(Cursor::new(text(&json!({"sha256": wrong}))), 0).expect("opens");
        let error = import(&Site::new().db, source, false, |_| ()).expect_err("refused");
        assert!(
            error
                .to_string()
                .contains("\"sha256\" should be the SHA-256 of a file in hexadecimal"),
            "{error}"
        );
    }
}

#[test]
fn without_a_folder_all_pictures_are_left_out() {
    let site = Site::new();
    let sha256 = FileHash::of(b"x");
    let source = Source::new(Cursor::new(text(&json!({"sha256": sha256.as_str()}))), 0);
    let imported = import(&site.db, source.expect("an export"), false, |_| ()).expect("imported");
    assert_eq!(imported.pictures_without_file, 1);
    assert!(
        imported
            .to_string()
            .contains("Pictures left out, without a file: 1"),
        "{imported}"
    );
}

/// A record alone gives nobody a right: its place is that of the text that it names.
#[test]
fn a_use_of_a_text_of_another_kind_is_left_out() {
    let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
    let file = encoded(20, 10, ImageFormat::Jpeg);
    let sha256 = write(folder.path(), &format!("{PICTURE}.jpg"), &file);
    let text =
        text(&json!({"sha256": sha256})).replace("\"kind\":\"question\"", "\"kind\":\"message\"");
    site.import(&text, folder.path());
    assert_eq!((site.rows(PICTURES).len(), site.rows(USES).len()), (1, 0));
}

#[test]
fn a_damaged_file_is_not_exported() {
    let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
    let file = encoded(20, 10, ImageFormat::Jpeg);
    let sha256 = write(folder.path(), &format!("{PICTURE}.jpg"), &file);
    site.import(&text(&json!({"sha256": sha256})), folder.path());
    for file in site.media().list() {
        let file = file.expect("readable");
        fs::write(site.media().path(&file.hash), "x").expect("damaged");
    }
    let (_, exported) = site.export();
    assert_eq!((exported.pictures, exported.missing), (1, 1));
    assert_eq!(fs::read_dir(site.folder()).expect("a folder").count(), 0);
}

#[test]
fn the_ids_of_pictures_do_not_change() {
    let id: Id = PICTURE.parse().expect("an id");
    let (site, folder) = (Site::new(), TempDir::new().expect("a directory"));
    let file = encoded(20, 10, ImageFormat::Jpeg);
    let sha256 = write(folder.path(), &format!("{PICTURE}.jpg"), &file);
    site.import(&text(&json!({"sha256": sha256})), folder.path());
    let ids = site.rows("SELECT concat(id) FROM pictures");
    assert_eq!(ids, [id.as_i64().to_string()]);
}
