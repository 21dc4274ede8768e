//! Words: spellings, corrections, prefixes, phrases, and languages without spaces.

use super::*;

#[tokio::test]
async fn languages_without_spaces_are_searched_by_substring() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("zh", "如何验证交易的签名？", &["密码学"]).await;
    ann.ask("ja", "Rust入門、第3章を読んでいます。ﾃﾞｰﾀ", &["x"])
        .await;
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
        let (titles, sent) = ann.search(search).await;
        assert_eq!(
            (titles.as_str(), sent.as_str()),
            (found, if search.starts_with('-') { "" } else { "all" }),
            "{search}"
        );
    }
    // For a sentence without exact matches, questions with a pair of its characters.
    assert_eq!(
        ann.search("我想验证合同").await,
        ("zh".to_owned(), "any".to_owned())
    );
    assert_eq!(
        ann.search("\"我想验证合同\"").await,
        ("zh".to_owned(), "words".to_owned())
    );
    assert_eq!(ann.similar("交易签名是什么").await, "zh");
    // An edit removes the old characters from the index.
    ann.patch(
        "/question/editQuestion",
        json!({"qid": ko, "title": "ko", "text": "다른", "tags": [{"name": "x"}]}),
    )
    .await
    .ok();
    assert_eq!(ann.search("계약").await.0, "");
    assert_eq!(ann.search("다른 블록체인").await.0, "ko");
}

#[tokio::test]
async fn mistyped_words_are_corrected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let gone = ann.ask("gone", "The delegator", &["x"]).await;
    ann.ask(
        "A",
        "A validator in Plutus (or Plutu). Stake, token",
        &["plutus"],
    )
    .await;
    ann.ask("B", "Haskell", &["haskell"]).await;
    ann.ask("C", "Haskell has burritos and a validator, validly", &["x"])
        .await;
    for (search, found, sent) in [
        ("validator", "C A", "all"),
        ("valdator", "C A", "similar validator"),
        ("walidator", "C A", "similar validator"),
        ("vlaidator", "C A", "similar validator"),
        ("valiidater", "C A", "similar validator"),
        ("Hasklel", "C B", "similar haskell"),
        ("pulutus?", "A", "similar plutus?"),
        // "plutu" is as similar and as frequent.
        ("plutsu", "A", "similar plutus"),
        (
            "[plutus]  walidator -nothing is:unanswered",
            "A",
            "similar [plutus]  validator -nothing is:unanswered",
        ),
        ("hasskell valdator ", "C B A", "similar haskell validator "),
        // Too short, too different, or already correct.
        ("tokne stkae", "A", "similar token stake"),
        ("tokn", "", "all"),
        ("balibator", "C A", "similar validator"),
        ("balibater", "", "all"),
        ("\"valdator\"", "", "all"),
        ("-valdator plutus", "A", "all"),
        // One of two words exists: the other is corrected first, and kept if nothing is similar.
        ("haskell burrtios", "C B", "similar haskell burritos"),
        ("haskell xylophone", "C B", "any"),
        ("plutus haskell", "C B A", "any"),
        ("[plutus] burrtios", "", "all"),
    ] {
        let (titles, notified) = ann.search(search).await;
        assert_eq!(
            (titles.as_str(), notified.as_str()),
            (found, sent.trim_end()),
            "{search}"
        );
    }
    // A word of a deleted question is never suggested.
    assert_eq!(
        ann.search("delegatro").await,
        ("gone".to_owned(), "similar delegator".to_owned())
    );
    ann.request(
        Method::DELETE,
        "/question/deleteQuestion",
        Some(json!({"qid": gone})),
    )
    .await
    .ok();
    assert_eq!(
        ann.search("delegatro").await,
        (String::new(), "all".to_owned())
    );
    // Without words there is no note.
    for search in ["[plutus]", "is:answered", "-validator", "", "%%"] {
        assert_eq!(ann.search(search).await.1, "", "{search}");
    }
}

