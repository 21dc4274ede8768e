//! Pages with content: what they show is in their HTML, with the data that the browser's app shows first.

use std::io::Read;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use flate2::read::GzDecoder;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::operations::{configured, get_with};
use super::public_reading::open_site;
use super::{Person, Reply, TestSite, id_of};
use crate::core::config::{BaseUrl, Reading};

async fn page(person: &Person, question: &str, headers: &[(&str, &str)]) -> Reply {
    let accept = [("accept", "text/html")];
    get_with(
        person,
        &format!("/question/{question}"),
        &[&accept, headers].concat(),
    )
    .await
}

/// Returns the first data of a page, if it has any.
fn first_data(page: &Reply) -> Option<Value> {
    let (_, rest) = page
        .text
        .split_once("<script id=\"first-data\" type=\"application/json\">")?;
    let (json, _) = rest.split_once("</script>").expect("the end of the script");
    Some(serde_json::from_str(json).expect("JSON"))
}

#[tokio::test]
async fn a_question_is_in_its_page_for_its_readers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let page = page(&ben, &question, &[]).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    let data = first_data(&page).expect("first data");
    assert_eq!(data["user"], ben.get("/user/me").await.ok());
    assert_eq!(data["question"]["title"], "Ink");
    assert_eq!(data["question"]["viewCount"], 0);
    let path = format!("/question/getQuestionById/{question}");
    assert_eq!(ben.get(&path).await.ok()["viewCount"], 1);
}

#[tokio::test]
async fn its_duplicates_are_in_the_page_too() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let original = ann.ask("Ink", "Which?", &["ink"]).await;
    let copy = ann.ask("Ink again", "Which?", &["ink"]).await;
    let link = serde_json::json!({ "qid": copy, "duplicateOf": original });
    ann.post("/question/addDuplicate", link).await.ok();
    let data = first_data(&page(&ann, &copy, &[]).await).expect("first data");
    let path = format!("/question/getDuplicates/{copy}");
    assert_eq!(data["duplicates"], ann.get(&path).await.ok());
    assert_eq!(data["duplicates"][0]["_id"], original);
}

#[tokio::test]
async fn its_community_is_in_the_page_as_the_reader_sees_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "public", &["ann"]);
    let question = ann.ask_in(&community, "Ink").await;
    let path = format!("/community/getCommunity/{community}?view=card");
    for (reader, is_member) in [(&ann, true), (&ben, false)] {
        let data = first_data(&page(reader, &question, &[]).await).expect("first data");
        assert_eq!(data["community"], reader.get(&path).await.ok());
        assert_eq!(data["community"]["isMember"], is_member);
    }
    let other = ann.ask("Paper", "Which?", &["paper"]).await;
    let data = first_data(&page(&ann, &other, &[]).await).expect("first data");
    assert_eq!(data["community"], Value::Null);
}

#[tokio::test]
async fn no_text_ends_the_script_with_the_first_data() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let text = "</script><script>alert(1)</script><!--";
    let question = ann.ask("Ink", text, &["ink"]).await;
    let page = page(&ann, &question, &[]).await;
    assert!(!page.text.contains("alert(1)</script>"), "{}", page.text);
    let data = first_data(&page).expect("first data");
    assert_eq!(data["question"]["text"], text);
}

#[tokio::test]
async fn who_may_not_read_a_question_gets_the_empty_page() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&private, "Ink").await;
    let public = ann.ask("Paper", "Which?", &["paper"]).await;
    let from_another_site = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-dest", "document"),
    ];
    let empty = page(&site.visitor(), &public, &[]).await;
    for other in [
        page(&ben, &hidden, &[]).await,
        page(&ben, "0000000000000", &[]).await,
        page(&ann, &public, &from_another_site).await,
    ] {
        assert_eq!((other.status, &other.text), (empty.status, &empty.text));
        assert_eq!(other.headers["cache-control"], "no-cache");
    }
    assert!(first_data(&empty).is_none());
    assert!(first_data(&page(&ann, &public, &[]).await).is_some());
}

#[tokio::test]
async fn a_large_question_is_not_in_its_page() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    site.sql("UPDATE posts SET text = hex(zeroblob(200000))");
    let data = first_data(&page(&ann, &question, &[]).await).expect("first data");
    assert_eq!(data["user"]["username"], "ann");
    assert_eq!(data["question"], Value::Null);
}

