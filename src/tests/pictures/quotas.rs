//! How much members may upload and store.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::core::config::Config;

fn limited(configure: impl FnOnce(&mut Config)) -> TestSite {
    TestSite::with(|config| {
        config.limits.enabled = true;
        configure(config);
    })
}

#[tokio::test]
async fn failed_uploads_count_too_until_the_day_ends() {
    let site = limited(|config| config.pictures.per_day = 2);
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.picture(1).await;
    ann.upload("no picture").await.refused(400, "Not a picture");
    let refused = ann.upload(small_png(2)).await;
    refused.refused(429, "Too many pictures today");
    assert_eq!(refused.header("retry-after"), "86400");
    let usage = ann.get("/picture/getPictureUsage").await.ok();
    let size = small_png(1).len() + "no picture".len();
    assert_eq!(
        usage["today"],
        json!({"count": 2, "limit": 2, "bytes": size, "byteLimit": 100_000_000})
    );
    ben.picture(1).await;
    site.clock.advance(Duration::from_secs(24 * 3600));
    ann.picture(2).await;
    let usage = ann.get("/picture/getPictureUsage").await.ok();
    assert_eq!(usage["today"]["count"], 1);
}

#[tokio::test]
async fn the_bytes_of_a_day_are_limited() {
    let site = limited(|config| config.pictures.per_day_mb = 1);
    let ann = site.sign_up("ann").await;
    ann.upload(vec![0; 600_000])
        .await
        .refused(400, "Not a picture");
    ann.upload(vec![0; 600_000])
        .await
        .refused(429, "Too many pictures today");
    ann.picture(1).await;
}

#[tokio::test]
async fn the_pictures_of_a_member_and_of_the_site_have_a_largest_size() {
    for of_member in [true, false] {
        let site = TestSite::with(|config| {
            let limit = if of_member {
                &mut config.pictures.per_member_mb
            } else {
                &mut config.pictures.site_mb
            };
            *limit = 1;
        });
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let picture = ann.picture(1).await;
        site.sql("UPDATE pictures SET bytes = 1000000; UPDATE media_files SET bytes = 1000000");
        ann.upload(small_png(2))
            .await
            .refused(507, "No room for more pictures");
        assert_eq!(ben.upload(small_png(2)).await.status == 200, of_member);
        let usage = ann.get("/picture/getPictureUsage").await.ok();
        assert_eq!(
            (&usage["bytes"], &usage["count"]),
            (&json!(1_000_000), &json!(1))
        );
        if of_member {
            ann.delete(&format!("/picture/deletePicture/{picture}"))
                .await
                .ok();
            ann.picture(2).await;
        }
    }
}

#[tokio::test]
async fn a_full_disk_takes_no_pictures_and_lets_members_delete_theirs() {
    let (site, free) = crate::tests::full_disk::site_on_disk();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    free.store(0, std::sync::atomic::Ordering::Relaxed);
    let refused = ann.upload(small_png(2)).await;
    refused.refused(503, crate::core::error::Sentence::StorageFull.text());
    assert!(ann.sees_picture(&picture).await);
    ann.delete(&format!("/picture/deletePicture/{picture}"))
        .await
        .ok();
    assert_eq!(site.number("SELECT count(*) FROM pictures"), 0);
}