#[tokio::test]
async fn a_longer_prefix_keeps_its_matches() {
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
        // The index has the stems "us", "keyboard" and "built". The typed word must not be stemmed.
        ("usi", 1),
        ("key", 1),
        ("buil", 1),
        ("buy", 0),
        ("e-key", 1),
    ] {
        assert_eq!(ann.titles(&path(typed)).await.len(), count, "{typed}");
    }
    assert_eq!(ann.titles(&path("mu\u{308}l")).await.len(), 3);
    // One or two letters are a prefix unless they occur as a word.
    assert_eq!(
        ann.search("mu").await.0,
        "Mu\u{308}llerin three Müllerei two Muller one"
    );
    assert_eq!(ann.search("mu ").await.0, "");
    ann.ask("Greek mu", "x", &["x"]).await;
    assert_eq!(ann.search("mu").await.0, "Greek mu");
    assert_eq!(ann.titles(&path("mul")).await.len(), 3);
    // A correction needs no exact word either.
    assert_eq!(ann.search("m\u{fc}lerei ").await.1, "similar mullerei");
}

#[tokio::test]
async fn a_phrase_matches_within_one_answer_or_tag() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let id = ann.ask("A", "x", &["of-marble", "and-stone"]).await;
    ann.answer(&id, "It ends with glaucous").await;
    ann.answer(&id, "marmoset begins it").await;
    for (typed, found) in [
        ("\"with glaucous\"", "A"),
        ("\"marmoset begins\"", "A"),
        ("\"of marble\"", "A"),
        ("-\"glaucous marmoset\"", "A"),
        ("-\"with glaucous\"", ""),
    ] {
        assert_eq!(ann.search(typed).await.0, found, "{typed}");
    }
    // A phrase that nobody wrote counts as its words, and the reply says so.
    for typed in ["\"glaucous marmoset\"", "\"marble and\" glaucous"] {
        let found = ann.search(typed).await;
        assert_eq!(found, ("A".to_owned(), "words".to_owned()), "{typed}");
    }
    for typed in ["\"glaucous marmoset\" [absent]", "\"nobody wrote it\""] {
        let found = ann.search(typed).await;
        assert_eq!(found, (String::new(), "all".to_owned()), "{typed}");
    }
}

impl Person {
    /// Returns how many questions a search finds, what they match, and the search that it offers.
    async fn offered(&self, search: &str) -> (usize, String, String) {
        let reply = self.get(&path(search)).await;
        let encoded = format!("={}", reply.header("x-search-suggestion"));
        let (_, offered) = form_urlencoded::parse(encoded.as_bytes())
            .next()
            .expect("a value");
        let found = reply.ok().as_array().expect("a list").len();
        (
            found,
            reply.header("x-search-match").to_owned(),
            offered.into_owned(),
        )
    }
}

#[tokio::test]
async fn a_typing_error_that_a_post_shares_is_corrected_too() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("Error", "The guiness is warm", &["x"]).await;
    for number in 0..6 {
        let title = format!("Right {number}");
        ann.ask(&title, "A guinness, a table and a stable", &["x"])
            .await;
    }
    assert_eq!(
        ann.offered("warm guiness ").await,
        (7, "all".to_owned(), "warm guinness ".to_owned())
    );
    let reply = ann
        .get(&format!("{}&order=relevance", path("guiness ")))
        .await;
    assert_eq!(titles(&reply.ok())[0], "Error");
    // The frequent spelling is right, and so is a rare word that is correct.
    for (search, found) in [("guinness ", 6), ("warm ", 1)] {
        let expected = (found, "all".to_owned(), String::new());
        assert_eq!(ann.offered(search).await, expected, "{search}");
    }
}

#[tokio::test]
async fn a_correct_word_is_not_replaced() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("A", "The importance of yeast", &["x"]).await;
    assert_eq!(
        ann.offered("impotence ").await,
        (0, "all".to_owned(), "importance ".to_owned())
    );
    assert_eq!(
        ann.offered("yeast impotence ").await,
        (1, "any".to_owned(), "yeast importance ".to_owned())
    );
    assert_eq!(
        ann.offered("importsnce ").await,
        (1, "similar".to_owned(), String::new())
    );
}