/// Returns a page as a browser asks for it.
async fn open(person: &Person, path: &str) -> Reply {
    get_with(person, path, &[("accept", "text/html")]).await
}

/// Returns the content of a page, without the data.
fn content(page: &Reply) -> &str {
    let (_, rest) = page.text.split_once("<div id=\"page\">").expect("content");
    let (content, _) = rest
        .split_once("<div id=\"root\" hidden>")
        .expect("the app");
    content
}

/// Returns the first structured data of a page.
fn structured_data(page: &Reply) -> Value {
    let (_, data) = page.text.split_once("ld+json\">").expect("structured data");
    let (data, _) = data.split_once("</script>").expect("its end");
    serde_json::from_str(data).expect("JSON")
}

#[tokio::test]
async fn a_page_shows_a_question_with_its_answers_and_comments() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which *one*?", &["ink"]).await;
    let answer = ben.answer(&question, "Use `oak`").await;
    ann.comment("answer", &answer, "Thanks").await;
    for reader in [site.visitor(), ann] {
        let page = page(&reader, &question, &[]).await;
        for part in [
            "<h1 dir=\"auto\">Ink</h1>",
            "<p>Which <em>one</em>?</p>",
            "<p>Use <code>oak</code></p>",
            "<p>Thanks</p>",
            "<bdi>ben</bdi>",
            &format!("id=\"{answer}\""),
        ] {
            assert!(
                content(&page).contains(part),
                "{part} is not in {}",
                page.text
            );
        }
        assert!(page.text.contains("<title>Ink · "), "{}", page.text);
    }
}

#[tokio::test]
async fn the_lists_and_a_tag_have_content() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    ann.ask("Walnut ink", "Which one?", &["c++"]).await;
    let tag = json!({"name": "c++", "text": "About *it*.", "base": null});
    ann.patch("/tag/editTagDescription", tag).await.ok();
    for reader in [site.visitor(), ann] {
        for (path, part) in [
            ("/questionPage", ">Walnut ink</a>"),
            ("/questionPage?tag=c%2B%2B", ">Walnut ink</a>"),
            ("/tags", "href=\"/questionPage?tag=c%2B%2B\""),
            ("/tagPage?tag=c%2B%2B", "<p>About <em>it</em>.</p>"),
        ] {
            let page = open(&reader, path).await;
            assert!(content(&page).contains(part), "{path}: {}", page.text);
        }
    }
}

#[tokio::test]
async fn the_home_page_of_strangers_has_what_is_new() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let public = site.community(7, "public", &["ann"]);
    let private = site.community(8, "private", &["ann"]);
    ann.ask_in(&public, "Walnut ink").await;
    ann.ask_in(&private, "Secret").await;
    let page = open(&site.visitor(), "/home").await;
    for part in [
        ">Walnut ink</a>",
        "href=\"/questionPage\">1 question</a>",
        "href=\"/tags\">All tags</a>",
        &format!("href=\"/communities/{public}\""),
    ] {
        assert!(content(&page).contains(part), "{part}: {}", page.text);
    }
    for part in ["Secret", &private] {
        assert!(!content(&page).contains(part), "{part}: {}", page.text);
    }
    assert!(page.header("cache-control").starts_with("public"));
    // Those of a tag are drawn by the app.
    let tagged = open(&ann, "/home?tag=ink").await.text;
    assert!(!tagged.contains("id=\"page\""), "{tagged}");
}

#[tokio::test]
async fn the_home_page_of_a_member_has_their_own_lists() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ben"]);
    let question = ben.ask("Walnut ink", "Which?", &["ink"]).await;
    ann.answer(&question, "The <b>black</b> *one*, @ben").await;
    let star = json!({"qid": question});
    ben.post("/star/addStar", star.clone()).await.ok();
    let note = json!({"qid": question, "note": "Try </script> it"});
    ben.patch("/star/setStarNote", note).await.ok();
    let page = open(&ben, "/home").await;
    assert_eq!(page.header("cache-control"), "no-store");
    for part in [
        "<bdi>ben's Home</bdi>",
        ">New answer from ann</a>",
        "<em>one</em>",
        "because <bdi>ann</bdi> mentioned you",
        ">Walnut ink</a>",
        "Try &lt;/script&gt; it",
        &format!("href=\"/communities/{community}\""),
    ] {
        assert!(content(&page).contains(part), "{part}: {}", page.text);
    }
    assert!(!content(&page).contains("style="), "{}", page.text);
    let data = first_data(&page).expect("first data");
    for (path, list) in data["lists"].as_object().expect("lists") {
        assert_eq!(list["items"], ben.get(path).await.ok(), "{path}");
    }
    for (path, reply) in data["others"].as_object().expect("replies") {
        assert_eq!(reply, &ben.get(path).await.ok(), "{path}");
    }
    // Another member sees nothing of it, and an empty page says so.
    let others = open(&ann, "/home").await;
    for part in [&*community, "Walnut", "Try", "mentioned"] {
        assert!(!others.text.contains(part), "{part}: {}", others.text);
    }
    for part in [
        "No notifications yet!",
        "No starred questions yet!",
        "You are not part of any communities.",
    ] {
        assert!(content(&others).contains(part), "{part}: {}", others.text);
    }
}

