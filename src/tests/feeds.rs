//! Feeds, sitemaps and robots.txt: they exist while everyone may read, show what nobody in particular may read,
//! and are the same with and without a session.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::{Person, Reply, TestSite, id_of};
use crate::core::config::{BaseUrl, Config, Reading};

const BASE: &str = "http://stoa.test/forum";

fn open(config: &mut Config) {
    config.site.reading = Reading::Everyone;
    config.server.base_url = BaseUrl::parse(BASE).expect("an address");
}

/// Returns a site that everyone may read, with its address.
fn open_site() -> TestSite {
    TestSite::with(open)
}

/// Asks for a path as a program or a page of another site does.
async fn fetch(person: &Person, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(format!("/forum{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    person
        .send(request.body(Body::empty()).expect("a request"))
        .await
}

async fn read(site: &TestSite, path: &str) -> Reply {
    let reply = fetch(&site.visitor(), path, &[]).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text);
    reply
}

fn json_of(reply: &Reply) -> Value {
    assert_eq!(
        reply.header("content-type"),
        "application/feed+json; charset=utf-8"
    );
    serde_json::from_str(&reply.text).expect("JSON")
}

/// Returns the items of a feed in JSON.
async fn items(site: &TestSite, path: &str) -> Vec<Value> {
    let feed = json_of(&read(site, &format!("{path}.json")).await);
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["feed_url"], format!("{BASE}{path}.json"));
    feed["items"].as_array().expect("items").clone()
}

async fn titles(site: &TestSite, path: &str) -> Vec<String> {
    let items = items(site, path).await;
    let title = |item: &Value| item["title"].as_str().expect("a title").to_owned();
    items.iter().map(title).collect()
}

async fn asks_in(person: &Person, community: &str, title: &str, tag: &str) -> String {
    let body =
        json!({"title": title, "text": "hush", "tags": [{"name": tag}], "communityId": community});
    id_of(&person.post("/question/addQuestion", body).await.ok())
}

#[tokio::test]
async fn the_feed_of_the_site_has_the_newest_30_questions() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    for number in 0..32 {
        ann.ask(&format!("Ink {number}"), "x", &["ink"]).await;
    }
    let titles = titles(&site, "/feeds/questions").await;
    assert_eq!(titles.len(), 30);
    assert_eq!(
        (titles[0].as_str(), titles[29].as_str()),
        ("Ink 31", "Ink 2")
    );
}

#[tokio::test]
async fn an_entry_has_its_author_its_times_and_its_tags_twice() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let id = ann.ask("C & C++ <T>", "**a** < b", &["c++"]).await;
    site.clock.advance(std::time::Duration::from_secs(60));
    let edited = json!({"qid": id, "title": "C & C++ <T>", "text": "**a** < b", "tags": [{"name": "c++"}, {"name": "c"}]});
    ann.patch("/question/editQuestion", edited).await.ok();
    let feed = read(&site, "/feeds/questions.atom").await;
    assert_eq!(
        feed.header("content-type"),
        "application/atom+xml; charset=utf-8"
    );
    let page = format!("{BASE}/question/{id}");
    for part in [
        format!("<id>{page}</id><title type=\"text\">C &amp; C++ &lt;T&gt;</title>"),
        format!("<link rel=\"alternate\" type=\"text/html\" href=\"{page}/c-c-t\"/>"),
        format!("<author><name>ann</name><uri>{BASE}/user/ann</uri></author>"),
        "<category term=\"c++\"/><category term=\"c\"/>".to_owned(),
        "<content type=\"html\">".to_owned(),
        "&lt;strong&gt;a&lt;/strong&gt; &amp;lt; b".to_owned(),
        format!("Tags: &lt;a href=&quot;{BASE}/tagPage?tag=c%2B%2B&quot;&gt;c++&lt;/a&gt;"),
        format!(
            "<link rel=\"self\" type=\"application/atom+xml\" href=\"{BASE}/feeds/questions.atom\"/>"
        ),
    ] {
        assert!(feed.text.contains(&part), "{part} in {}", feed.text);
    }
    let item = &items(&site, "/feeds/questions").await[0];
    assert_eq!(item["tags"], json!(["c++", "c"]));
    assert_eq!(
        item["authors"],
        json!([{"name": "ann", "url": format!("{BASE}/user/ann")}])
    );
    let [asked, changed] = ["date_published", "date_modified"].map(|key| item[key].to_string());
    assert!(asked < changed, "{asked} {changed}");
    assert!(
        feed.text
            .contains(&format!("<updated>{}</updated>", changed.trim_matches('"')))
    );
}

