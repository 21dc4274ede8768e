//! Tag pages: descriptions with their versions, and the best voted questions.

use serde_json::{Value, json};

use super::{Person, Reply, TestSite};

impl Person {
    async fn tag_page(&self, name: &str) -> Reply {
        self.get(&format!("/tag/getTagPage/{name}")).await
    }

    async fn try_to_describe(&self, name: &str, text: &str, base: Value) -> Reply {
        let body = json!({"name": name, "text": text, "base": base});
        self.patch("/tag/editTagDescription", body).await
    }

    /// Describes a tag, based on its current version. Returns its description.
    async fn describe(&self, name: &str, text: &str) -> Value {
        let page = self.tag_page(name).await.ok();
        self.try_to_describe(name, text, page["revisionId"].clone())
            .await
            .ok()
    }

    async fn tag_versions(&self, name: &str) -> Vec<Value> {
        let path = format!("/tag/getTagRevisions/{name}");
        self.get(&path)
            .await
            .ok()
            .as_array()
            .expect("versions")
            .clone()
    }

    async fn purge_tag_version(&self, name: &str, version: &Value) -> Reply {
        let body = json!({"name": name, "revisionId": version["_id"]});
        self.delete_with("/tag/purgeTagRevision", body).await
    }
}

async fn site() -> (TestSite, Person, Person) {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("T", "x", &["Plutus"]).await;
    (site, ann, ben)
}

#[tokio::test]
async fn any_member_describes_a_tag() {
    let (_site, ann, ben) = site().await;
    let page = ann.tag_page("plutus").await.ok();
    let question = page["topQuestions"][0].clone();
    let empty = json!({"name": "Plutus", "questionCount": 1, "text": "", "canEdit": true, "synonyms": [], "topQuestions": [question]});
    assert_eq!(page, empty);
    let saved = ben.describe("PLUTUS", "  A *language*.\n\nMore.\n").await;
    let page = ann.tag_page("Plutus").await.ok();
    for field in ["text", "editedBy", "editDateTime", "revisionId"] {
        assert_eq!(page[field], saved[field]);
    }
    assert_eq!(page["text"], "A *language*.\n\nMore.");
    assert_eq!(page["editedBy"], "ben");
}

#[tokio::test]
async fn lists_show_the_first_sentence_of_a_description() {
    let (_site, ann, _) = site().await;
    ann.describe("Plutus", "A **language**. It is young.").await;
    let tag = ann.get("/tag/getTagByName/plutus").await.ok();
    assert_eq!(tag["description"], "A language.");
    let tags = ann
        .get("/tag/getTagsWithQuestionNumber?search=plu")
        .await
        .ok();
    assert_eq!(tags[0]["description"], "A language.");
    ann.describe("Plutus", "").await;
    let tag = ann.get("/tag/getTagByName/plutus").await.ok();
    assert_eq!(tag["description"], "user added tag");
}

#[tokio::test]
async fn an_imported_description_is_shown_and_can_be_removed() {
    let (site, ann, _) = site().await;
    site.sql("UPDATE scoped_tags SET description = 'Imported.'");
    assert_eq!(ann.tag_page("Plutus").await.ok()["text"], "Imported.");
    let page = ann.describe("Plutus", "").await;
    assert_eq!(page["text"], "");
}

#[tokio::test]
async fn every_version_is_kept_with_its_author() {
    let (_site, ann, ben) = site().await;
    ann.describe("Plutus", "One.").await;
    ben.describe("Plutus", "Two.").await;
    let versions = ann.tag_versions("Plutus").await;
    let shown: Vec<_> = versions
        .iter()
        .map(|version| (&version["text"], &version["editedBy"]))
        .collect();
    assert_eq!(
        shown,
        [
            (&json!("Two."), &json!("ben")),
            (&json!("One."), &json!("ann"))
        ]
    );
}

#[tokio::test]
async fn an_edit_of_an_older_version_is_rejected() {
    let (_site, ann, ben) = site().await;
    let first = ann.describe("Plutus", "One.").await;
    ann.describe("Plutus", "Two.").await;
    let conflict = "The description was changed meanwhile: compare it with yours, then save again";
    let refused = ben
        .try_to_describe("Plutus", "Three.", first["revisionId"].clone())
        .await;
    refused.refused(409, conflict);
    let refused = ben.try_to_describe("Plutus", "Three.", Value::Null).await;
    refused.refused(409, conflict);
    assert_eq!(ann.tag_page("Plutus").await.ok()["text"], "Two.");
}

#[tokio::test]
async fn a_repeated_edit_creates_one_version() {
    let (_site, ann, _) = site().await;
    for _ in 0..2 {
        ann.try_to_describe("Plutus", "One.", Value::Null)
            .await
            .ok();
    }
    assert_eq!(ann.tag_versions("Plutus").await.len(), 1);
}

