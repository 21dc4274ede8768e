//! Synonyms of tags: they lead to their main tag everywhere, and what was before returns when they are removed.

use serde_json::{Value, json};

use super::{Person, Reply, TestSite, id_of};
use crate::features::questions::invariants;

impl Person {
    async fn try_to_add_synonym(&self, main: &str, synonym: &str) -> Reply {
        let body = json!({"name": main, "synonym": synonym});
        self.post("/tag/addTagSynonym", body).await
    }

    async fn add_synonym(&self, main: &str, synonym: &str) -> Value {
        self.try_to_add_synonym(main, synonym).await.ok()
    }

    async fn remove_synonym(&self, synonym: &str) -> Value {
        let body = json!({"synonym": synonym});
        self.delete_with("/tag/removeTagSynonym", body).await.ok()
    }

    async fn main_tag(&self, name: &str) -> Reply {
        self.get(&format!("/tag/getTagPage/{name}")).await
    }

    /// Returns the ids of the results of a search and their number.
    async fn found(&self, search: &str) -> (Vec<String>, usize) {
        let path = format!("/question/getQuestion?search={search}");
        let reply = self.get(&path).await;
        let total = reply.header("x-total-count").parse().expect("a number");
        (ids(&reply.ok()), total)
    }

    /// Returns the names of tags with a text and their numbers of questions.
    async fn tags_with(&self, text: &str) -> Vec<(String, i64)> {
        let path = format!("/tag/getTagsWithQuestionNumber?search={text}");
        let tags = self.get(&path).await.ok();
        let tags = tags.as_array().expect("tags").iter();
        tags.map(|tag| (name_of(tag), tag["qcnt"].as_i64().expect("a number")))
            .collect()
    }

    async fn ask_tagged_in(&self, community: &str, tag: &str) -> String {
        let body =
            json!({"title": "T", "text": "x", "tags": [{"name": tag}], "communityId": community});
        id_of(&self.post("/question/addQuestion", body).await.ok())
    }

    async fn tags_of(&self, question: &str) -> Vec<String> {
        let path = format!("/question/getQuestionById/{question}");
        let question = self.get(&path).await.ok();
        let tags = question["tags"].as_array().expect("tags").iter();
        tags.map(name_of).collect()
    }
}

fn name_of(tag: &Value) -> String {
    tag["name"].as_str().expect("a name").to_owned()
}

fn ids(questions: &Value) -> Vec<String> {
    let questions = questions.as_array().expect("questions").iter();
    questions.map(id_of).collect()
}

/// Returns a site with an administrator and a member.
async fn site() -> (TestSite, Person, Person) {
    let site = TestSite::new();
    let (root, ann) = (site.sign_up("root1").await, site.sign_up("ann").await);
    site.promote("root1").await;
    (site, root, ann)
}

/// Fails if a counter is not what its source says.
async fn check_counters(site: &TestSite) {
    let wrong = site.site.app.db.read(|read| {
        let mut wrong = Vec::new();
        for derived in invariants::DERIVED {
            if derived.count_violations(read)? > 0 {
                wrong.push(derived.name());
            }
        }
        Ok(wrong)
    });
    assert_eq!(wrong.await.expect("the counters"), [] as [String; 0]);
}

#[tokio::test]
async fn a_synonym_leads_to_its_main_tag() {
    let (_site, root, ann) = site().await;
    let question = ann.ask("T", "x", &["JavaScript"]).await;
    let added = root.add_synonym("javascript", "JS").await;
    assert_eq!(added, json!({"name": "JavaScript", "synonyms": ["JS"]}));
    let page = ann.main_tag("js").await.ok();
    assert_eq!(
        (&page["name"], &page["synonyms"], &page["questionCount"]),
        (&json!("JavaScript"), &json!(["JS"]), &json!(1))
    );
    let tag = ann.get("/tag/getTagByName/js").await.ok();
    assert_eq!(tag["name"], "JavaScript");
    assert_eq!(ann.found("[js]").await, (vec![question], 1));
    assert_eq!(ann.found("-[js]").await, (vec![], 0));
}