#[tokio::test]
async fn every_address_in_a_text_is_absolute() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    let text = format!("@ann [tag:ink] ![d](/media/{picture}) `<a href=\"#y\">`");
    let id = ann.ask("Ink", &text, &["ink"]).await;
    // Imported texts have such links.
    site.sql("UPDATE posts SET text = '[a](/tags) [b](/forum/users) [c](#x) ' || text");
    let html = items(&site, "/feeds/questions").await[0]["content_html"].clone();
    let html = html.as_str().expect("HTML");
    for part in [
        format!("href=\"{BASE}/tags\""),
        format!("href=\"{BASE}/users\""),
        format!("href=\"{BASE}/question/{id}/ink#x\""),
        format!("href=\"{BASE}/user/ann\""),
        format!("href=\"{BASE}/questionPage?tag=ink\""),
        format!("src=\"{BASE}/media/{picture}\" alt=\"d\""),
        "&lt;a href=\"#y\"&gt;".to_owned(),
    ] {
        assert!(html.contains(&part), "{part} in {html}");
    }
    for relative in ["=\"/", "<a href=\"#"] {
        assert!(!html.contains(relative), "{relative} in {html}");
    }
}

#[tokio::test]
async fn a_feed_leaves_out_what_spoilers_hide() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "Who was it?\n\n>! the butler", &["ink"])
        .await;
    let html = items(&site, "/feeds/questions").await[0]["content_html"].clone();
    let html = html.as_str().expect("HTML");
    assert!(html.contains("[spoiler]"), "{html}");
    assert!(!html.contains("butler"), "{html}");
}

#[tokio::test]
async fn the_feed_of_a_tag_has_any_name_and_its_synonyms() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    site.promote("ann").await;
    for (tag, path) in [
        ("c++", "c%2B%2B"),
        ("c#", "c%23"),
        (".net", ".net"),
        ("50%", "50%25"),
        ("ünï", "%C3%BCn%C3%AF"),
        ("a]b[", "a%5Db%5B"),
    ] {
        ann.ask(tag, "x", &[tag]).await;
        let path = format!("/feeds/tag/{path}");
        assert_eq!(titles(&site, &path).await, [tag]);
    }
    ann.ask("by a synonym", "x", &["cpp"]).await;
    let synonym = json!({"name": "c++", "synonym": "cpp"});
    ann.post("/tag/addTagSynonym", synonym).await.ok();
    let both = ["by a synonym", "c++"];
    assert_eq!(titles(&site, "/feeds/tag/c%2B%2B").await, both);
    let feed = json_of(&read(&site, "/feeds/tag/cpp.json").await);
    assert_eq!(feed["feed_url"], format!("{BASE}/feeds/tag/c%2B%2B.json"));
}

#[tokio::test]
async fn the_feed_of_a_question_has_its_newest_answers() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "x", &["ink"]).await;
    let path = format!("/feeds/question/{question}");
    assert_eq!(titles(&site, &path).await, [""; 0]);
    ben.answer(&question, "first").await;
    let second = ben.answer(&question, "second").await;
    let third = ben.answer(&question, "third").await;
    ben.delete_with("/answer/deleteAnswer", json!({"aid": third}))
        .await
        .ok();
    let items = items(&site, &path).await;
    assert_eq!(items.len(), 2);
    assert_eq!(items[0]["title"], "Answer to: Ink");
    assert_eq!(
        items[0]["url"],
        format!("{BASE}/question/{question}/ink#{second}")
    );
    let of_answer = fetch(
        &site.visitor(),
        &format!("/feeds/question/{second}.atom"),
        &[],
    )
    .await;
    assert_eq!(of_answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_feed_of_a_user_has_their_questions_and_answers() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "x", &["ink"]).await;
    site.clock.advance(std::time::Duration::from_secs(1));
    ben.ask("Paper", "x", &["ink"]).await;
    site.clock.advance(std::time::Duration::from_secs(1));
    ben.answer(&question, "this").await;
    assert_eq!(
        titles(&site, "/feeds/user/ben").await,
        ["Answer to: Ink", "Paper"]
    );
    let feed = json_of(&read(&site, "/feeds/user/BEN.json").await);
    assert_eq!(feed["feed_url"], format!("{BASE}/feeds/user/ben.json"));
}