#[tokio::test]
async fn the_home_page_of_a_member_has_suggested_edits_and_decisions() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("Walnut ink", "Which?", &["ink"]).await;
    let edits = ann
        .get(&format!("/post/getSuggestedEdits/{question}"))
        .await;
    let version = edits.ok()["revisionId"].clone();
    let tags = json!([{"name": "ink"}]);
    let edit = json!({"id": question, "revisionId": version, "title": "Walnut ink", "text": "Which one?", "tags": tags});
    let edits = ann.post("/post/suggestEdit", edit).await.ok();
    let suggestion = &edits["suggestions"][0]["_id"];
    let page = open(&ben, "/home").await;
    for part in [
        "<bdi>ann</bdi> suggested an edit of your question",
        &format!("href=\"/question/{question}/suggestions/{question}\""),
    ] {
        assert!(content(&page).contains(part), "{part}: {}", page.text);
    }
    let decision = json!({"id": suggestion, "accepted": false, "note": "Not *yet*"});
    ben.post("/post/decideSuggestedEdit", decision).await.ok();
    let page = open(&ann, "/home").await;
    for part in ["<bdi>ben</bdi> declined your suggested edit", ">Not *yet*<"] {
        assert!(content(&page).contains(part), "{part}: {}", page.text);
    }
}

#[tokio::test]
async fn the_home_page_of_a_member_says_what_everyone_may_read_now() {
    let site = TestSite::new();
    let (root, ben) = (site.sign_up("root1").await, site.sign_up("ben").await);
    site.promote("root1").await;
    site.clock.advance(Duration::from_secs(1));
    let change = json!({"key": "reading", "before": "members", "value": "everyone"});
    let body = json!({"changes": [change]});
    root.patch("/administration/setSettings", body).await.ok();
    let page = open(&ben, "/home").await;
    for part in [
        "href=\"/questionPage\">Everyone can now read this site without an account, and search engines can find it</a>",
        "because you were already a member of this site",
        "<a href=\"/user/ben\">Choose whether search engines show your name</a>",
    ] {
        assert!(content(&page).contains(part), "{part}: {}", page.text);
    }
}

#[tokio::test]
async fn the_app_draws_a_home_page_that_the_server_cannot() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let max = site.sign_up("max").await;
    let is_drawn = async |person: &Person| {
        let page = open(person, "/home").await;
        let data = first_data(&page).expect("first data");
        assert!(data["lists"]["/inbox/getEntries?limit=20"].is_object());
        page.text.contains("id=\"page\"")
    };
    assert!(is_drawn(&ben).await);
    let off = json!({"notifications": false});
    ben.patch("/user/setPreferences", off).await.ok();
    assert!(!is_drawn(&ben).await, "notifications are off");
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    site.appoint("max").await;
    let body = json!({"id": question, "reason": "too-broad", "note": "Ask one thing."});
    max.post("/moderation/closeQuestion", body).await.ok();
    assert!(!is_drawn(&ann).await, "what a moderator did");
}

