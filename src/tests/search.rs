//! Searching: what is found, in which order, and that nothing typed is an error.

use axum::http::Method;
use serde_json::json;

use super::{Person, TestSite};

/// A site with a few questions whose titles are their letters.
async fn site() -> (TestSite, Person) {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let a = ann.ask("A validator in Plutus", "How are scripts checked?", &["plutus"]).await;
    ann.ask("B", "A validator, once. Plutus is mentioned late.", &["haskell"]).await;
    ben.ask("C", "Nothing of it: café, naïve, running", &["cardano", "plutus"]).await;
    let d = ben.ask("D", "Something else", &["cardano"]).await;
    ann.answer(&a, "It runs the script").await;
    let accepted = ann.answer(&d, "See the plutus validator of old").await;
    ben.post("/question/acceptAnswer", json!({"qid": d, "aid": accepted})).await.ok();
    ben.answer(&d, "And another").await;
    ben.post("/question/upvoteQuestion", json!({"qid": a})).await.ok();
    (site, ann)
}

#[tokio::test]
async fn searches_find_what_they_say() {
    let (_site, ann) = site().await;
    for (search, found) in [
        ("plutus validator", "D B A"),
        ("PLUTUS", "D C B A"),
        ("plut", "D C B A"),
        // The index holds stems ("valid"), which are shorter than what is typed.
        ("validat", "D B A"),
        ("plutus validato", "D B A"),
        ("[plutus] mentio", ""),
        ("mentio", "B"),
        ("[plutus]", "C A"),
        ("[plutus] validator", "A"),
        ("[plutus][cardano]", "C"),
        ("[plutus][cardano] nothing", "C"),
        ("[absent]", ""),
        ("\"plutus validator\"", "D"),
        ("validator -plutus", ""),
        ("validator -script", "D B"),
        ("validator -\"plutus is\"", "D A"),
        ("validator -[plutus]", "D B"),
        ("-[plutus] -[HASKELL]", "D"),
        ("[cardano] -[plutus]", "D"),
        ("[cardano] -[absent]", "D C"),
        ("-[plut", "D C B A"),
        ("-validator", "C"),
        ("user:ben", "D C"),
        ("user:BEN [plutus]", "C"),
        ("user:nobody", ""),
        ("User:ben IS:Unanswered", "C"),
        ("user:ann user:ben", ""),
        ("user:ben user:Ben", "D C"),
        ("is:answered", "D A"),
        ("is:unanswered", "C B"),
        ("plutus is:unanswered", "C B"),
        ("answers:2", "D"),
        ("Answers:1 answers:2", "D"),
        ("answers:2 answers:1", "D"),
        ("is:answered is:unanswered", ""),
        ("is:accepted", "D"),
        ("is:accepted -validator", ""),
        ("validator is:accepted", "D"),
        ("score:1", "A"),
        ("score:0 is:answered", "D A"),
        ("cafe", "C"),
        ("CAFÉ naive", "C"),
        ("run", "C A"),
        ("scripts", "A"),
        // Nothing has both words, so either will do.
        ("haskell burrito", "B"),
        ("%%%", ""),
        ("  ", "D C B A"),
    ] {
        let query: String = form_urlencoded::byte_serialize(search.as_bytes()).collect();
        let reply = ann.get(&format!("/question/getQuestion?search={query}")).await;
        let letters: Vec<String> = super::titles(&reply.ok()).iter().map(|title| title[..1].to_owned()).collect();
        assert_eq!(letters.join(" "), found, "search {search:?}");
        assert_eq!(reply.header("x-total-count"), letters.len().to_string(), "search {search:?}");
    }
}

#[tokio::test]
async fn the_best_match_is_the_title_then_the_text_then_the_answers() {
    let (_site, ann) = site().await;
    let found = ann.titles("/question/getQuestion?search=plutus%20validator&order=relevance").await;
    assert_eq!(found, ["A validator in Plutus", "B", "D"]);
    let page = ann.get("/question/getQuestion?search=plutus%20validator&order=relevance&limit=2&view=card").await;
    let next = page.header("link").trim_start_matches('<').split('>').next().unwrap().to_owned();
    assert_eq!(ann.titles(&next).await, ["D"]);
}