#[tokio::test]
async fn private_and_removed_content_is_in_no_feed_and_in_no_sitemap() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let [private, public] = [
        site.community(7, "private", &["ann"]),
        site.community(8, "public", &["ann"]),
    ];
    let shown = asks_in(&ann, &public, "Shown", "ink").await;
    let hidden = asks_in(&ann, &private, "Secret", "quiet").await;
    ann.answer(&hidden, "a hidden answer").await;
    let removed = ann.ask("Removed", "x", &["ink"]).await;
    let other = ann.answer(&shown, "a visible answer").await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": removed}))
        .await
        .ok();
    let mut all = String::new();
    for path in [
        "/feeds/questions.atom",
        "/feeds/questions.json",
        "/feeds/tag/ink.atom",
        "/feeds/user/ann.atom",
        "/sitemap.xml",
        "/sitemaps/tags.xml",
        "/sitemaps/communities.xml",
    ] {
        all += &read(&site, path).await.text;
    }
    all += &read(&site, &format!("/sitemaps/questions-{shown}.xml"))
        .await
        .text;
    for there in [
        "Shown",
        &other,
        &public,
        &format!("/question/{shown}/shown</loc>"),
    ] {
        assert!(all.contains(there), "{there}");
    }
    for secret in [
        "Secret", "quiet", "a hidden", "Removed", &private, &hidden, &removed,
    ] {
        let found = all.find(secret);
        assert_eq!(found, None, "{secret}");
    }
    for path in [
        format!("/feeds/question/{hidden}.atom"),
        format!("/feeds/community/{private}.atom"),
        format!("/sitemaps/questions-{hidden}.xml"),
        "/feeds/tag/quiet.json".to_owned(),
        "/feeds/tag/absent.json".to_owned(),
        "/feeds/user/nobody1.atom".to_owned(),
        "/feeds/questions.rss".to_owned(),
        "/feeds/others.atom".to_owned(),
        "/sitemaps/questions-x.xml".to_owned(),
        "/sitemaps/users.xml".to_owned(),
        "/sitemap_index.xml".to_owned(),
    ] {
        // Their own session makes no difference.
        for person in [&site.visitor(), &ann] {
            let reply = fetch(person, &path, &[]).await;
            assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    let path = format!("/feeds/question/{removed}.atom");
    for person in [&site.visitor(), &ann] {
        assert_eq!(fetch(person, &path, &[]).await.status, StatusCode::GONE);
    }
}

const DOCUMENTS: [&str; 6] = [
    "/feeds/questions.atom",
    "/feeds/questions.json",
    "/feeds/tag/ink.atom",
    "/sitemap.xml",
    "/sitemaps/tags.xml",
    "/robots.txt",
];

#[tokio::test]
async fn other_sites_get_the_same_bytes_with_and_without_a_session_and_nobody_a_cookie() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let private = site.community(7, "private", &["ann"]);
    ann.ask("Ink", "x", &["ink"]).await;
    asks_in(&ann, &private, "Secret", "quiet").await;
    for path in DOCUMENTS {
        let mut first: Option<Reply> = None;
        for person in [&site.visitor(), &ann] {
            for from in [
                [("accept", "*/*"), ("sec-fetch-site", "none")],
                [("accept", "text/html"), ("sec-fetch-site", "cross-site")],
                [("sec-fetch-dest", "empty"), ("sec-fetch-site", "same-site")],
            ] {
                let reply = fetch(person, path, &from).await;
                assert_eq!(reply.status, StatusCode::OK, "{path} {from:?}");
                for (name, value) in [
                    ("cross-origin-resource-policy", "cross-origin"),
                    ("access-control-allow-origin", "*"),
                    ("cache-control", "public, max-age=300"),
                    ("set-cookie", ""),
                    ("vary", ""),
                ] {
                    assert_eq!(reply.header(name), value, "{name} of {path}");
                }
                if let Some(first) = &first {
                    assert_eq!(first.text, reply.text, "{path} {from:?}");
                    assert_eq!(first.header("etag"), reply.header("etag"));
                }
                first.get_or_insert(reply);
            }
        }
    }
}