#[tokio::test]
async fn the_home_page_of_an_administrator_has_the_steps_of_a_new_site_until_they_are_dismissed() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let home = async || open(&root, "/home").await;
    let set = async |key: &str, before: Value, value: Value| {
        let change = json!({"key": key, "before": before, "value": value});
        let body = json!({"changes": [change]});
        root.patch("/administration/setSettings", body).await.ok();
    };
    set("rules", json!(""), json!("Be kind")).await;
    let page = home().await;
    for part in [
        "<bdi>root1's Home</bdi>",
        ">To do: </span><a href=\"/administration/settings#general-heading\">Give the site a title</a>",
        ">Done: </span><a href=\"/administration/settings#texts-heading\">Write rules</a>",
        ">To do: </span><a href=\"/administration/backups\">Create a backup</a>",
        ">To do: </span><a href=\"/administration\">Invite people</a>",
        "No notifications yet!",
    ] {
        assert!(content(&page).contains(part), "{part}: {}", page.text);
    }
    let data = first_data(&page).expect("first data");
    let settings = "/administration/getSettings";
    assert_eq!(data["others"][settings], root.get(settings).await.ok());
    let health = &data["others"]["/administration/getHealth"];
    assert_eq!(health["hasBaseUrl"], false);
    let members = "/administration/getUsers?limit=1";
    assert_eq!(data["lists"][members]["total"], 1);
    let ben = site.sign_up("ben").await;
    assert!(
        content(&home().await)
            .contains(">Done: </span><a href=\"/administration\">Invite people</a>")
    );
    ben.delete("/user/deleteUser/ben").await.ok();
    set("firstSteps", json!(true), json!(false)).await;
    let page = home().await;
    assert!(
        content(&page).contains("No notifications yet!"),
        "{}",
        page.text
    );
    assert!(!page.text.contains("Set up the site"), "{}", page.text);
    let data = first_data(&page).expect("first data");
    assert!(data["others"][settings].is_null());
    assert!(data["lists"][members].is_null());
    // Members see nothing of them.
    set("firstSteps", json!(false), json!(true)).await;
    let ann = site.sign_up("ann").await;
    let page = open(&ann, "/home").await;
    assert!(!page.text.contains("Set up the site"), "{}", page.text);
    assert!(!page.text.contains(settings), "{}", page.text);
}

#[tokio::test]
async fn the_home_pages_show_the_cover() {
    let site = open_site();
    let (root, ann) = (site.administrator("root1").await, site.sign_up("ann").await);
    let cover = id_of(&root.upload(wide_png()).await.ok());
    let image = format!(
        "<img src=\"/site/getCover/{cover}\" alt=\"\" width=\"5\" height=\"1\" loading=\"lazy\""
    );
    for is_chosen in [false, true] {
        if is_chosen {
            let change = json!({"key": "cover", "before": "", "value": cover});
            let body = json!({"changes": [change]});
            root.patch("/administration/setSettings", body).await.ok();
        }
        for reader in [&site.visitor(), &root, &ann] {
            let page = open(reader, "/home").await;
            assert_eq!(content(&page).contains(&image), is_chosen, "{}", page.text);
        }
    }
}

/// Returns a picture that can be a cover.
fn wide_png() -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    let image = image::DynamicImage::new_rgb8(640, 128);
    image
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("encoded");
    png.into_inner()
}

#[tokio::test]
async fn people_and_communities_have_content() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let biography = json!({"username": "ann", "biography": "I *make* ink."});
    ann.patch("/user/updateBiography", biography).await.ok();
    let public = site.community(7, "public", &["ann"]);
    let private = site.community(8, "private", &["ann"]);
    ann.ask_in(&public, "Walnut ink").await;
    for reader in [site.visitor(), site.sign_up("ben").await] {
        for (path, part) in [
            ("/users".to_owned(), "href=\"/user/ann\""),
            ("/user/ann".to_owned(), "<p>I <em>make</em> ink.</p>"),
            (
                "/communities/all".to_owned(),
                &format!("href=\"/communities/{public}\""),
            ),
            (format!("/communities/{public}"), ">Walnut ink</a>"),
        ] {
            let page = open(&reader, &path).await;
            assert!(content(&page).contains(part), "{path}: {}", page.text);
        }
        let hidden = open(&reader, &format!("/communities/{private}")).await;
        assert!(!hidden.text.contains("id=\"page\""), "{}", hidden.text);
    }
}

#[tokio::test]
async fn the_data_of_a_list_is_that_of_its_calls() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for number in 0..21 {
        ann.ask(&format!("Ink {number}"), "Which?", &["ink"]).await;
    }
    let data = first_data(&open(&ann, "/questionPage").await).expect("first data");
    let path = "/question/getQuestion?order=newest&view=card&limit=20";
    let list = ann.get(path).await;
    assert_eq!(data["lists"][path]["items"], list.ok());
    assert_eq!(data["lists"][path]["total"], 21);
    let next = list.header("link");
    let next = next.strip_prefix('<').and_then(|link| link.split_once('>'));
    assert_eq!(data["lists"][path]["next"], next.expect("a link").0);
    assert_eq!(data["others"]["/question/getPinned"], json!([]));
    assert_eq!(data["user"], ann.get("/user/me").await.ok());
}