#[tokio::test]
async fn raw_and_broken_queries_are_data() {
    let (_site, ann) = site().await;
    assert_eq!(ann.titles("/question/getQuestion?search=[plutus]").await.len(), 2);
    // A raw plus arrives as a space, and no tag has one.
    ann.ask("E", "x", &["c++"]).await;
    for tag in ["[c++]", "[c%2B%2B]", "[%20c++]"] {
        assert_eq!(ann.titles(&format!("/question/getQuestion?search={tag}")).await, ["E"], "{tag}");
    }
    // Nothing has "100", but one has the tag and one is called "C".
    assert_eq!(ann.titles("/question/getQuestion?search=100%%20c++").await, ["E", "C"]);
    for search in [
        "%",
        "%zz",
        "%ff%fe",
        "%00",
        "%22",
        "'",
        "*",
        "a*",
        "a:b",
        "^a",
        "NEAR(a",
        "(",
        ")",
        "a%20OR",
        "AND",
        "-",
        "--",
        "{a}",
        "a%0Ab",
        "[",
        "]",
        "[]",
        "%5B%5D%5B",
        "title:plutus",
        "marks:private",
        "%7Btitle%7D:a",
        "-%7Btitle%7D:a",
        "a%20NOT%20b",
        "NEAR(plutus%20validator,%202)",
        "plutus%20+%20validator",
        "%22plutus%00%22",
        "%C3%A9%00x",
        "%F0%9F%8F%9B",
        "valid%22ator%22",
        "%22%22%22",
    ] {
        ann.get(&format!("/question/getQuestion?search={search}&order=relevance")).await.ok_or_invalid_order();
        ann.get(&format!("/question/getQuestion?search={search}")).await.ok();
    }
    for search in ["* OR NEAR(", "a\"b", "\"\"", "user:", "score:x", "\0", "NOT", "[a", "x[", "is:", "-[", "-[]", "- [", "[[", "]"] {
        ann.get(&path(search)).await.ok();
    }
    for long in ["word ", "x", "[t]", "-[t]", "-t ", "\"", "a-", "is:answered ", "合"] {
        ann.get(&path(&long.repeat(2_000 / long.len()))).await.ok();
        ann.get(&path(&format!("{} x", long.repeat(90 / long.len())))).await.ok();
    }
    // The index's own columns and operators are words like others.
    assert!(ann.titles("/question/getQuestion?search=marks:private").await.is_empty());
    assert!(ann.titles("/question/getQuestion?search=private").await.is_empty());
}

/// A search in a path.
fn path(search: &str) -> String {
    format!("/question/getQuestion?search={}", super::super::web::percent_encoded(search))
}

impl Person {
    /// What a search finds, and what it says of that.
    async fn search(&self, search: &str) -> (String, String) {
        let reply = self.get(&path(search)).await;
        let titles = super::titles(&reply.ok()).join(" ");
        assert_eq!(reply.header("x-total-count"), reply.ok().as_array().map_or(0, Vec::len).to_string(), "{search:?}");
        let encoded = format!("={}", reply.header("x-searched-for"));
        let (_, searched_for) = form_urlencoded::parse(encoded.as_bytes()).next().expect("a value");
        (titles, format!("{} {searched_for}", reply.header("x-search-match")).trim_end().to_owned())
    }

    /// The titles of the questions similar to one.
    async fn similar(&self, title: &str) -> String {
        self.titles(&similar_path(title)).await.join(" ")
    }
}

fn similar_path(title: &str) -> String {
    format!("/question/getSimilarQuestions?title={}", super::super::web::percent_encoded(title))
}