#[tokio::test]
async fn a_description_has_a_limit_and_safe_links() {
    let (_site, ann, _) = site().await;
    let longest = "x".repeat(5_000);
    ann.describe("Plutus", &longest).await;
    let refused = ann
        .try_to_describe("Plutus", &format!("{longest}x"), Value::Null)
        .await;
    refused.refused(400, "Tag description cannot be more than 5000 characters");
    let refused = ann
        .try_to_describe("Plutus", "[a](javascript:b)", Value::Null)
        .await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn a_tag_of_private_communities_looks_absent_and_is_not_described() {
    let (site, ann, ben) = site().await;
    let private = site.community(7, "private", &["ben"]);
    let body =
        json!({"title": "T", "text": "x", "tags": [{"name": "secret"}], "communityId": private});
    ben.post("/question/addQuestion", body).await.ok();
    for name in ["secret", "nonesuch"] {
        ann.tag_page(name).await.refused(404, "Tag not found");
        let versions = ann.get(&format!("/tag/getTagRevisions/{name}")).await;
        versions.refused(404, "Tag not found");
        let refused = ann.try_to_describe(name, "x", Value::Null).await;
        refused.refused(404, "Tag not found");
    }
    let page = ben.tag_page("secret").await.ok();
    assert_eq!(page["canEdit"], false);
    let refused = ben.try_to_describe("secret", "x", Value::Null).await;
    refused.refused(404, "Tag not found");
}

#[tokio::test]
async fn members_of_a_private_community_see_no_description_of_a_tag_that_left_the_public() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ben"]);
    let question = ann.ask("T", "x", &["a"]).await;
    ann.describe("a", "Public.").await;
    let body = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": private});
    ben.post("/question/addQuestion", body).await.ok();
    assert_eq!(ben.tag_page("a").await.ok()["questionCount"], 2);
    assert_eq!(ann.tag_page("a").await.ok()["questionCount"], 1);
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    ann.tag_page("a").await.refused(404, "Tag not found");
    assert_eq!(ben.tag_page("a").await.ok()["text"], "");
    assert_eq!(ben.tag_versions("a").await, [] as [Value; 0]);
}

#[tokio::test]
async fn the_best_voted_questions_come_first() {
    let (_site, ann, ben) = site().await;
    let mut questions = Vec::new();
    for number in 0..6 {
        questions.push(ann.ask(&format!("Q{number}"), "x", &["vote"]).await);
    }
    let body = |question: &str| json!({"qid": question});
    ben.post("/question/upvoteQuestion", body(&questions[1]))
        .await
        .ok();
    ben.post("/question/downvoteQuestion", body(&questions[5]))
        .await
        .ok();
    let page = ben.tag_page("vote").await.ok();
    let titles: Vec<_> = page["topQuestions"]
        .as_array()
        .expect("questions")
        .iter()
        .map(|top| &top["title"])
        .collect();
    assert_eq!(titles, ["Q1", "Q4", "Q3", "Q2", "Q0"]);
    assert_eq!(page["topQuestions"][0]["score"], 1);
}

#[tokio::test]
async fn a_tag_of_many_questions_is_looked_for_among_the_best() {
    let (site, ann, ben) = site().await;
    let private = site.community(7, "private", &["ben"]);
    let body = json!({"title": "Secret", "text": "x", "tags": [{"name": "Plutus"}], "communityId": private});
    let secret = ben.post("/question/addQuestion", body).await.ok();
    ben.post("/question/upvoteQuestion", json!({"qid": secret["_id"]}))
        .await
        .ok();
    ann.ask("Other", "x", &["other"]).await;
    site.sql("UPDATE scoped_tags SET question_count = 2001");
    let titles = async |person: &Person| {
        let page = person.tag_page("Plutus").await.ok();
        page["topQuestions"]
            .as_array()
            .expect("questions")
            .iter()
            .map(|top| top["title"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(titles(&ann).await, ["T"]);
    assert_eq!(titles(&ben).await, ["Secret", "T"]);
}

#[tokio::test]
async fn authors_and_administrators_purge_earlier_versions() {
    let (site, ann, ben) = site().await;
    for text in ["secret", "private", "public"] {
        ann.describe("Plutus", text).await;
    }
    let versions = ann.tag_versions("Plutus").await;
    let can_purge: Vec<_> = versions
        .iter()
        .map(|version| version["canPurge"] == true)
        .collect();
    assert_eq!(can_purge, [false, true, true]);
    assert!(
        ben.tag_versions("Plutus")
            .await
            .iter()
            .all(|version| version.get("canPurge").is_none())
    );
    let refused = ben.purge_tag_version("Plutus", &versions[1]).await;
    refused.refused(403, "You can only change your own posts");
    let refused = ann.purge_tag_version("Plutus", &versions[0]).await;
    assert_eq!(refused.status, 409);
    for _ in 0..2 {
        ann.purge_tag_version("Plutus", &versions[1]).await.ok();
    }
    site.sql("UPDATE users SET role = 'administrator' WHERE username = 'ben'");
    ben.purge_tag_version("Plutus", &versions[2]).await.ok();
    let purged = ben.tag_versions("Plutus").await;
    let texts: Vec<_> = purged
        .iter()
        .map(|version| (version["text"].clone(), version["purged"] == true))
        .collect();
    assert_eq!(
        texts,
        [
            (json!("public"), false),
            (json!(""), true),
            (json!(""), true)
        ]
    );
    let log = ben.get("/administration/getLog").await.ok();
    assert_eq!(log.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&log[0]["action"], &log[0]["target"]),
        (&json!("purge-version"), &json!("Plutus"))
    );
}

#[tokio::test]
async fn descriptions_of_deleted_users_stay_and_are_in_their_data_before() {
    let (_site, ann, ben) = site().await;
    ben.describe("Plutus", "Text.").await;
    let data = ben.get("/user/getData").await.ok();
    let expected = json!([{"tag": "plutus", "text": "Text.", "editDateTime": "2026-11-21T00:00:00.000Z", "purged": false}]);
    assert_eq!(data["tagDescriptions"], expected);
    ben.delete("/user/deleteUser/ben").await.ok();
    let page = ann.tag_page("Plutus").await.ok();
    assert_eq!(
        (&page["text"], &page["editedBy"]),
        (&json!("Text."), &json!("[deleted]"))
    );
}