#[tokio::test]
async fn no_text_is_markup_in_a_page() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let evil = "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";
    let question = ann.ask(&format!("Ink {evil}"), evil, &["ink"]).await;
    ann.answer(&question, evil).await;
    for path in [format!("/question/{question}"), "/questionPage".to_owned()] {
        let page = open(&site.visitor(), &path).await;
        for part in ["<script>", "<img src=x"] {
            assert!(!page.text.contains(part), "{part} is in {}", page.text);
        }
        assert_eq!(page.text.matches("</title>").count(), 1, "{}", page.text);
    }
}

#[tokio::test]
async fn all_strangers_get_the_same_bytes_without_a_cookie() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let first = page(&site.visitor(), &question, &[]).await;
    assert!(
        first.header("cache-control").starts_with("public"),
        "{:?}",
        first.headers
    );
    for headers in [
        &[("cookie", "XSRF-TOKEN=x; theme=light")][..],
        &[("cookie", "session=ended")],
        &[("accept-language", "de"), ("user-agent", "Googlebot")],
        &[("accept", "*/*")],
    ] {
        let other = page(&site.visitor(), &question, headers).await;
        assert_eq!(other.text, first.text, "{headers:?}");
        assert_eq!(other.header("etag"), first.header("etag"), "{headers:?}");
        assert!(!other.headers.contains_key("set-cookie"), "{headers:?}");
    }
    let members = page(&ann, &question, &[]).await;
    assert_eq!(members.header("cache-control"), "no-store");
    assert!(!members.headers.contains_key("etag"));
}

#[tokio::test]
async fn a_page_comes_with_the_moment_of_its_request() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let moment = |reply: &Reply| -> u64 {
        let moment = reply.header("server-timing").strip_prefix("at;desc=");
        moment.expect("a moment").parse().expect("a number")
    };
    let mut last = site.site.app.hub.moment();
    // The second page of a stranger is a kept one.
    for reader in [&ann, &site.visitor(), &site.visitor()] {
        let page = open(reader, "/questionPage").await;
        let now = site.site.app.hub.moment();
        assert!((last..=now).contains(&moment(&page)));
        last = now;
    }
    let tag = open(&site.visitor(), "/questionPage")
        .await
        .header("etag")
        .to_owned();
    let headers = [("accept", "text/html"), ("if-none-match", &*tag)];
    let unchanged = get_with(&site.visitor(), "/questionPage", &headers).await;
    assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED);
    assert!(moment(&unchanged) >= last);
    let call = ann.get("/user/me").await;
    assert!(!call.headers.contains_key("server-timing"));
}

#[tokio::test]
async fn only_the_page_of_strangers_is_compressed() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let (question, stranger) = (ann.ask("Ink", "Which?", &["ink"]).await, site.visitor());
    let plain = page(&stranger, &question, &[]).await;
    assert!(!plain.headers.contains_key("content-encoding"));
    assert!(plain.header("vary").contains("accept-encoding"));
    let accepting = [("accept-encoding", "br, gzip")];
    let compressed = page(&stranger, &question, &accepting).await;
    assert_eq!(compressed.header("content-encoding"), "gzip");
    assert_eq!(compressed.header("etag"), plain.header("etag"));
    let mut text = String::new();
    let decoded = GzDecoder::new(&*compressed.bytes).read_to_string(&mut text);
    decoded.expect("a page");
    assert_eq!(text, plain.text);
    // Of a member, it has secrets beside texts that others chose.
    let members = page(&ann, &question, &accepting).await;
    assert!(!members.headers.contains_key("content-encoding"));
}