#[tokio::test]
async fn asking_and_editing_with_a_synonym_store_the_main_tag() {
    let (_site, root, ann) = site().await;
    ann.ask("T", "x", &["JavaScript"]).await;
    root.add_synonym("JavaScript", "js").await;
    let question = ann.ask("T", "x", &["a", "JS", "javascript", "b"]).await;
    assert_eq!(ann.tags_of(&question).await, ["a", "JavaScript", "b"]);
    let edit = json!({"qid": question, "title": "T", "text": "x", "tags": [{"name": "js"}]});
    ann.patch("/question/editQuestion", edit).await.ok();
    assert_eq!(ann.tags_of(&question).await, ["JavaScript"]);
    root.remove_synonym("js").await;
    assert_eq!(ann.tags_of(&question).await, ["JavaScript"]);
}

#[tokio::test]
async fn five_tags_are_counted_without_synonyms() {
    let (_site, root, ann) = site().await;
    ann.ask("T", "x", &["javascript"]).await;
    root.add_synonym("javascript", "js").await;
    let question = ann
        .ask("T", "x", &["a", "b", "c", "d", "js", "javascript"])
        .await;
    assert_eq!(
        ann.tags_of(&question).await,
        ["a", "b", "c", "d", "javascript"]
    );
    let tags: Vec<Value> = ["a", "b", "c", "d", "js", "e"]
        .map(|name| json!({"name": name}))
        .into();
    let body = json!({"title": "T", "text": "x", "tags": tags});
    let refused = ann.post("/question/addQuestion", body).await;
    refused.refused(400, "Cannot have more than 5 tags");
}

#[tokio::test]
async fn questions_of_a_synonym_are_among_those_of_the_main_tag_until_it_is_removed() {
    let (site, root, ann) = site().await;
    let main = ann.ask("T", "x", &["javascript"]).await;
    let both = ann.ask("T", "x", &["js", "javascript"]).await;
    let old = ann.ask("T", "x", &["js", "other"]).await;
    let before = ann.tags_with("").await;
    root.add_synonym("javascript", "js").await;
    let all = vec![old.clone(), both.clone(), main.clone()];
    for search in ["[javascript]", "[js]"] {
        assert_eq!(ann.found(search).await, (all.clone(), 3), "{search}");
    }
    assert_eq!(ann.found("[js]%20[other]").await, (vec![old.clone()], 1));
    assert_eq!(ann.found("[other]%20-[js]").await, (vec![], 0));
    assert_eq!(
        ann.tags_with("").await,
        [("javascript".to_owned(), 3), ("other".to_owned(), 1)]
    );
    assert_eq!(ann.tags_of(&old).await, ["javascript", "other"]);
    assert_eq!(ann.tags_of(&both).await, ["javascript"]);
    check_counters(&site).await;
    root.remove_synonym("js").await;
    assert_eq!(ann.tags_with("").await, before);
    assert_eq!(
        ann.found("[js]").await,
        (vec![old.clone(), both.clone()], 2)
    );
    assert_eq!(
        ann.found("[javascript]").await,
        (vec![both.clone(), main], 2)
    );
    assert_eq!(ann.tags_of(&old).await, ["js", "other"]);
    assert_eq!(ann.tags_of(&both).await, ["js", "javascript"]);
    check_counters(&site).await;
}

#[tokio::test]
async fn pages_merge_the_questions_of_all_synonyms() {
    let (_site, root, ann) = site().await;
    let mut asked = Vec::new();
    for tags in [&["a"][..], &["b"], &["c", "a"], &["b", "c"], &["a"], &["c"]] {
        asked.insert(0, ann.ask("T", "x", tags).await);
    }
    for synonym in ["b", "c"] {
        root.add_synonym("a", synonym).await;
    }
    for order in ["newest", "mostViewed", "votes"] {
        let mut paged = Vec::new();
        let mut next = Some(format!(
            "/question/getQuestion?search=[c]&order={order}&limit=1"
        ));
        while let Some(path) = next {
            let reply = ann.get(&path).await;
            let link = reply.header("link").strip_prefix('<');
            next = link.and_then(|link| Some(link.split_once('>')?.0.to_owned()));
            paged.extend(ids(&reply.ok()));
        }
        assert_eq!(paged, asked, "{order}");
    }
}

#[tokio::test]
async fn a_question_that_is_deleted_and_restored_counts_for_the_main_tag() {
    let (site, root, ann) = site().await;
    let main = ann.ask("T", "x", &["main"]).await;
    let community = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_tagged_in(&community, "old").await;
    let by_id = |id: &str| json!({"qid": id});
    ann.delete_with("/question/deleteQuestion", by_id(&hidden))
        .await
        .ok();
    root.add_synonym("main", "old").await;
    ann.post("/question/undeleteQuestion", by_id(&hidden))
        .await
        .ok();
    assert_eq!(ann.found("[old]").await, (vec![hidden.clone(), main], 2));
    assert_eq!(ann.tags_of(&hidden).await, ["main"]);
    check_counters(&site).await;
}