#[tokio::test]
async fn languages_without_spaces_are_searched_by_any_part() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("zh", "如何验证交易的签名？", &["密码学"]).await;
    ann.ask("ja", "Rust入門、第3章を読んでいます。ﾃﾞｰﾀ", &["x"]).await;
    let ko = ann.ask("ko", "스마트 계약을 검증하는 방법", &["x"]).await;
    ann.ask("th", "สวัสดีชาวโลก", &["x"]).await;
    ann.answer(&ko, "블록체인입니다").await;
    for (search, found) in [
        ("交易", "zh"),
        ("验证交易", "zh"),
        ("密码", "zh"),
        ("[密码学] 签名", "zh"),
        ("\"交易的签名\"", "zh"),
        ("入門", "ja"),
        ("Rust入門", "ja"),
        ("rust", "ja"),
        ("第3章", "ja"),
        ("読んで", "ja"),
        ("ﾃﾞｰﾀ", "ja"),
        ("계약", "ko"),
        ("블록체인", "ko"),
        ("ชาวโลก", "th"),
        ("-交易 -rust -계약", "th"),
    ] {
        let (titles, said) = ann.search(search).await;
        assert_eq!((titles.as_str(), said.as_str()), (found, if search.starts_with('-') { "" } else { "all" }), "{search}");
    }
    // Of a sentence that stands nowhere, what has a pair of its characters.
    assert_eq!(ann.search("我想验证合同").await, ("zh".to_owned(), "any".to_owned()));
    assert_eq!(ann.search("\"我想验证合同\"").await, (String::new(), "all".to_owned()));
    assert_eq!(ann.similar("交易签名是什么").await, "zh");
    // An edit takes the old characters out of the index.
    ann.patch("/question/editQuestion", json!({"qid": ko, "title": "ko", "text": "다른", "tags": [{"name": "x"}]})).await.ok();
    assert_eq!(ann.search("계약").await.0, "");
    assert_eq!(ann.search("다른 블록체인").await.0, "ko");
}

#[tokio::test]
async fn mistyped_words_find_what_was_meant() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let gone = ann.ask("gone", "The delegator", &["x"]).await;
    ann.ask("A", "A validator in Plutus (or Plutu). Stake, token", &["plutus"]).await;
    ann.ask("B", "Haskell", &["haskell"]).await;
    ann.ask("C", "Haskell has burritos and a validator, validly", &["x"]).await;
    for (search, found, said) in [
        ("validator", "C A", "all"),
        ("valdator", "C A", "similar validator"),
        ("walidator", "C A", "similar validator"),
        ("vlaidator", "C A", "similar validator"),
        ("valiidater", "C A", "similar validator"),
        ("Hasklel", "C B", "similar haskell"),
        ("pulutus?", "A", "similar plutus?"),
        // "plutu" is as near, and as often found.
        ("plutsu", "A", "similar plutus"),
        ("[plutus]  walidator -nothing is:unanswered", "A", "similar [plutus]  validator -nothing is:unanswered"),
        ("hasskell valdator ", "C", "similar haskell validator "),
        // Too short, too different, or meant as it stands.
        ("tokne stkae", "A", "similar token stake"),
        ("tokn", "", "all"),
        ("balibator", "C A", "similar validator"),
        ("balibater", "", "all"),
        ("\"valdator\"", "", "all"),
        ("-valdator plutus", "A", "all"),
        // One word of two is there: the other is corrected first, and left alone if there is nothing similar.
        ("haskell burrtios", "C", "similar haskell burritos"),
        ("haskell xylophone", "C B", "any"),
        ("plutus haskell", "C B A", "any"),
        ("[plutus] burrtios", "", "all"),
    ] {
        let (titles, told) = ann.search(search).await;
        assert_eq!((titles.as_str(), told.as_str()), (found, said.trim_end()), "{search}");
    }
    // What is only in a deleted question is nothing that could be meant.
    assert_eq!(ann.search("delegatro").await, ("gone".to_owned(), "similar delegator".to_owned()));
    ann.request(Method::DELETE, "/question/deleteQuestion", Some(json!({"qid": gone}))).await.ok();
    assert_eq!(ann.search("delegatro").await, (String::new(), "all".to_owned()));
    // Without words nothing is said.
    for search in ["[plutus]", "is:answered", "-validator", "", "%%"] {
        assert_eq!(ann.search(search).await.1, "", "{search}");
    }
}