#[tokio::test]
async fn everything_else_stays_closed_to_other_sites() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "x", &["ink"]).await;
    for path in [
        "/question/getQuestion",
        "/",
        "/site/getSite",
        "/openapi.json",
    ] {
        let reply = fetch(&site.visitor(), path, &[("sec-fetch-site", "cross-site")]).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{path}");
        let reply = fetch(&site.visitor(), path, &[]).await;
        assert_eq!(
            reply.header("cross-origin-resource-policy"),
            "same-origin",
            "{path}"
        );
        assert_eq!(reply.header("access-control-allow-origin"), "", "{path}");
    }
    let request =
        Request::post("/forum/feeds/questions.atom").header("sec-fetch-site", "cross-site");
    let reply = ann
        .send(request.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(reply.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn other_sites_show_pictures_of_public_texts_only() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let [shown, unused] = [ann.picture(1).await, ann.picture(2).await];
    ann.ask("Ink", &super::pictures::shown(&shown), &["ink"])
        .await;
    let embed = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-dest", "image"),
    ];
    for (picture, other_site, own_site) in [(shown, 200, 200), (unused, 404, 200)] {
        let path = format!("/media/{picture}");
        let reply = fetch(&ann, &path, &embed).await;
        assert_eq!(reply.status, other_site);
        assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
        let reply = fetch(&ann, &path, &[]).await;
        assert_eq!(reply.status, own_site);
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
    }
}

#[tokio::test]
async fn a_version_that_the_client_has_is_not_sent_again() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "x", &["ink"]).await;
    for path in [
        "/feeds/questions.atom",
        "/feeds/questions.json",
        "/sitemap.xml",
        "/robots.txt",
    ] {
        let tag = read(&site, path).await.header("etag").to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", W/{tag}")] {
            let reply = fetch(&site.visitor(), path, &[("if-none-match", &known)]).await;
            assert_eq!(reply.status, StatusCode::NOT_MODIFIED, "{path} {known}");
            assert_eq!(
                (reply.text.as_str(), reply.header("etag")),
                ("", tag.as_str())
            );
        }
        let reply = fetch(&site.visitor(), path, &[("if-none-match", "\"x\"")]).await;
        assert_eq!(reply.status, StatusCode::OK);
    }
    let tag = read(&site, "/feeds/questions.atom")
        .await
        .header("etag")
        .to_owned();
    ann.ask("More ink", "x", &["ink"]).await;
    let reply = fetch(
        &site.visitor(),
        "/feeds/questions.atom",
        &[("if-none-match", &tag)],
    )
    .await;
    assert_eq!(reply.status, StatusCode::OK);
}

#[tokio::test]
async fn a_feed_stays_below_its_size_and_shows_the_beginning_of_a_long_text() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    for number in 0..30 {
        let text = format!("word{number} {}", "<&\"' ".repeat(5_000));
        ann.ask(&format!("Ink {number}"), &text, &["ink"]).await;
    }
    let feed = read(&site, "/feeds/questions.atom").await;
    assert!(
        (400_000..1_100_000).contains(&feed.text.len()),
        "{}",
        feed.text.len()
    );
    let shown = titles(&site, "/feeds/questions").await;
    assert!(
        (3..30).contains(&shown.len()) && shown[0] == "Ink 29",
        "{shown:?}"
    );
    site.sql("UPDATE posts SET text = replace(hex(zeroblob(300000)), '00', 'long ')");
    let items = items(&site, "/feeds/questions").await;
    assert_eq!(items.len(), 30);
    let html = items[0]["content_html"].as_str().expect("HTML");
    assert!(html.len() < 2_000 && html.contains("long long"), "{html}");
}

#[tokio::test]
async fn feeds_wait_in_the_queue_of_strangers_also_with_a_session() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "x", &["ink"]).await;
    let queue = site.site.app.read_queue.strangers.clone();
    let address = std::net::IpAddr::from([192, 0, 2, 1]);
    let place = queue.enter(address).await.ok().expect("a place");
    for path in &DOCUMENTS[..5] {
        let mut waiting = std::pin::pin!(fetch(&ann, path, &[]));
        super::readers::until(&mut waiting, || queue.waiting() == 1).await;
    }
    drop(place);
    read(&site, DOCUMENTS[0]).await;
}

/// Returns the time of the last change in a sitemap of one question.
async fn lastmod(site: &TestSite, path: &str) -> String {
    let text = read(site, path).await.text;
    let (_, rest) = text.split_once("<lastmod>").expect("a time");
    rest[..24].to_owned()
}