#[tokio::test]
async fn synonyms_have_one_level() {
    let (_site, root, ann) = site().await;
    for tag in ["main", "other", "third"] {
        ann.ask("T", "x", &[tag]).await;
    }
    root.add_synonym("main", "syn").await;
    let refused = root.try_to_add_synonym("other", "MAIN").await;
    refused.refused(409, "This tag has synonyms, so it cannot be one");
    let refused = root.try_to_add_synonym("syn", "third").await;
    refused.refused(409, "This tag is a synonym: use its main tag");
    let refused = root.try_to_add_synonym("other", "syn").await;
    refused.refused(409, "This is a synonym of another tag");
    let refused = root.try_to_add_synonym("other", "Other").await;
    refused.refused(409, "A tag cannot be a synonym of itself");
    root.add_synonym("main", "SYN").await;
    assert_eq!(ann.main_tag("main").await.ok()["synonyms"], json!(["syn"]));
}

#[tokio::test]
async fn a_tag_has_at_most_20_synonyms() {
    let (_site, root, ann) = site().await;
    ann.ask("T", "x", &["main"]).await;
    for number in 0..20 {
        root.add_synonym("main", &format!("s{number}")).await;
    }
    let refused = root.try_to_add_synonym("main", "s20").await;
    refused.refused(409, "A tag cannot have more than 20 synonyms");
    root.remove_synonym("s0").await;
    root.add_synonym("main", "s20").await;
}

#[tokio::test]
async fn a_synonym_is_a_valid_tag() {
    let (_site, root, ann) = site().await;
    ann.ask("T", "x", &["main"]).await;
    let refused = root.try_to_add_synonym("main", &"x".repeat(21)).await;
    refused.refused(400, "New tag length cannot be more than 20");
    let refused = root.try_to_add_synonym("main", "two words").await;
    refused.refused(400, "Tags cannot contain spaces or control characters");
    let refused = root.try_to_add_synonym("main", " ").await;
    refused.refused(400, "Should have at least 1 tag");
}

#[tokio::test]
async fn a_removed_synonym_without_questions_leaves_no_tag() {
    let (site, root, ann) = site().await;
    ann.ask("T", "x", &["main"]).await;
    root.add_synonym("main", "syn").await;
    let removed = root.remove_synonym("syn").await;
    assert_eq!(removed, json!({"name": "main", "synonyms": []}));
    let body = json!({"synonym": "syn"});
    let refused = root.delete_with("/tag/removeTagSynonym", body).await;
    refused.refused(404, "Synonym not found");
    ann.main_tag("syn").await.refused(404, "Tag not found");
    let count = site
        .site
        .app
        .db
        .read(|read| read.value::<i64>("SELECT count(*) FROM tags WHERE name_key = 'syn'", []));
    assert_eq!(count.await.expect("a number"), 0);
}

#[tokio::test]
async fn watchers_of_a_synonym_watch_the_main_tag() {
    let (_site, root, ann) = site().await;
    for tag in ["main", "old", "mute"] {
        root.ask("T", "x", &[tag]).await;
    }
    let follow = async |tag: &str, state: &str| {
        let body = json!({"kind": "tag", "object": tag, "state": state});
        ann.patch("/following/setFollow", body).await.ok()
    };
    let state = async |tag: &str| {
        let path = format!("/following/getFollow?kind=tag&object={tag}");
        ann.get(&path).await.ok()
    };
    follow("old", "watching").await;
    root.add_synonym("main", "old").await;
    assert_eq!(state("main").await["state"], "watching");
    assert_eq!(state("main").await["watchers"], 1);
    let follows = ann.get("/following/getFollows").await.ok();
    assert_eq!(follows[0]["name"], "main");
    let news = root.ask("News", "x", &["main"]).await;
    let inbox = ann.get("/following/getInbox").await.ok();
    assert_eq!(
        (&inbox[0]["qid"], &inbox[0]["reason"]["name"]),
        (&json!(news), &json!("main"))
    );
    follow("old", "normal").await;
    root.remove_synonym("old").await;
    assert_eq!(state("old").await["state"], "normal");
    follow("mute", "muted").await;
    follow("old", "watching").await;
    root.add_synonym("old", "mute").await;
    root.ask("Quiet", "x", &["old"]).await;
    assert_eq!(ann.get("/following/getInbox").await.ok(), json!([]));
}