#[tokio::test]
async fn typing_on_loses_nothing_that_begins_so() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let long = "blorme".repeat(6);
    for title in [
        "Muller one",
        "M\u{fc}llerei two",
        "Mu\u{308}llerin three",
        "blorme four",
        &format!("{long} five"),
        "йогурт six",
        "using seven",
        "e-keyboard eight",
        "built nine",
    ] {
        ann.ask(title, "x", &["x"]).await;
    }
    for (typed, count) in [
        ("mulle", 3),
        ("muller", 3),
        ("m\u{fc}ller", 3),
        ("Mu\u{308}llerei", 1),
        ("blorm", 2),
        ("blorme", 2),
        ("blormeb", 1),
        (&long[..30], 1),
        (&long[..31], 1),
        (&long, 1),
        ("йогур", 1),
        // The index knows stems: "us", "keyboard", "built". What is typed must not become one.
        ("usi", 1),
        ("key", 1),
        ("buil", 1),
        ("buy", 0),
        ("e-key", 1),
    ] {
        assert_eq!(ann.titles(&path(typed)).await.len(), count, "{typed}");
    }
    assert_eq!(ann.titles(&path("mu\u{308}l")).await.len(), 3);
    // One or two letters are no beginning.
    assert_eq!(ann.search("mu").await.0, "");
    assert_eq!(ann.titles(&path("mul")).await.len(), 3);
    // Nor does it need to be one to be corrected.
    assert_eq!(ann.search("m\u{fc}lerei ").await.1, "similar mullerei");
}

#[tokio::test]
async fn a_phrase_is_within_one_answer_or_tag() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let id = ann.ask("A", "x", &["of-marble", "and-stone"]).await;
    ann.answer(&id, "It ends with glaucous").await;
    ann.answer(&id, "marmoset begins it").await;
    for (typed, found) in [
        ("\"with glaucous\"", "A"),
        ("\"marmoset begins\"", "A"),
        ("\"of marble\"", "A"),
        ("\"glaucous marmoset\"", ""),
        ("\"marble and\"", ""),
        ("-\"glaucous marmoset\"", "A"),
        ("-\"with glaucous\"", ""),
    ] {
        assert_eq!(ann.search(typed).await.0, found, "{typed}");
    }
}

/// A text may have more words than are worth comparing with mistyped ones; each completes its beginning.
#[tokio::test]
async fn a_text_of_unique_words_is_found_by_each() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let text: String = (0..3_000).map(|number| format!("word{number:04} ")).collect();
    ann.ask("long", &text, &["x"]).await;
    for typed in ["word0000", "word299", "word2999"] {
        assert_eq!(ann.search(typed).await, ("long".to_owned(), "all".to_owned()), "{typed}");
    }
    let connection = rusqlite::Connection::open(site.directory.path().join("stoa.db")).expect("the database opens");
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a count");
    assert!(count("SELECT count(*) FROM words") > 3_000);
    assert!(count("SELECT count(DISTINCT word_id) FROM word_trigrams") <= 500);
}

#[tokio::test]
async fn a_search_is_cut_where_nobody_types_on() {
    let (_site, ann) = site().await;
    let far = format!("plutus{}validator", " ".repeat(250));
    assert_eq!(ann.search(&far).await.0, ann.search("plutus ").await.0);
    let reply = ann.get(&path(&format!("plutsu {}", "🏛".repeat(500)))).await;
    assert_eq!(reply.header("x-search-match"), "similar");
    assert!(reply.header("x-searched-for").len() < 3_000);
    assert!(reply.header("link").len() < 3_000);
}

#[tokio::test]
async fn words_that_only_a_private_community_uses_are_meant_by_its_members_alone() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let community = site.community(77, "private", &["ben"]);
    let ask = |title: String, text: &'static str| {
        let body = json!({"title": title, "text": text, "tags": [{"name": "x"}], "communityId": community});
        let ben = &ben;
        async move { ben.post("/question/addQuestion", body).await.ok() }
    };
    ann.ask("public", "an elephants garden", &["x"]).await;
    ask("merger".to_owned(), "About the acquisition").await;
    // More words than are compared at once, all nearer to what is typed and more often used than the public one.
    let secrets = ["elephanta", "elephantb", "elephantc", "elephantd", "elephante", "elephantf", "elephantg", "elephanth", "elephanti"];
    for secret in secrets {
        ask(
            format!("secret {secret}"),
            "elephantj elephantk elephantl elephantm elephantn elephanto elephantp elephantq elephantr elephantt",
        )
        .await;
    }
    assert_eq!(ben.search("acquistion").await, ("merger".to_owned(), "similar acquisition".to_owned()));
    assert_eq!(ann.search("acquistion").await, (String::new(), "all".to_owned()));
    // Nor do they complete the beginning of a word, or count.
    assert_eq!(ann.search("acquisit").await, (String::new(), "all".to_owned()));
    assert_eq!(ann.search("acquisition merger").await, (String::new(), "all".to_owned()));
    assert_eq!(ann.search("elephantz").await, ("public".to_owned(), "similar elephants".to_owned()));
    assert_eq!(ben.search("elephantz").await.1, "similar elephantj");
    // Who leaves is told no more.
    site.sql("DELETE FROM members");
    assert_eq!(ben.search("acquistion").await, (String::new(), "all".to_owned()));
}