#[tokio::test]
async fn a_sitemap_says_when_the_page_of_a_question_changed_last() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let root = site.administrator("root").await;
    let question = ann.ask("Ink", "x", &["ink"]).await;
    let answer = ben.answer(&question, "this").await;
    let comment = ben.comment("question", &question, "why?").await;
    let path = format!("/sitemaps/questions-{question}.xml");
    let moves = async |name: &str| {
        let before = lastmod(&site, &path).await;
        site.clock.advance(std::time::Duration::from_secs(60));
        match name {
            "view" => drop(
                ben.get(&format!("/question/getQuestionById/{question}"))
                    .await
                    .ok(),
            ),
            "vote" => drop(
                ben.post("/question/upvoteQuestion", json!({"qid": question}))
                    .await
                    .ok(),
            ),
            "vote on an answer" => drop(
                ann.post("/answer/upvoteAnswer", json!({"aid": answer}))
                    .await
                    .ok(),
            ),
            "star" => drop(
                ben.post("/star/addStar", json!({"qid": question}))
                    .await
                    .ok(),
            ),
            "edit" => {
                let edited = json!({"qid": question, "title": "Ink", "text": "y", "tags": [{"name": "ink"}]});
                drop(ann.patch("/question/editQuestion", edited).await.ok());
            }
            "edit of an answer" => drop(
                ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "that"}))
                    .await
                    .ok(),
            ),
            "comment on an answer" => drop(ann.comment("answer", &answer, "thanks").await),
            "deletion of a comment" => drop(
                ben.delete_with("/comment/deleteComment", json!({"cid": comment}))
                    .await
                    .ok(),
            ),
            "accepting" => drop(
                ann.post(
                    "/question/acceptAnswer",
                    json!({"qid": question, "aid": answer}),
                )
                .await
                .ok(),
            ),
            "removal" => drop(
                root.post(
                    "/administration/removePost",
                    json!({"id": answer, "reason": "spam"}),
                )
                .await
                .ok(),
            ),
            "restoration" => drop(
                root.post("/administration/restorePost", json!({"id": answer}))
                    .await
                    .ok(),
            ),
            "deletion of an answer" => drop(
                ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
                    .await
                    .ok(),
            ),
            _ => drop(ben.answer(&question, "another").await),
        }
        let after = lastmod(&site, &path).await;
        assert_eq!(lastmod(&site, "/sitemap.xml").await, after, "{name}");
        assert!(before <= after, "{name}");
        before != after
    };
    for name in ["view", "vote", "vote on an answer", "star"] {
        assert!(!moves(name).await, "{name}");
    }
    for name in [
        "edit",
        "edit of an answer",
        "comment on an answer",
        "deletion of a comment",
        "accepting",
        "removal",
        "restoration",
        "deletion of an answer",
        "answer",
    ] {
        assert!(moves(name).await, "{name}");
    }
}

#[tokio::test]
async fn what_waits_for_approval_changes_no_time_before_it_is_shown() {
    let site = open_site();
    let root = site.administrator("root").await;
    let question = root.ask("Ink", "x", &["ink"]).await;
    let path = format!("/sitemaps/questions-{question}.xml");
    let hold = json!({"changes": [{"key": "holdFirst", "before": "0", "value": "1"}]});
    root.patch("/administration/setSettings", hold).await.ok();
    let ann = site.sign_up("ann").await;
    let before = lastmod(&site, &path).await;
    site.clock.advance(std::time::Duration::from_secs(60));
    let held = ann.answer(&question, "this").await;
    let edited = json!({"aid": held, "text": "that"});
    ann.patch("/answer/editAnswer", edited).await.ok();
    assert_eq!(lastmod(&site, &path).await, before);
    let approval = json!({"id": held, "decision": "approve", "reason": "fine"});
    root.post("/flag/decideCase", approval).await.ok();
    assert!(lastmod(&site, &path).await > before);
}