#[tokio::test]
async fn completions_offer_the_main_tag_for_a_synonym() {
    let (_site, root, ann) = site().await;
    ann.ask("T", "x", &["JavaScript"]).await;
    ann.ask("T", "x", &["js-tools"]).await;
    root.add_synonym("javascript", "JS").await;
    root.add_synonym("javascript", "javascript2").await;
    let names = |tags: &Value| -> Vec<(String, Option<String>)> {
        let tags = tags.as_array().expect("tags").iter();
        tags.map(|tag| (name_of(tag), tag["synonym"].as_str().map(str::to_owned)))
            .collect()
    };
    let js = ("JavaScript".to_owned(), Some("JS".to_owned()));
    let tools = ("js-tools".to_owned(), None);
    let offered = ann.get("/tag/getTagsWithQuestionNumber?search=js").await;
    assert_eq!(names(&offered.ok()), [js.clone(), tools.clone()]);
    let suggested = ann.get("/search/getSuggestions?text=js").await.ok();
    assert_eq!(names(&suggested["tags"]), [js, tools]);
    let main = ("JavaScript".to_owned(), None);
    let offered = ann.get("/tag/getTagsWithQuestionNumber?search=java").await;
    assert_eq!(names(&offered.ok()), std::slice::from_ref(&main));
    let suggested = ann.get("/search/getSuggestions?text=java").await.ok();
    assert_eq!(names(&suggested["tags"]), [main]);
}

#[tokio::test]
async fn a_synonym_does_not_tell_which_tags_private_communities_use() {
    let (site, root, ann) = site().await;
    let ben = site.sign_up("ben").await;
    let private = site.community(7, "private", &["ben"]);
    let public = ann.ask("T", "x", &["main"]).await;
    let secret = ben.ask_tagged_in(&private, "secret").await;
    ben.ask_tagged_in(&private, "hidden").await;
    // A tag that only a private community uses is no main tag, and as a synonym like an unused one.
    for name in ["hidden", "unused"] {
        let refused = root.try_to_add_synonym(name, "syn").await;
        refused.refused(404, "Tag not found");
    }
    for name in ["secret", "nonesuch"] {
        let added = root.add_synonym("main", name).await;
        assert_eq!(added, json!({"name": "main", "synonyms": [name]}));
        assert_eq!(ann.found("[main]").await, (vec![public.clone()], 1));
        assert_eq!(ann.tags_with("").await, [("main".to_owned(), 1)]);
        let removed = root.remove_synonym(name).await;
        assert_eq!(removed, json!({"name": "main", "synonyms": []}));
    }
    root.add_synonym("main", "secret").await;
    assert_eq!(
        ben.found("[main]").await,
        (vec![secret.clone(), public.clone()], 2)
    );
    assert_eq!(ben.tags_of(&secret).await, ["main"]);
    check_counters(&site).await;
    // The synonyms of a main tag that left the public are as hidden as the tag.
    ann.delete_with("/question/deleteQuestion", json!({"qid": public}))
        .await
        .ok();
    ann.main_tag("secret").await.refused(404, "Tag not found");
    assert_eq!(ann.tags_with("secret").await, []);
    assert_eq!(ben.tags_with("secret").await, [("main".to_owned(), 1)]);
    let removed = root.remove_synonym("secret").await;
    assert_eq!(removed["synonyms"], json!([]));
    assert_eq!(ben.tags_of(&secret).await, ["secret"]);
}

#[tokio::test]
async fn questions_for_a_member_and_top_questions_include_synonyms() {
    let (site, root, ann) = site().await;
    let ben = site.sign_up("ben").await;
    ann.ask("T", "x", &["main"]).await;
    let old = ben.ask("T", "x", &["old"]).await;
    root.add_synonym("main", "old").await;
    let for_you = ann.get("/question/getForYou").await.ok();
    assert_eq!(for_you["tags"], json!(["main"]));
    assert_eq!(ids(&for_you["newQuestions"]), std::slice::from_ref(&old));
    ann.post("/question/upvoteQuestion", json!({"qid": old}))
        .await
        .ok();
    let page = ann.main_tag("main").await.ok();
    assert_eq!(page["topQuestions"][0]["_id"], json!(old));
    assert_eq!(page["topQuestions"].as_array().map(Vec::len), Some(2));
}

