//! Words of all scripts, spellings that are equal, and names with signs.

use super::*;

/// A word in each of many scripts, most with vowel signs or points.
const WORDS: &[&str] = &[
    "हिन्दी",
    "বাংলা",
    "தமிழ்",
    "తెలుగు",
    "ಕನ್ನಡ",
    "മലയാളം",
    "ગુજરાતી",
    "ਪੰਜਾਬੀ",
    "ଓଡ଼ିଆ",
    "සිංහල",
    "नेपाली",
    "བོད་ཡིག",
    "မြန်မာ",
    "ខ្មែរ",
    "ภาษาไทย",
    "ພາສາລາວ",
    "ꦗꦮ",
    "ᬩᬮᬶ",
    "ދިވެހި",
    "ܠܶܫܳܢܳܐ",
    "עִבְרִית",
    "العَرَبِيَّة",
    "فارسی",
    "اُردُو",
    "አማርኛ",
    "Ελληνικά",
    "Русский",
    "Հայերեն",
    "ქართული",
    "ᏣᎳᎩ",
    "ᠮᠣᠩᠭᠣᠯ",
    "ߒߞߏ",
    "ⵜⴰⵎⴰⵣⵉⵖⵜ",
    "中文",
    "日本語",
    "한국어",
    "Tiếng",
    "𞤀𞤣𞤤𞤢𞤥",
    "𑄌𑄋𑄴𑄟𑄳𑄦",
    "₽500",
];

#[tokio::test]
async fn words_of_all_scripts_are_found() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (number, word) in WORDS.iter().enumerate() {
        let title = format!("T{number}");
        let text = format!("The font for {word} is missing");
        let question = ann.ask(&title, &text, &["x"]).await;
        assert_eq!(ann.search(word).await.0, title, "{word}");
        assert_eq!(ann.search(&format!("\"{word}\"")).await.0, title, "{word}");
        assert_eq!(ann.search(&format!("{word} -{word}")).await.0, "", "{word}");
        for path in [
            format!("/question/getRelatedQuestions/{question}"),
            similar_path(&format!("{word} font")),
            suggestions::path(word),
        ] {
            ann.get(&path).await.ok();
        }
        let found = ann.get(&format!("{}&view=card", path(word))).await.ok();
        let passage = &found[0]["match"]["passage"];
        assert!(passage[1].is_string(), "{word}: {passage}");
    }
    // An edit deletes what was indexed.
    let question = ann.ask("Edited", WORDS[0], &["x"]).await;
    ann.patch(
        "/question/editQuestion",
        json!({"qid": question, "title": "Edited", "text": "other", "tags": [{"name": "x"}]}),
    )
    .await
    .ok();
    assert_eq!(ann.search(WORDS[0]).await.0, "T0");
}

/// Each mark of Unicode, alone and inside of a word, is data for every call that takes words.
#[tokio::test]
async fn no_character_makes_a_search_fail() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let others: Vec<char> = ('\u{80}'..=char::MAX)
        .filter(|c| !c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(*c))
        .filter(|c| unicode_normalization::char::is_combining_mark(*c) || *c < '\u{3000}')
        .collect();
    assert!(others.len() > 2_000);
    for (number, chunk) in others.chunks(200).enumerate() {
        let text: String = chunk
            .iter()
            .flat_map(|c| ['x', *c, 'y', ' ', *c, ' '])
            .collect();
        ann.ask(&format!("T{number}"), &text, &["x"]).await;
        for word in chunk.chunks(20) {
            let words: String = word.iter().flat_map(|c| ['x', *c, 'y', ' ']).collect();
            ann.get(&path(&words)).await.ok();
            ann.get(&path(&format!("\"{words}\" -{}", word[0])))
                .await
                .ok();
            ann.get(&similar_path(&words)).await.ok();
            ann.get(&suggestions::path(words.trim())).await.ok();
        }
    }
}

#[tokio::test]
async fn equal_spellings_find_each_other() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (number, (one, other)) in [
        ("ёлка", "елка"),
        ("Straße", "strasse"),
        ("２０２４年のＪＡＶＡ入門", "2024 java"),
        ("Łódź", "lodz"),
        ("żółć", "ZOLC"),
        ("Đà Nẵng", "da nang"),
        ("smørrebrød", "smorrebrod"),
        ("encyclopædia", "encyclopaedia"),
        ("كِتَابٌ", "كتاب"),
        ("مـــدرسة", "مدرسة"),
        ("בְּרֵאשִׁית", "בראשית"),
        ("می\u{200c}خواهم", "میخواهم"),
        ("soft\u{ad}hyphen", "softhyphen"),
        ("λόγος", "ΛΟΓΟΣ"),
        ("ﬁlter", "filter"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
        ("\u{2068}isolated\u{2069}", "isolated"),
        ("п’ять", "п'ять"),
    ]
    .into_iter()
    .enumerate()
    {
        let (first, second) = (format!("A{number}"), format!("B{number}"));
        ann.ask(&first, one, &["x"]).await;
        ann.ask(&second, other, &["x"]).await;
        for search in [one, other] {
            let found = ann.search(&format!("{search} ")).await.0;
            assert_eq!(found, format!("{second} {first}"), "{search}");
        }
    }
}

#[tokio::test]
async fn a_name_with_signs_ranks_the_questions_about_it_first() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (title, text, tag) in [
        ("TemplatesInCPlus", "How to use C++ templates", "c++"),
        ("LinqInCSharp", "A query in C#", "c#"),
        ("UnionsInFSharp", "A union in F#.", "f#"),
        ("HostingDotNet", "The host of .NET, `C#` apart", ".net"),
        ("PointersInC", "Plain C, pointers in C", "c"),
        ("FishingNet", "A net for fish, net f", "net"),
        ("KeyOfF", "The key of F", "f"),
    ] {
        ann.ask(title, text, &[tag]).await;
    }
    for (search, first) in [
        ("C++", "TemplatesInCPlus"),
        ("c++ pointers templates", "TemplatesInCPlus"),
        ("C#", "LinqInCSharp"),
        ("F#", "UnionsInFSharp"),
        (".NET", "HostingDotNet"),
        ("Ｃ＋＋", "TemplatesInCPlus"),
    ] {
        let reply = ann.get(&format!("{}&order=relevance", path(search))).await;
        assert_eq!(titles(&reply.ok())[0], first, "{search}");
    }
    assert_eq!(ann.search("\"C++ templates\"").await.0, "TemplatesInCPlus");
    assert_eq!(
        ann.search("C -C++").await.0,
        "PointersInC HostingDotNet LinqInCSharp"
    );
}