#[tokio::test]
async fn what_one_may_not_read_does_not_order_what_one_finds() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let community = site.community(77, "private", &["ben"]);
    ann.ask("walnuts", "walnut walnut walnut cherry", &["x"]).await;
    ann.ask("cherries", "walnut cherry cherry cherry", &["x"]).await;
    for number in 0..20 {
        ann.ask(&format!("other {number}"), if number % 4 == 0 { "cherry" } else { "plum" }, &["x"]).await;
    }
    let searches = ["cherry%20walnut", "cherry%20walnut%20", "walnut", "%22cherry%20cherry%22%20walnut"];
    let order = async |search: &str| ann.titles(&format!("/question/getQuestion?order=relevance&search={search}")).await;
    let before = [order(searches[0]).await, order(searches[1]).await, order(searches[2]).await, order(searches[3]).await];
    // The rarer word counts more.
    assert_eq!((before[0][0].as_str(), before[0][1].as_str()), ("walnuts", "cherries"));
    let similar = ann.similar("walnut or cherry").await;
    let mut hidden = Vec::new();
    for _ in 0..20 {
        let body = json!({"title": "walnut", "text": "walnut ".repeat(50), "tags": [{"name": "walnut"}], "communityId": community});
        hidden.push(super::id_of(&ben.post("/question/addQuestion", body).await.ok()));
    }
    ben.answer(&hidden[0], "walnut plum").await;
    for qid in &hidden[5..10] {
        ben.delete_with("/question/deleteQuestion", json!({"qid": qid})).await.ok();
    }
    ben.post("/question/undeleteQuestion", json!({"qid": hidden[5]})).await.ok();
    for (search, before) in searches.iter().zip(&before) {
        assert_eq!(&order(search).await, before, "{search}");
    }
    assert_eq!(ann.similar("walnut or cherry").await, similar);
    let found = ben.get("/question/getQuestion?order=relevance&search=walnut").await;
    assert_eq!((found.header("x-total-count"), titles_of(&found)[..2].join(" ").as_str()), ("18", "walnut walnuts"));
}

fn titles_of(reply: &super::Reply) -> Vec<String> {
    super::titles(&reply.ok())
}