#[tokio::test]
async fn the_index_names_files_of_at_most_50000_questions_that_everyone_may_read() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "x", &["ink"]).await;
    // Every fourth question is private.
    site.sql(
        "INSERT INTO communities (id, name, name_key, visibility, created_at) VALUES (7, 'p', 'p', 'private', 0);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140000)
         INSERT INTO posts (id, author_id, created_at, text) SELECT i * 1000, (SELECT min(id) FROM users), i, '' FROM n;
         INSERT INTO questions (id, community_id, scope, title)
         SELECT id, iif(id % 4000 = 0, 7, NULL), iif(id % 4000 = 0, 7, 0), 't' FROM posts WHERE id <= 140000000;",
    );
    let index = read(&site, "/sitemap.xml").await.text;
    let files: Vec<&str> = index
        .split("<loc>")
        .skip(1)
        .map(|rest| rest.split('<').next().expect("an address"))
        .collect();
    assert_eq!(files.len(), 4, "{index}");
    let (mut counts, mut all) = (Vec::new(), std::collections::BTreeSet::new());
    for file in &files[..3] {
        let path = file.strip_prefix(BASE).expect("an absolute address");
        let text = read(&site, path).await.text;
        assert!(text.starts_with("<?xml") && text.ends_with("</urlset>\n"));
        let addresses: Vec<&str> = text
            .split("<loc>")
            .skip(1)
            .map(|rest| &rest[..BASE.len() + 23])
            .collect();
        counts.push(addresses.len());
        all.extend(addresses.into_iter().map(str::to_owned));
    }
    assert_eq!(counts, [50_000, 50_000, 5_001]);
    let (times, dated): (Vec<&str>, _) = (index.split("<lastmod>").skip(1).collect(), 1);
    assert_eq!(
        times.len(),
        dated,
        "only the last file has a question with a time: {index}"
    );
    assert_eq!(all.len(), 105_001);
    assert_eq!(files[3], format!("{BASE}/sitemaps/tags.xml"));
}

#[tokio::test]
async fn robots_may_read_public_pages_and_find_the_sitemap() {
    let site = open_site();
    let text = read(&site, "/robots.txt").await.text;
    assert!(text.starts_with("User-agent: *\nAllow: /forum/"), "{text}");
    assert!(
        text.ends_with(&format!("\nSitemap: {BASE}/sitemap.xml\n")),
        "{text}"
    );
    for rule in [
        "/*?search=",
        "/*&search=",
        "/*?order=",
        "/*&order=",
        "/socket.io/",
        "/signup",
    ] {
        assert!(
            text.contains(&format!("\nDisallow: /forum{rule}\n")),
            "{rule} in {text}"
        );
    }
    assert!(!text.contains("Disallow: /forum\n") && !text.contains("Disallow: /\n"));
}

/// Any client can invent a host, so that no cache may store what names it.
#[tokio::test]
async fn without_a_configured_address_documents_name_the_host_of_the_request_and_are_not_stored() {
    let site = TestSite::with(|config| config.site.reading = Reading::Everyone);
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "x", &["ink"]).await;
    for path in DOCUMENTS {
        let reply = site.visitor().get(path).await;
        assert!(reply.text.contains("http://stoa.test/"), "{}", reply.text);
        assert_eq!(
            (reply.header("cache-control"), reply.header("etag")),
            ("no-store", "")
        );
        let evil = Request::get(path).header("host", "a\"><b");
        let reply = site
            .visitor()
            .send(evil.body(Body::empty()).expect("a request"))
            .await;
        assert_eq!(
            reply.status,
            StatusCode::NOT_FOUND,
            "{path}: {}",
            reply.text
        );
    }
}

#[tokio::test]
async fn nothing_for_other_programs_exists_where_members_read() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "x", &["ink"]).await;
    for person in [&site.visitor(), &ann] {
        for headers in [
            &[][..],
            &[("accept", "text/html")],
            &[("accept", "*/*"), ("sec-fetch-site", "cross-site")],
            &[("if-none-match", "\"x\"")],
        ] {
            for path in &DOCUMENTS[..5] {
                let mut replies = Vec::new();
                for path in [path.to_string(), format!("/unknown{path}")] {
                    let mut request = Request::get(&path);
                    for (name, value) in headers {
                        request = request.header(*name, *value);
                    }
                    let reply = person
                        .send(request.body(Body::empty()).expect("a request"))
                        .await;
                    let mut headers = reply.headers.clone();
                    for name in ["x-request-id", "set-cookie", "server-timing"] {
                        headers.remove(name);
                    }
                    replies.push((reply.status, reply.text, headers));
                }
                assert_eq!(replies[0], replies[1], "{path} {headers:?}");
            }
        }
    }
    let page = Request::get(DOCUMENTS[0]).header("accept", "text/html");
    let reply = site
        .visitor()
        .send(page.body(Body::empty()).expect("a request"))
        .await;
    assert!(!reply.header("set-cookie").is_empty());
}
