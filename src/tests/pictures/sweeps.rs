//! What is deleted after some time: pictures that no text shows, and files without a row.

use std::fs::File;
use std::time::{Duration, SystemTime};

use super::*;
use crate::features::pictures::files::FileHash;
use crate::features::pictures::{Pictures, sweep_now};

const DAY: Duration = Duration::from_secs(24 * 3600);

impl TestSite {
    async fn sweep(&self) {
        let pictures = Pictures::start(self.directory.path()).expect("a thread");
        sweep_now(&self.site.app, &pictures).await.expect("swept");
    }

    fn files(&self) -> usize {
        self.media().list().count()
    }

    /// Makes all files old.
    fn age_files(&self) {
        for file in self.media().list() {
            let path = self.media().path(&file.expect("a file").hash);
            let file = File::options().write(true).open(path).expect("a file");
            file.set_modified(SystemTime::now() - 2 * DAY).expect("old");
        }
    }
}

#[tokio::test]
async fn a_picture_that_no_text_shows_is_deleted_after_30_days() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let (unused, used) = (ann.picture(1).await, ann.picture(2).await);
    ann.ask("T", &shown(&used), &["a"]).await;
    site.clock.advance(29 * DAY);
    site.sweep().await;
    ann.authenticate("login").await;
    assert!(ann.sees_picture(&unused).await);
    site.clock.advance(DAY);
    site.sweep().await;
    ann.authenticate("login").await;
    assert!(!ann.sees_picture(&unused).await && ann.sees_picture(&used).await);
}

#[tokio::test]
async fn a_picture_stays_as_long_as_any_text_contains_its_address() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut pictures = Vec::new();
    for number in 1..=7 {
        pictures.push(ann.picture(number).await);
    }
    let code = |number: usize| format!("`{}`", shown(&pictures[number]));
    let question = ann.ask("T", &code(0), &["a"]).await;
    let comment = ben.comment("question", &question, &code(1)).await;
    let body = serde_json::json!({"cid": comment, "text": "x"});
    ben.patch("/comment/editComment", body).await.ok();
    let answer = ann.answer(&question, &code(4)).await;
    let body = serde_json::json!({"aid": answer, "text": "x"});
    ann.patch("/answer/editAnswer", body).await.ok();
    let chat = ann.chat_with(&["ben"]).await;
    ann.id_written_in(&chat, &code(2)).await;
    let body = serde_json::json!({"biography": code(3)});
    ann.patch("/user/updateBiography", body).await.ok();
    ann.delete_with(
        "/question/deleteQuestion",
        serde_json::json!({"qid": question}),
    )
    .await
    .ok();
    for _ in 0..3 {
        site.clock.advance(31 * DAY);
        site.sweep().await;
    }
    for person in [&ann, &ben] {
        person.authenticate("login").await;
    }
    for (number, picture) in pictures.iter().enumerate() {
        assert_eq!(ann.sees_picture(picture).await, number < 5, "{number}");
    }
    assert!(!ben.sees_picture(&pictures[2]).await, "code shows nothing");
}

#[tokio::test]
async fn the_30_days_begin_when_the_last_text_no_longer_shows_it() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let picture = ann.picture(1).await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, &shown(&picture)).await;
    site.clock.advance(100 * DAY);
    ann.authenticate("login").await;
    let body = serde_json::json!({"messageId": message, "msg": "x"});
    ann.patch(&format!("/chat/{chat}/editMessage"), body)
        .await
        .ok();
    site.sweep().await;
    site.clock.advance(29 * DAY);
    site.sweep().await;
    ann.authenticate("login").await;
    assert!(ann.sees_picture(&picture).await);
    site.clock.advance(DAY);
    site.sweep().await;
    ann.authenticate("login").await;
    assert!(!ann.sees_picture(&picture).await);
}

#[tokio::test]
async fn the_file_of_a_deleted_picture_goes_a_day_later() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    site.age_files();
    ann.delete(&format!("/picture/deletePicture/{picture}"))
        .await
        .ok();
    site.sweep().await;
    assert_eq!(
        (
            site.files(),
            site.number("SELECT count(*) FROM media_files")
        ),
        (1, 1)
    );
    site.clock.advance(DAY);
    site.sweep().await;
    assert_eq!(
        (
            site.files(),
            site.number("SELECT count(*) FROM media_files")
        ),
        (0, 0)
    );
}

#[tokio::test]
async fn a_file_that_is_uploaded_again_meanwhile_stays() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    ann.delete(&format!("/picture/deletePicture/{picture}"))
        .await
        .ok();
    let again = ben.picture(1).await;
    site.age_files();
    site.clock.advance(2 * DAY);
    site.sweep().await;
    assert!(ben.sees_picture(&again).await);
}

#[tokio::test]
async fn only_old_files_without_a_row_are_removed() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    let media = site.media();
    let orphan: FileHash = media.put(b"orphan").expect("stored");
    site.sweep().await;
    assert_eq!(site.files(), 2);
    site.age_files();
    let young = media.put(b"young").expect("stored");
    site.sweep().await;
    assert!(media.open(&orphan).is_err() && media.open(&young).is_ok());
    assert!(ann.sees_picture(&picture).await);
}