#[tokio::test]
async fn a_members_page_has_the_replies_of_the_calls_around_it() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    ben.post("/star/addStar", json!({"qid": question})).await;
    ann.answer(&question, "This one, @ben").await;
    let community = site.community(7, "public", &["ben"]);
    let paths = ["/questionPage", "/home", &format!("/question/{question}")];
    for (path, least) in paths.into_iter().zip([5, 5, 9]) {
        let page = open(&ben, path).await;
        assert_eq!(page.header("cache-control"), "no-store");
        let data = first_data(&page).expect("first data");
        let around = data["around"].as_object().expect("replies");
        assert_eq!(around.len(), least, "{path} {around:?}");
        for (call, reply) in around {
            let own = ben.get(call).await;
            for header in ["link", "x-total-count", "x-unread-count"] {
                let sent = own
                    .headers
                    .get(header)
                    .map(|value| value.to_str().expect("text"));
                assert_eq!(reply["headers"][header].as_str(), sent, "{call} {header}");
            }
            assert_eq!(reply["body"], own.ok(), "{call}");
        }
        let strangers = open(&site.visitor(), path).await;
        let data = first_data(&strangers);
        assert!(data.is_none_or(|data| data["around"].is_null()), "{path}");
    }
    let home = first_data(&open(&ben, "/home").await).expect("first data");
    let communities = "/community/getAllCommunities?view=card&limit=30&member=true";
    assert_eq!(
        home["lists"][communities]["items"][0]["_id"],
        community.as_str()
    );
}

#[tokio::test]
async fn only_authors_who_do_not_moderate_get_their_permissions_with_the_page_of_a_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (max, cem) = (site.sign_up("max").await, site.sign_up("cem").await);
    site.promote("max").await;
    let community = site.community(7, "public", &["cem", "ann", "ben", "max"]);
    site.sql("UPDATE memberships SET role = 'moderator' WHERE user_id = (SELECT id FROM users WHERE username = 'cem')");
    let question = ann.ask_in(&community, "Ink").await;
    for person in [&ben, &max, &cem] {
        person.answer(&question, "This one").await;
    }
    let dan = site.sign_up("dan").await;
    for (person, count) in [(&ann, 10), (&ben, 10), (&dan, 9), (&max, 9), (&cem, 9)] {
        let page = open(person, &format!("/question/{question}")).await;
        let data = first_data(&page).expect("first data");
        let around = data["around"].as_object().expect("replies");
        assert_eq!(around.len(), count, "{around:?}");
        let call = format!("/question/getPermissions/{question}");
        assert_eq!(around.contains_key(&call), count == 10, "{around:?}");
    }
}

#[tokio::test]
async fn a_large_reply_around_a_page_is_left_out() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("Ink", "Which?", &["ink"]).await;
    ann.follow("question", &question, "watching").await;
    let follows = "/following/getFollows";
    for (size, is_in_page) in [(100, true), (20_000, false)] {
        site.sql(&format!(
            "UPDATE questions SET title = hex(zeroblob({size}))"
        ));
        let data = first_data(&open(&ann, "/home").await).expect("first data");
        let around = data["around"].as_object().expect("replies");
        assert_eq!(around.contains_key(follows), is_in_page, "{around:?}");
        assert!(around.contains_key("/messaging/getUnread"));
    }
}

#[tokio::test]
async fn a_page_that_has_not_changed_is_not_sent_again() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let (question, stranger) = (ann.ask("Ink", "Which?", &["ink"]).await, site.visitor());
    let etag = page(&stranger, &question, &[])
        .await
        .header("etag")
        .to_owned();
    let again = async |tags: &str| page(&stranger, &question, &[("if-none-match", tags)]).await;
    let strong = etag.strip_prefix("W/").expect("a weak tag");
    for tags in [&*etag, strong, "*", &format!("\"x\", {etag}")] {
        let reply = again(tags).await;
        assert_eq!(
            (reply.status, &*reply.text),
            (StatusCode::NOT_MODIFIED, ""),
            "{tags}"
        );
        assert_eq!(reply.header("etag"), etag);
    }
    assert_eq!(again("\"x\"").await.status, 200);
    ann.answer(&question, "This one").await;
    let changed = again(&etag).await;
    assert_eq!(changed.status, 200);
    assert!(changed.text.contains("This one"), "{}", changed.text);
}

#[tokio::test]
async fn a_kept_page_ends_with_what_it_shows() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let (question, stranger) = (ann.ask("Ink", "Which?", &["ink"]).await, site.visitor());
    let shows = async |path: &str, text: &str| {
        open(&stranger, path).await;
        open(&stranger, path).await.text.contains(text)
    };
    let path = format!("/question/{question}");
    assert!(shows(&path, "Which?").await);
    assert!(shows("/questionPage", "Which?").await);
    let edited =
        json!({"qid": question, "title": "Ink", "text": "What?", "tags": [{"name": "ink"}]});
    ann.patch("/question/editQuestion", edited).await.ok();
    assert!(!shows(&path, "Which?").await);
    assert!(!shows("/questionPage", "Which?").await);
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert!(!shows(&path, "What?").await);
    assert!(!shows("/questionPage", "What?").await);
}