#[tokio::test]
async fn forms_of_a_word_find_each_other() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (number, [one, other]) in [
        ["homebrew", "home brew"],
        ["nonalcoholic", "non alcoholic"],
        ["colour", "color"],
        ["organise", "organize"],
        ["litre", "liter"],
        ["travelled", "traveling"],
        ["corkage", "cork"],
        ["pasteurising", "pasteurization"],
        ["max_size", "max_size"],
        ["1.026SG", "1.026 SG"],
        ["500GB", "500 GB"],
    ]
    .into_iter()
    .enumerate()
    {
        let (first, second) = (format!("A{number}"), format!("B{number}"));
        ann.ask(&first, &format!("It is {one} there"), &["x"]).await;
        ann.ask(&second, &format!("We have {other} here"), &["x"])
            .await;
        for search in [one, other] {
            let found = ann.search(&format!("{search} ")).await.0;
            assert_eq!(found, format!("{second} {first}"), "{search}");
        }
    }
    // The word as it was typed comes first.
    for (search, first) in [("colour ", "A2"), ("color ", "B2"), ("cork ", "B6")] {
        let reply = ann.get(&format!("{}&order=relevance", path(search))).await;
        assert_eq!(titles(&reply.ok())[0], first, "{search}");
    }
}

#[tokio::test]
async fn what_names_a_thing_in_code_is_a_word() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("Flag", "Use --testnet-magic 42 here", &["x"]).await;
    ann.ask("Name", "The value of a_b is 3", &["x"]).await;
    ann.ask("Letters", "a magic b, max or size", &["x"]).await;
    let reply = ann.get(&format!("{}&order=relevance", path("a_b "))).await;
    assert_eq!(titles(&reply.ok())[0], "Name");
    assert_eq!(ann.search("--testnet-magic ").await.0, "Letters Flag");
    assert_eq!(ann.search("\"a_b\"").await.0, "Name");
    assert_eq!(ann.search("magic -testnet").await.0, "Letters");
}

/// A text may have more words than a correction compares; each still completes its prefix.
#[tokio::test]
async fn a_text_of_unique_words_is_found_by_each_word() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let text: String = (0..3_000)
        .map(|number| format!("word{number:04} "))
        .collect();
    ann.ask("long", &text, &["x"]).await;
    for typed in ["word0000", "word299", "word2999"] {
        assert_eq!(
            ann.search(typed).await,
            ("long".to_owned(), "all".to_owned()),
            "{typed}"
        );
    }
    let connection = rusqlite::Connection::open(site.directory.path().join("stoa.db"))
        .expect("the database opens");
    let count = |sql: &str| {
        connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .expect("a count")
    };
    assert!(count("SELECT count(*) FROM search_words") > 3_000);
    assert!(count("SELECT count(*) FROM search_corrections") <= 500);
}

#[tokio::test]
async fn the_last_word_finds_its_other_forms_besides_longer_words() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("A", "О новых установках", &["x"]).await;
    ann.ask("B", "Шаги установки", &["x"]).await;
    // "установках" begins with it.
    for search in ["установка", "установка "] {
        assert_eq!(ann.search(search).await.0, "B A", "{search:?}");
    }
}

#[tokio::test]
async fn a_rare_form_of_a_common_word_weighs_as_little_as_the_word() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("with the rare form", "Работа с файлами", &["x"])
        .await;
    ann.ask("sought", "Сервер не отвечает", &["x"]).await;
    ann.ask("sought too", "Медленный сервер", &["x"]).await;
    for number in 0..8 {
        ann.ask(&format!("other {number}"), "Большие файлы", &["x"])
            .await;
    }
    let search = crate::platform::web::percent_encoded("файлами сервер");
    let found = ann
        .titles(&format!(
            "/question/getQuestion?search={search}&order=relevance"
        ))
        .await;
    assert_eq!(found[..2], ["sought too", "sought"]);
}