#[tokio::test]
async fn private_and_public_hits_are_found_together() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let communities = [site.community(77, "private", &["ann", "ben"]), site.community(78, "private", &["ben"])];
    let ask = async |who: &Person, title: &str, text: &str, tag: &str, place: Option<usize>| {
        let mut body = json!({"title": title, "text": text, "tags": [{"name": tag}]});
        if let Some(place) = place {
            body["communityId"] = json!(communities[place]);
        }
        super::id_of(&who.post("/question/addQuestion", body).await.ok())
    };
    // The best come first and are the oldest.
    ask(&ann, "in title: quokka", "x", "x", Some(0)).await;
    ask(&ann, "public title: quokka", "x", "x", None).await;
    ask(&ann, "in tag", "x", "quokka", Some(0)).await;
    ask(&ann, "public tag", "x", "quokka", None).await;
    ask(&ann, "in text", "A quokka", "x", Some(0)).await;
    let answered = ask(&ann, "in answer", "x", "x", Some(0)).await;
    ask(&ann, "elsewhere: quokka", "quokka", "quokka", None).await;
    ask(&ann, "none", "x", "x", Some(0)).await;
    ask(&ben, "hidden quokka", "x", "x", Some(1)).await;
    ann.answer(&answered, "A quokka").await;

    let list = async |who: &Person, query: &str| {
        let mut next = format!("/question/getQuestion?view=card&{query}");
        let mut found = Vec::new();
        while !next.is_empty() {
            let reply = who.get(&next).await;
            found.extend(titles_of(&reply));
            next = reply.header("link").trim_start_matches('<').split('>').next().unwrap_or_default().to_owned();
        }
        found.join(", ")
    };
    let best = "elsewhere: quokka, in title: quokka, in tag, public title: quokka, in text, public tag, in answer";
    let newest = "elsewhere: quokka, in answer, in text, public tag, in tag, public title: quokka, in title: quokka";
    let active = "in answer, elsewhere: quokka, in text, public tag, in tag, public title: quokka, in title: quokka";
    for limit in [1, 2, 3, 100] {
        for (order, expected) in [("relevance", best), ("newest", newest), ("active", active)] {
            let found = list(&ann, &format!("order={order}&limit={limit}&search=quokka")).await;
            assert_eq!(found, expected, "{order}, {limit} a page");
        }
        let unanswered = list(&ann, &format!("order=unanswered&limit={limit}&search=quokka")).await;
        assert_eq!(unanswered, newest.replace("in answer, ", ""), "{limit} a page");
    }
    for (search, expected) in [
        ("quokka%20-elsewhere%20-answer", "public title: quokka, in title: quokka, public tag, in tag, in text"),
        ("[quokka]%20quokka", "elsewhere: quokka, in tag, public tag"),
        ("quokka%20user:ben", ""),
        ("%22A%20quokka%22", "in text, in answer"),
        // What is excluded needs no other words.
        ("-quokka", "none"),
        ("-quokka%20-none", ""),
    ] {
        let query = format!("order=relevance&search={search}");
        assert_eq!(list(&ann, &query).await, expected, "{search}");
    }
    assert_eq!(ann.get("/question/getQuestion?search=quokka").await.header("x-total-count"), "7");
    assert_eq!(ann.similar("quokka").await, best.replace(", public tag, in answer", "").replace(", ", " "));
    assert!(list(&ben, "search=quokka").await.starts_with("hidden quokka, elsewhere"));
    // Who leaves finds what everyone finds.
    site.sql("DELETE FROM members");
    assert_eq!(list(&ann, "order=relevance&search=quokka").await, "elsewhere: quokka, public title: quokka, public tag");
}