#[tokio::test]
async fn pages_for_strangers_end_when_only_members_read() {
    let site = open_site();
    let (admin, stranger) = (site.administrator("root").await, site.visitor());
    let question = admin.ask("Ink", "Which?", &["ink"]).await;
    assert!(
        page(&stranger, &question, &[])
            .await
            .text
            .contains("Which?")
    );
    let change = json!({"key": "reading", "before": "everyone", "value": "members"});
    let changes = json!({"changes": [change]});
    admin
        .patch("/administration/setSettings", changes)
        .await
        .ok();
    let closed = page(&stranger, &question, &[]).await;
    assert!(!closed.text.contains("Which?"), "{}", closed.text);
    assert_eq!(closed.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn hidden_and_absent_questions_look_alike_to_strangers() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&private, "Ink").await;
    let stranger = site.visitor();
    let absent = page(&stranger, "0000000000000", &[]).await;
    let hidden = page(&stranger, &hidden, &[]).await;
    assert_eq!(absent.status, StatusCode::NOT_FOUND);
    assert_eq!((hidden.status, &hidden.text), (absent.status, &absent.text));
    // A member who came by a link from another site has sent no cookie: the app asks again.
    assert!(
        absent.text.contains("<div id=\"root\"></div>"),
        "{}",
        absent.text
    );
}

#[tokio::test]
async fn a_head_request_gets_the_head_of_the_page() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let stranger = site.visitor();
    let full = page(&stranger, &question, &[]).await;
    let request = Request::head(format!("/question/{question}")).header("accept", "text/html");
    let request = request.body(Body::empty()).expect("a request");
    let head = stranger.send(request).await;
    assert_eq!(head.status, 200);
    assert_eq!(head.header("etag"), full.header("etag"));
}

#[tokio::test]
async fn a_question_is_described_to_search_engines_and_previews() {
    let site = TestSite::with(|config| {
        config.site.reading = Reading::Everyone;
        config.server.base_url = BaseUrl::parse("http://stoa.test/forum").expect("an address");
    });
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which *one*? </script>", &["ink"]).await;
    let stranger = site.visitor();
    let unanswered = page(&stranger, &question, &[]).await;
    assert!(!unanswered.text.contains("QAPage"), "{}", unanswered.text);
    let answer = ben.answer(&question, "Oak").await;
    let page = page(&stranger, &question, &[]).await;
    let address = format!("http://stoa.test/forum/question/{question}/ink");
    for part in [
        format!("<link rel=\"canonical\" href=\"{address}\">"),
        "<meta name=\"description\" content=\"Which one? &lt;/script&gt;\">".to_owned(),
        "<meta property=\"og:title\" content=\"Ink\">".to_owned(),
        format!("<meta property=\"og:url\" content=\"{address}\">"),
        format!("href=\"/forum/feeds/question/{question}.atom\""),
    ] {
        assert!(page.text.contains(&part), "{part} is not in {}", page.text);
    }
    let data = structured_data(&page);
    let entity = &data["mainEntity"];
    assert_eq!(data["@type"], "QAPage");
    for (name, expected) in [
        ("@type", json!("Question")),
        ("name", json!("Ink")),
        ("text", json!("Which one? </script>")),
        ("answerCount", json!(1)),
        ("upvoteCount", json!(0)),
    ] {
        assert_eq!(entity[name], expected, "{name}");
    }
    let suggested = &entity["suggestedAnswer"][0];
    assert_eq!(suggested["text"], "Oak");
    assert_eq!(suggested["url"], format!("{address}#{answer}"));
}