impl Person {
    async fn try_to_rename(&self, name: &str, new_name: &str) -> Reply {
        let body = json!({"name": name, "newName": new_name});
        self.patch("/tag/renameTag", body).await
    }

    async fn rename(&self, name: &str, new_name: &str) -> Value {
        self.try_to_rename(name, new_name).await.ok()
    }

    async fn delete_tag(&self, name: &str) -> Reply {
        self.delete_with("/tag/deleteTag", json!({"name": name}))
            .await
    }

    async fn restore_tag(&self, name: &str) -> Reply {
        self.post("/tag/restoreTag", json!({"name": name})).await
    }

    async fn tag_use(&self, name: &str) -> Reply {
        self.get(&format!("/tag/getTagUse/{name}")).await
    }
}

#[tokio::test]
async fn a_renamed_tag_keeps_its_questions_description_and_followers() {
    let (site, root, ann) = site().await;
    let question = ann.ask("T", "x", &["js", "other"]).await;
    ann.follow("tag", "js", "watching").await;
    let text = json!({"name": "js", "text": "A language."});
    ann.patch("/tag/editTagDescription", text).await.ok();
    let renamed = root.rename("js", "JavaScript").await;
    assert_eq!(renamed, json!({"name": "JavaScript", "synonyms": ["js"]}));
    for name in ["js", "javascript"] {
        let page = ann.main_tag(name).await.ok();
        assert_eq!(
            (&page["name"], &page["questionCount"], &page["text"]),
            (&json!("JavaScript"), &json!(1), &json!("A language."))
        );
        let search = format!("[{name}]");
        assert_eq!(ann.found(&search).await, (vec![question.clone()], 1));
        let follow = format!("/following/getFollow?kind=tag&object={name}");
        assert_eq!(ann.get(&follow).await.ok()["state"], "watching", "{name}");
    }
    assert_eq!(ann.tags_of(&question).await, ["JavaScript", "other"]);
    let tag = ann.get("/tag/getTagByName/js").await.ok();
    assert_eq!(tag["description"], "A language.");
    assert_eq!(
        ann.tags_with("").await,
        [("JavaScript".to_owned(), 1), ("other".to_owned(), 1)]
    );
    let second = ann.ask("T", "x", &["js"]).await;
    assert_eq!(ann.tags_of(&second).await, ["JavaScript"]);
    check_counters(&site).await;
}

#[tokio::test]
async fn a_tag_can_be_renamed_back_and_in_case_only() {
    let (site, root, ann) = site().await;
    let question = ann.ask("T", "x", &["js"]).await;
    assert_eq!(
        root.rename("js", "JS").await,
        json!({"name": "JS", "synonyms": []})
    );
    assert_eq!(ann.tags_of(&question).await, ["JS"]);
    root.rename("js", "ecma").await;
    let second = ann.ask("T", "x", &["ecma"]).await;
    let back = root.rename("ecma", "js").await;
    assert_eq!(back, json!({"name": "js", "synonyms": ["ecma"]}));
    assert_eq!(ann.tags_of(&second).await, ["js"]);
    assert_eq!(ann.found("[ecma]").await, (vec![second, question], 2));
    check_counters(&site).await;
}