#[tokio::test]
async fn similar_questions_are_found_by_the_words_of_a_title() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let community = site.community(77, "private", &["ben"]);
    let deleted = ann.ask("deleted", "A validator too", &["plutus"]).await;
    ann.request(Method::DELETE, "/question/deleteQuestion", Some(json!({"qid": deleted}))).await.ok();
    let other = ann.ask("answered", "Something", &["x"]).await;
    ann.answer(&other, "A validator").await;
    ann.ask("text", "How to write a validator", &["x"]).await;
    ann.ask("tag", "Something", &["validator"]).await;
    ann.ask("title: validator in Plutus", "How to use the thing", &["x"]).await;
    ann.ask("other", "How to use the thing", &["x"]).await;
    let body = json!({"title": "secret validator in Plutus", "text": "x", "tags": [{"name": "x"}], "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    assert_eq!(ann.similar("How to use a Plutus validator?").await, "title: validator in Plutus tag text answered");
    assert!(ben.similar("Plutus validator").await.contains("secret"));
    for nothing in ["", "   ", "how to use the", "?!", "xylophone", "a", "secret"] {
        assert_eq!(ann.similar(nothing).await, "", "{nothing:?}");
    }
    for _ in 0..7 {
        ann.ask("more validators", "x", &["x"]).await;
    }
    let cards = ann.get(&similar_path("validator")).await.ok();
    assert_eq!(cards.as_array().map(Vec::len), Some(5));
    assert!(cards[0]["answerCount"].is_number());
    for title in ["NEAR(a b)", "\"", "title:x", "a* OR b", "marks:private", "emoji 🏛"] {
        ann.get(&similar_path(title)).await.ok();
    }
    // Somebody is just writing it: what is too long is cut, and what no title may have says nothing.
    assert_eq!(ann.similar(&format!("xylophones: {} validator", "x".repeat(100))).await, "");
    assert!(ann.similar(&format!("validator {}", "x".repeat(100))).await.contains("more validators"));
    assert!(ann.similar("\0validator\u{7}").await.contains("more validators"));
    assert_eq!(ann.similar("\0 \u{1}").await, "");
    site.stranger().get(&similar_path("validator")).await.refused(401, "Please log in");
}

/// More hits than are ranked are all shown, each once, the ranked ones first.
#[tokio::test]
async fn a_common_word_finds_every_question_once() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.community(77, "private", &[]);
    let db = &site.site.app.db;
    db.write(|tx| {
        tx.quietly("a test");
        tx.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2300)
             INSERT INTO posts (id, author_id, text, created_at) SELECT i, (SELECT min(id) FROM users), 'common' || iif(i % 7, '', ' common'), 0 FROM n",
            [],
        )?;
        tx.execute(
            "INSERT INTO questions (id, title, community_id, scope) SELECT id, 'q' || id, iif(id % 23, NULL, 77), iif(id % 23, 0, 77) FROM posts",
            [],
        )?;
        crate::questions::counters::recompute(tx)
    })
    .await
    .expect("the questions");
    let total = 2_200;
    for order in ["relevance", "newest", "active"] {
        let mut next = format!("/question/getQuestion?search=common&view=card&order={order}");
        let mut found = Vec::new();
        while !next.is_empty() {
            let reply = ann.get(&next).await;
            found.extend(super::titles(&reply.ok()));
            assert_eq!((reply.header("x-total-count"), reply.header("x-search-match")), (&*total.to_string(), "all"));
            next = reply.header("link").trim_start_matches('<').split('>').next().unwrap_or_default().to_owned();
        }
        let numbers: Vec<i64> = found.iter().map(|title| title[1..].parse().expect("a number")).collect();
        assert!(order != "relevance" || (numbers[0] % 7 == 0 && numbers[0] > 2_000), "the best of the newest comes first");
        assert!(order != "relevance" || numbers[1_100..].is_sorted_by(|a, b| a > b), "the older follow, newest first");
        let distinct: std::collections::BTreeSet<i64> = numbers.iter().copied().collect();
        assert_eq!((numbers.len(), distinct.len()), (total, total), "{order}");
        assert!(distinct.iter().all(|number| number % 23 != 0));
    }
    // Who may read the others too finds them among the rest.
    let ben = site.sign_up("ben").await;
    site.sql("INSERT INTO members SELECT 77, id, 'member', 0 FROM users WHERE username = 'ben'");
    for order in ["relevance", "newest"] {
        let mut next = format!("/question/getQuestion?search=common&view=card&limit=70&order={order}");
        let mut numbers = Vec::new();
        while !next.is_empty() {
            let reply = ben.get(&next).await;
            numbers.extend(super::titles(&reply.ok()).iter().map(|title| title[1..].parse::<i64>().expect("a number")));
            assert_eq!(reply.header("x-total-count"), "2300");
            next = reply.header("link").trim_start_matches('<').split('>').next().unwrap_or_default().to_owned();
        }
        assert!(order != "newest" || numbers.is_sorted_by(|a, b| a > b));
        assert!(order != "relevance" || numbers[1_000..].is_sorted_by(|a, b| a > b), "the older follow, newest first");
        assert!(order != "relevance" || numbers[..1_000].iter().all(|number| *number > 1_300), "the newest are ranked");
        assert!(order != "relevance" || (numbers[..80].iter().filter(|number| *number % 23 == 0).count() == 40), "one by one");
        let distinct: std::collections::BTreeSet<i64> = numbers.iter().copied().collect();
        assert_eq!((numbers.len(), distinct.len()), (2_300, 2_300), "{order}");
    }
    // A cursor is input like any other.
    for cursor in ["0", "-1", "1.0", "-5.-5", "9223372036854775807", "9223372036854775807.9223372036854775807"] {
        for who in [&ann, &ben] {
            who.get(&format!("/question/getQuestion?search=common&order=relevance&cursor={cursor}")).await.ok();
        }
    }
    for cursor in ["x", "1.2.3", "1.", "9223372036854775808"] {
        ann.get(&format!("/question/getQuestion?search=common&order=relevance&cursor={cursor}")).await.refused(400, "Invalid cursor");
    }
}

impl super::Reply {
    /// A list, or what a search that says nothing is told.
    #[track_caller]
    fn ok_or_invalid_order(&self) {
        if self.text != "Invalid order" {
            self.ok();
        }
    }
}