#[tokio::test]
async fn search_engines_learn_the_names_of_those_who_allow_it_alone() {
    let site = TestSite::with(|config| {
        config.site.reading = Reading::Everyone;
        config.server.base_url = BaseUrl::parse("http://stoa.test").expect("an address");
    });
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let allow = json!({"allow": true});
    ann.patch("/user/setIndexing", allow).await.ok();
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let answer = ben.answer(&question, "Oak").await;
    let page = page(&site.visitor(), &question, &[]).await;
    let content = content(&page);
    for part in [
        "<span><a href=\"/user/ann\"><bdi>ann</bdi></a></span>",
        "<span data-nosnippet=\"\"><a href=\"/user/ben\"><bdi>ben</bdi></a></span>",
    ] {
        assert!(content.contains(part), "{part} is not in {content}");
    }
    assert!(
        page.text
            .contains("<meta property=\"article:author\" content=\"ann\">")
    );
    let data = structured_data(&page);
    let ann = json!({"@type": "Person", "name": "ann", "url": "http://stoa.test/user/ann"});
    assert_eq!(data["author"], ann);
    assert_eq!(data["mainEntity"]["author"], ann);
    let suggested = &data["mainEntity"]["suggestedAnswer"][0];
    assert_eq!(
        suggested["url"],
        format!("http://stoa.test/question/{question}/ink#{answer}")
    );
    assert_eq!(suggested["author"], Value::Null);
    let list = open(&site.visitor(), "/questionPage").await;
    let part = "<span data-nosnippet=\"\"><a href=\"/user/ann\">";
    assert!(list.text.contains(part), "{}", list.text);
}

#[tokio::test]
async fn search_engines_learn_which_pages_are_above_one() {
    let site = TestSite::with(|config| {
        config.site.reading = Reading::Everyone;
        config.server.base_url = BaseUrl::parse("http://stoa.test").expect("an address");
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Why $a<b$?", "Which?", &["c++"]).await;
    let [questions, tags, tagged] = ["/questionPage", "/tags", "/questionPage?tag=c%2B%2B"];
    for (path, expected) in [
        (
            format!("/question/{question}"),
            vec![
                ("Questions", questions),
                ("c++", tagged),
                ("Why a<b?", &format!("/question/{question}/why-a-b")),
            ],
        ),
        (tagged.to_owned(), vec![("Tags", tags), ("c++", tagged)]),
        (
            "/tagPage?tag=c%2B%2B".to_owned(),
            vec![("Tags", tags), ("c++", "/tagPage?tag=c%2B%2B")],
        ),
    ] {
        let data = structured_data(&open(&site.visitor(), &path).await);
        assert_eq!(data["@type"], "BreadcrumbList");
        let items = data["itemListElement"].as_array().expect("items");
        let expected = expected.into_iter().zip(1..).map(|((name, path), position)| {
            json!({"@type": "ListItem", "position": position, "name": name, "item": format!("http://stoa.test{path}")})
        });
        assert_eq!(*items, expected.collect::<Vec<_>>(), "{path}");
    }
}

#[tokio::test]
async fn who_wrote_only_what_is_gone_from_a_page_is_not_among_its_authors() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    for person in [&ben, &cem] {
        let allow = json!({"allow": true});
        person.patch("/user/setIndexing", allow).await.ok();
    }
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let answer = ben.answer(&question, "Oak").await;
    cem.comment("answer", &answer, "Thanks").await;
    let listed = async || {
        first_data(&page(&ann, &question, &[]).await).expect("data")["listedAuthors"].clone()
    };
    assert_eq!(listed().await, json!(["ben", "cem"]));
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(listed().await, json!([]));
}

#[tokio::test]
async fn links_and_pictures_of_a_page_have_the_base_path() {
    let site = TestSite::with(|config| {
        configured(
            config,
            &[("STOA_SERVER_BASE_URL", "http://stoa.test/forum")],
        );
        config.site.reading = Reading::Everyone;
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "See it", &["ink"]).await;
    let page = page(&site.visitor(), &question, &[]).await;
    let content = content(&page);
    let outside = content
        .split("href=\"")
        .skip(1)
        .find(|rest| !rest.starts_with("/forum/") && !rest.starts_with('#'));
    assert_eq!(outside, None, "{content}");
    assert!(content.contains("src=\"/forum/favicon.svg\""), "{content}");
}

#[tokio::test]
async fn strangers_who_ask_for_a_page_at_once_need_it_drawn_once() {
    let site = TestSite::with(|config| {
        configured(config, &[("STOA_METRICS_TOKEN", "sesame")]);
        config.site.reading = Reading::Everyone;
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", &"*Which?* ".repeat(2_000), &["ink"]).await;
    let (stranger, count) = (site.visitor(), 12);
    let pages = join_all((0..count).map(|_| page(&stranger, &question, &[]))).await;
    assert!(
        pages
            .iter()
            .all(|page| page.text == pages[0].text && page.status == 200)
    );
    let token = [("authorization", "Bearer sesame")];
    let metrics = get_with(&stranger, "/metrics", &token).await.text;
    let drawn = "stoa_public_pages_total{result=\"drawn\"} 1\n";
    assert!(metrics.contains(drawn), "{metrics}");
}