#[tokio::test]
async fn a_name_that_others_have_is_refused() {
    let (_site, root, ann) = site().await;
    ann.ask("T", "x", &["js", "react", "vue"]).await;
    root.add_synonym("react", "preact").await;
    let refused = root.try_to_rename("js", "VUE").await;
    refused.refused(409, "There is a tag with this name. Merge them instead");
    let refused = root.try_to_rename("js", "preact").await;
    refused.refused(409, "There is a tag with this name. Merge them instead");
    let refused = root.try_to_rename("preact", "js2").await;
    refused.refused(409, "This tag is a synonym: use its main tag");
    let refused = root.try_to_rename("js", "").await;
    assert_eq!(refused.status, 400);
    let refused = root.try_to_rename("none", "js2").await;
    refused.refused(404, "Tag not found");
    let refused = ann.try_to_rename("js", "js2").await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn renaming_does_not_tell_which_tags_private_communities_use() {
    let (site, root, ann) = site().await;
    ann.ask("T", "x", &["js"]).await;
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_tagged_in(&private, "ecma").await;
    let renamed = root.rename("js", "ecma").await;
    assert_eq!(renamed, json!({"name": "ecma", "synonyms": ["js"]}));
    let page = root.main_tag("ecma").await.ok();
    assert_eq!(page["questionCount"], 1);
    assert_eq!(ann.main_tag("js").await.ok()["questionCount"], 2);
    assert_eq!(ann.tags_of(&hidden).await, ["ecma"]);
    check_counters(&site).await;
}

#[tokio::test]
async fn a_deleted_tag_is_gone_from_its_questions_until_it_is_restored() {
    let (site, root, ann) = site().await;
    let both = ann.ask("T", "x", &["spam", "other"]).await;
    let only = ann.ask("T", "x", &["junk"]).await;
    root.add_synonym("spam", "junk").await;
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_tagged_in(&private, "spam").await;
    let usage = json!({"name": "spam", "isDeleted": false, "questionCount": 2, "onlyTagCount": 1});
    assert_eq!(root.tag_use("spam").await.ok(), usage);
    assert_eq!(
        root.delete_tag("spam").await.ok(),
        json!({"name": "spam", "isDeleted": true})
    );
    for name in ["spam", "junk"] {
        ann.main_tag(name).await.refused(404, "Tag not found");
        assert_eq!(ann.found(&format!("[{name}]")).await, (vec![], 0));
        let body = json!({"title": "T", "text": "x", "tags": [{"name": name}]});
        let refused = ann.post("/question/addQuestion", body).await;
        refused.refused(409, "This tag was deleted");
        let refused = root.try_to_add_synonym("other", name).await;
        refused.refused(409, "This tag was deleted");
        let refused = root.try_to_rename("other", name).await;
        refused.refused(409, "This tag was deleted");
        assert_eq!(root.tag_use(name).await.ok()["isDeleted"], true);
    }
    let synonym = json!({"synonym": "junk"});
    let refused = root.delete_with("/tag/removeTagSynonym", synonym).await;
    refused.refused(409, "This tag was deleted");
    assert_eq!(ann.tags_of(&both).await, ["other"]);
    assert_eq!(ann.tags_of(&only).await, [] as [&str; 0]);
    assert_eq!(ann.tags_of(&hidden).await, [] as [&str; 0]);
    assert_eq!(ann.tags_with("").await, [("other".to_owned(), 1)]);
    check_counters(&site).await;
    root.delete_tag("spam").await.refused(404, "Tag not found");
    ann.restore_tag("spam").await;
    assert_eq!(
        root.restore_tag("junk").await.ok(),
        json!({"name": "spam", "isDeleted": false})
    );
    assert_eq!(ann.tags_of(&both).await, ["spam", "other"]);
    assert_eq!(ann.tags_of(&only).await, ["spam"]);
    assert_eq!(ann.main_tag("spam").await.ok()["questionCount"], 3);
    check_counters(&site).await;
    root.restore_tag("spam").await.refused(404, "Tag not found");
}

#[tokio::test]
async fn editing_a_question_drops_its_deleted_tag_and_needs_another() {
    let (site, root, ann) = site().await;
    let question = ann.ask("T", "x", &["spam"]).await;
    root.delete_tag("spam").await.ok();
    let edit = |tags: Value| json!({"qid": question, "title": "T", "text": "y", "tags": tags});
    let refused = ann.patch("/question/editQuestion", edit(json!([]))).await;
    refused.refused(400, "Should have at least 1 tag");
    let tags = json!([{"name": "new"}]);
    let edited = ann.patch("/question/editQuestion", edit(tags)).await;
    edited.ok();
    root.restore_tag("spam").await.ok();
    assert_eq!(ann.tags_of(&question).await, ["new"]);
    check_counters(&site).await;
}

#[tokio::test]
async fn a_tag_stays_deleted_for_questions_that_come_later() {
    let (site, root, ann) = site().await;
    ann.ask("T", "x", &["spam"]).await;
    let private = site.community(7, "private", &["ann"]);
    let moved = ann.ask_tagged_in(&private, "spam").await;
    site.sql("UPDATE memberships SET role = 'moderator' WHERE community_id = 7");
    root.delete_tag("spam").await.ok();
    let removal = json!({"id": moved, "reason": "r"});
    ann.post("/post/removePost", removal.clone()).await.ok();
    ann.post("/post/restorePost", removal).await.ok();
    check_counters(&site).await;
    root.restore_tag("spam").await.ok();
    assert_eq!(ann.main_tag("spam").await.ok()["questionCount"], 2);
    check_counters(&site).await;
}
