//! The queries that viewers make at the end of a history.

use super::history::{HAL, History, PEOPLE, Random, SECRET_WORDS, TAGS, WORDS};

/// A call: its route, its path parameter and its query.
pub type Query = (&'static str, String, String);

type Looks = fn(&mut Random, &History, usize) -> Vec<(String, String)>;

/// The queries by route. A read route without one fails a test.
pub const QUERIES: &[(&str, Looks)] = &[
    ("GET getQuestion", |random, _, _| {
        let mut queries: Vec<_> = ORDERS
            .iter()
            .map(|order| (String::new(), format!("?order={order}&view=card&limit=4")))
            .collect();
        queries.push((String::new(), String::new()));
        for _ in 0..24 {
            queries.push((String::new(), list(random)));
        }
        queries
    }),
    ("GET getCommunityQuestions", |random, history, _| {
        let communities = history.keys.iter().filter(|key| key.contains('c'));
        communities
            .map(|key| {
                (
                    key.clone(),
                    if random.percent(50) {
                        String::new()
                    } else {
                        list(random)
                    },
                )
            })
            .collect()
    }),
    ("GET getSimilarQuestions", |random, _, _| {
        let title = |random: &mut Random| format!("{}%20{}", word(random), word(random));
        (0..4)
            .map(|_| (String::new(), format!("?title={}", title(random))))
            .collect()
    }),
    ("GET getSuggestions", |random, _, _| {
        let texts = (0..6).map(|_| word(random)).collect::<Vec<_>>();
        let short = ["a", "re", "m", "%5Br", "user:a", "pay"].map(str::to_owned);
        let texts = texts.into_iter().chain(short);
        texts
            .map(|text| (String::new(), format!("?text={text}")))
            .collect()
    }),
    ("GET getPinned", |_, history, _| {
        let communities = history.keys.iter().filter(|key| key.contains('c'));
        let communities = communities.map(|key| format!("?community={key}"));
        let others = ["", "?tag=react", "?tag=merger"].map(str::to_owned);
        communities
            .chain(others)
            .map(|query| (String::new(), query))
            .collect()
    }),
    ("GET getMyFlags", |_, _, _| {
        vec![(String::new(), String::new())]
    }),
    ("GET getQueue", queue),
    ("GET getDecided", queue),
    ("GET getQueuedEdits", queue),
    ("GET getQueueCount", |_, _, _| {
        vec![(String::new(), String::new())]
    }),
    ("GET getTagByName", each_tag),
    ("GET getTagPage", each_tag),
    ("GET getTarget", |_, history, _| {
        let of = |address: String| (String::new(), format!("?of={address}"));
        let questions = history.keys.iter().map(|key| format!("/question/{key}"));
        let tags = TAGS.map(|tag| format!("/tagPage%3Ftag={}", tag.replace('+', "%252B")));
        let users = PEOPLE.map(|name| format!("/user/{name}"));
        questions.chain(tags).chain(users).map(of).collect()
    }),
    ("GET getTagRevisions", each_tag),
    ("GET getTagUse", each_tag),
    ("GET getMember", |_, _, _| {
        PEOPLE.map(|name| (name.to_owned(), String::new())).into()
    }),
    ("GET getTagsWithQuestionNumber", |_, _, _| {
        [
            "",
            "?limit=2",
            "?search=re",
            "?search=R",
            "?search=m",
            "?search=%2B",
        ]
        .map(|query| (String::new(), query.to_owned()))
        .into()
    }),
    ("GET feeds", |_, _, _| {
        ["questions.atom", "questions.json"]
            .map(|file| (file.to_owned(), String::new()))
            .into()
    }),
    ("GET tag", |random, history, viewer| {
        as_feeds(each_tag(random, history, viewer))
    }),
    ("GET question", |random, history, viewer| {
        as_feeds(each_key(random, history, viewer))
    }),
    ("GET community", |random, history, viewer| {
        as_feeds(each_community(random, history, viewer))
    }),
    ("GET user", |_, _, _| {
        as_feeds(PEOPLE.map(|name| (name.to_owned(), String::new())).into())
    }),
    ("GET sitemap.xml", |_, _, _| plain()),
    ("GET sitemaps", |random, history, _| {
        let questions = (0..4).filter_map(|_| random.pick(&history.keys));
        let questions = questions.map(|key| format!("questions-{key}.xml"));
        let others = ["tags.xml", "communities.xml"].map(str::to_owned);
        let all = questions.chain(others);
        all.map(|file| (file, String::new())).collect()
    }),
    ("GET robots.txt", |_, _, _| plain()),
    ("GET preview", |random, history, _| {
        let questions = (0..4).filter_map(|_| random.pick(&history.keys));
        let files = questions.map(|key| format!("{key}.png"));
        files.map(|file| (file, String::new())).collect()
    }),
    ("GET getFirstData", each_key),
    ("GET getForYou", |_, _, _| {
        vec![(String::new(), String::new())]
    }),
    ("GET getQuestionById", each_key),
    ("GET getRevisions", each_key),
    ("GET getSuggestedEdits", each_key),
    ("GET getDuplicates", each_key),
    ("GET getCard", each_key),
    ("GET getPermissions", each_key),
    ("GET getRelatedQuestions", each_key),
    ("GET getStar", each_key),
    ("GET getNews", |_, history, _| {
        let all: Vec<&str> = history.keys.iter().take(100).map(String::as_str).collect();
        vec![(String::new(), format!("?ids={}", all.join(",")))]
    }),
    ("GET getStarNotes", |_, history, _| {
        let all: Vec<&str> = history.keys.iter().take(100).map(String::as_str).collect();
        vec![(String::new(), format!("?ids={}", all.join(",")))]
    }),
    ("GET getReminders", |_, _, _| plain()),
    ("GET getSavedSearches", |_, _, _| plain()),
    ("GET getUnreadCounts", |_, _, _| plain()),
    ("GET getMutedKinds", |_, _, _| plain()),
    ("GET getEntries", |_, _, _| {
        ["", "?limit=3", "?kinds=mention,own,requests"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getFollow", |random, history, _| {
        let of =
            |kind: &str, object: &str| (String::new(), format!("?kind={kind}&object={object}"));
        let some: Vec<String> = (0..6).filter_map(|_| random.pick(&history.keys)).collect();
        let objects = ["question", "community"]
            .into_iter()
            .flat_map(|kind| some.iter().map(move |key| of(kind, key)));
        let tags = TAGS.iter().map(|tag| of("tag", &tag.replace('+', "%2B")));
        objects.chain(tags).collect()
    }),
    ("GET getFollows", |_, _, _| plain()),
    ("GET getWatchAnswered", |_, _, _| plain()),
    ("GET getIndexing", |_, _, _| plain()),
    ("GET getInbox", |_, _, _| {
        ["", "?limit=1"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getDeletedPosts", |random, history, _| {
        let of = |key: String| (String::new(), format!("?qid={key}"));
        let some = (0..3).filter_map(|_| random.pick(&history.keys)).map(of);
        some.chain([
            (String::new(), String::new()),
            (String::new(), "?limit=1".to_owned()),
        ])
        .collect()
    }),
    ("GET getSite", |_, _, _| plain()),
    ("GET getPage", |_, _, _| {
        ["?page=rules", "?page=terms"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getLogo", |_, history, _| {
        let pictures = history.pictures.iter().cloned();
        let pictures = pictures.chain(["§logo§".to_owned()]);
        pictures.map(|picture| (picture, String::new())).collect()
    }),
    ("GET getCover", |_, history, _| {
        let pictures = history.pictures.iter().cloned();
        let pictures = pictures.chain(["§cover§".to_owned()]);
        pictures.map(|picture| (picture, String::new())).collect()
    }),
    ("GET me", |_, _, _| plain()),
    ("GET getUsers", |_, _, _| {
        [
            "",
            "?limit=4",
            "?search=a",
            "?search=new",
            "?order=mostPosts&limit=2",
        ]
        .map(|query| (String::new(), query.to_owned()))
        .into()
    }),
    ("GET getUser", |_, _, _| {
        PEOPLE.map(|name| (name.to_owned(), String::new())).into()
    }),
    ("GET getPosts", |_, _, _| {
        PEOPLE
            .iter()
            .flat_map(|name| {
                ["", "?type=answer&limit=1"].map(|query| ((*name).to_owned(), query.to_owned()))
            })
            .collect()
    }),
    ("GET getTrust", |_, _, _| {
        PEOPLE
            .map(|name| (String::new(), format!("?userId={name}")))
            .into()
    }),
    ("GET getBlock", |_, _, _| {
        PEOPLE.map(|name| (name.to_owned(), String::new())).into()
    }),
    ("GET getBlockedUsers", |_, _, _| plain()),
    ("GET getCommunity", |_, history, _| {
        let communities = history.keys.iter().filter(|key| key.contains('c'));
        communities
            .flat_map(|key| ["", "?view=card"].map(|query| (key.clone(), query.to_owned())))
            .collect()
    }),
    ("GET getAllCommunities", |_, _, _| {
        let queries = [
            "",
            "?view=card",
            "?limit=2",
            "?member=true",
            "?member=true&view=card",
            "?search=er",
            "?search=pay&view=card",
        ];
        queries
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getMembers", |_, history, _| {
        let communities = history.keys.iter().filter(|key| key.contains('c'));
        communities
            .flat_map(|key| {
                ["", "?role=moderator", "?limit=1"].map(|query| (key.clone(), query.to_owned()))
            })
            .collect()
    }),
    ("GET getMemberRequests", each_community),
    ("GET getReach", each_community),
    ("GET getWebhookNames", each_community),
    ("GET getRemovals", each_community),
    ("GET getNotifications", |_, _, _| {
        ["", "?limit=2"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getMentions", |_, _, _| {
        ["", "?limit=2"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getBadges", |_, _, _| {
        PEOPLE.map(|name| (name.to_owned(), String::new())).into()
    }),
    ("GET getOwnLog", |_, _, _| {
        ["", "?limit=2"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getNotices", |_, _, _| {
        vec![(String::new(), String::new())]
    }),
    ("GET getPublicLog", |_, _, _| {
        vec![(String::new(), String::new())]
    }),
    ("GET media", |_, history, _| {
        let pictures = history.pictures.iter();
        pictures
            .flat_map(|picture| {
                ["", "?size=thumbnail"].map(|size| (picture.clone(), size.to_owned()))
            })
            .collect()
    }),
    ("GET getAvatars", |_, history, _| {
        let users = PEOPLE.join(",");
        let communities = history.keys.iter().filter(|key| key.contains('c'));
        let communities: Vec<&str> = communities.take(80).map(String::as_str).collect();
        let communities = communities.join(",");
        let query = format!("?users={users}&communities={communities}");
        vec![(String::new(), query)]
    }),
    ("GET getMyPictures", |_, _, _| {
        ["", "?limit=1"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getPictureUsage", |_, _, _| {
        vec![(String::new(), String::new())]
    }),
    ("GET getNames", |_, _, _| {
        vec![(String::new(), "?prefix=a".to_owned())]
    }),
    ("GET getStars", |_, _, _| {
        ["", "?view=card", "?limit=1"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getContributions", |_, _, _| {
        let queries = PEOPLE.map(|name| (String::new(), format!("?userID={name}")));
        queries
            .into_iter()
            .chain([(
                String::new(),
                "?userID=§u1§&from=2026-01-01&to=2026-12-31".to_owned(),
            )])
            .collect()
    }),
    ("GET games", |_, _, _| {
        let queries = [
            "",
            "?gameType=Nim",
            "?status=WAITING_TO_START",
            "?status=IN_PROGRESS&limit=1",
            "?status=OVER&limit=2",
        ];
        queries
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getUnfinishedGames", |_, _, _| {
        ["", "?limit=1"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getGame", |_, history, _| {
        history
            .games
            .iter()
            .map(|key| (key.clone(), String::new()))
            .collect()
    }),
    ("GET getCompletedGames", |_, _, _| {
        PEOPLE
            .map(|name| (name.to_owned(), "?limit=2".to_owned()))
            .into()
    }),
    ("GET getStreak", |_, _, _| {
        ["", "?timeZone=Europe/Vienna"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getGamer", |_, _, _| {
        PEOPLE.map(|name| (name.to_owned(), String::new())).into()
    }),
    ("GET getLeaderboard", |_, _, _| plain()),
    ("GET getGamers", |_, _, _| {
        ["", "?limit=1"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getSessions", |_, _, _| plain()),
    ("GET getPasskeys", |_, _, _| plain()),
    ("GET getApiTokens", |_, _, _| plain()),
    ("GET getSignIn", |_, _, _| plain()),
    ("GET getSecurityNotices", |_, _, _| plain()),
    ("GET getMySanctions", |_, _, _| plain()),
    ("GET getMyAppeals", |_, _, _| plain()),
    ("GET getMailSettings", |_, _, _| plain()),
    ("GET getDeliveryPreferences", |_, _, _| plain()),
    ("GET getPushSettings", |_, _, _| plain()),
    ("GET getMessages", |_, _, _| {
        ["", "?limit=2"]
            .map(|query| (String::new(), query.to_owned()))
            .into()
    }),
    ("GET getMessagesAround", |_, history, _| {
        points(history)
            .map(|query| (String::new(), query))
            .collect()
    }),
    ("GET searchMessages", |random, _, _| {
        vec![(String::new(), format!("?search={}", word(random)))]
    }),
    ("GET getUnread", |_, _, _| plain()),
    ("GET getUnreadChats", |_, _, _| plain()),
    ("GET getChatsByUser", |_, _, viewer| {
        ["", "?limit=1"]
            .map(|query| (name_of(viewer).to_owned(), query.to_owned()))
            .into()
    }),
    ("GET chat", |_, history, _| {
        let chats = history.keys.iter().filter(|key| key.contains('d'));
        chats
            .flat_map(|key| ["", "?limit=1"].map(|query| (key.clone(), query.to_owned())))
            .collect()
    }),
    ("GET chat/getMessagesAround", |_, history, _| {
        let chats = history.keys.iter().filter(|key| key.contains('d'));
        chats
            .flat_map(|key| points(history).map(|query| (key.clone(), query)))
            .collect()
    }),
    ("GET chat/searchMessages", |random, history, _| {
        let chats = history.keys.iter().filter(|key| key.contains('d'));
        chats
            .map(|key| (key.clone(), format!("?search={}", word(random))))
            .collect()
    }),
    ("GET chat/getReadPositions", |_, history, _| {
        let chats = history.keys.iter().filter(|key| key.contains('d'));
        chats.map(|key| (key.clone(), String::new())).collect()
    }),
    // A former member keeps access to their own posts.
    ("GET getData", |_, _, viewer| {
        if viewer == HAL { Vec::new() } else { plain() }
    }),
];

const ORDERS: [&str; 5] = ["newest", "unanswered", "active", "mostViewed", "votes"];

/// Returns the queries for the messages around each message and after it, and from the first on.
fn points(history: &History) -> impl Iterator<Item = String> {
    let messages = history.keys.iter().filter(|key| key.contains('m'));
    messages
        .flat_map(|key| ["message", "after"].map(|name| format!("?{name}={key}")))
        .chain(["?at=2026-11-21T00:00:00Z".to_owned()])
}

fn plain() -> Vec<(String, String)> {
    vec![(String::new(), String::new())]
}

/// Returns the queries for the feeds of objects.
fn as_feeds(queries: Vec<(String, String)>) -> Vec<(String, String)> {
    let file = |(key, query)| (format!("{key}.atom"), query);
    queries.into_iter().map(file).collect()
}

/// Returns the keys of all objects, hidden or not, created or not.
fn each_key(random: &mut Random, history: &History, _: usize) -> Vec<(String, String)> {
    let some = (0..10).filter_map(|_| random.pick(&history.keys));
    some.map(|key| (key, String::new())).collect()
}

fn each_tag(_: &mut Random, _: &History, _: usize) -> Vec<(String, String)> {
    TAGS.iter()
        .map(|tag| (tag.replace('+', "%2B"), String::new()))
        .collect()
}

fn each_community(_: &mut Random, history: &History, _: usize) -> Vec<(String, String)> {
    let communities = history.keys.iter().filter(|key| key.contains('c'));
    communities
        .map(|key| (key.clone(), String::new()))
        .collect()
}

fn word(random: &mut Random) -> String {
    let word = if random.percent(30) {
        random.pick(&SECRET_WORDS)
    } else {
        random.pick(&WORDS)
    }
    .expect("a word");
    let letters: Vec<char> = word.chars().collect();
    let word: String = match random.below(6) {
        // A prefix or a misspelling of it.
        0 if letters.len() > 5 => letters[..5].iter().collect(),
        1 if letters.len() > 5 => letters[..3].iter().chain(&letters[4..]).collect(),
        _ => word.to_owned(),
    };
    crate::platform::web::percent_encoded(&word)
}

/// Returns the query of a list: some order, with or without a search.
fn list(random: &mut Random) -> String {
    let tag = |random: &mut Random| random.pick(&TAGS).expect("a tag").replace('+', "%2B");
    let search = match random.below(16) {
        0 => String::new(),
        1 => format!("[{}]", tag(random)),
        2 => format!("[{}]%20{}", tag(random), word(random)),
        3 => format!("-[{}]", tag(random)),
        4 => format!("-{}", word(random)),
        5 => format!("%22{}%20{}%22", word(random), word(random)),
        6 => format!("{}%20-{}", word(random), word(random)),
        7 => format!(
            "user:{}%20{}",
            random.pick(&PEOPLE).expect("any_user"),
            word(random)
        ),
        8 => format!(
            "{}{}",
            [
                "is:answered",
                "is:unanswered",
                "is:accepted",
                "score:1",
                "answers:1"
            ][random.below(5)],
            "%20"
        ),
        9..12 => word(random),
        12 => format!("{}%20", word(random)),
        _ => format!("{}%20{}", word(random), word(random)),
    };
    let order = match random.below(6) {
        0..3 if !search.is_empty() => "relevance",
        other => ORDERS[other % ORDERS.len()],
    };
    let view = if random.percent(50) { "&view=card" } else { "" };
    let limit = if random.percent(50) { "&limit=3" } else { "" };
    format!("?order={order}&search={search}{view}{limit}")
}

/// Returns the name of a viewer; nobody has none that exists.
fn name_of(viewer: usize) -> &'static str {
    PEOPLE.get(viewer).unwrap_or(&"nobody")
}

/// The number of calls per route is one, drawn from all possible ones; more for lists of questions,
/// which combine the most.
const LISTS: usize = 10;

/// Returns the queries of one viewer: some of each route, drawn from the seed.
pub fn queries(history: &History, viewer: usize) -> Vec<Query> {
    let mut random = Random::new(history.seed.wrapping_mul(16).wrapping_add(viewer as u64));
    let mut queries = Vec::new();
    for (route, of) in QUERIES {
        let mut all = of(&mut random, history, viewer);
        let count = match *route {
            "GET getQuestion" => LISTS,
            // Viewers moderate few communities.
            "GET media" | "GET getRemovals" => all.len(),
            _ => 1,
        };
        for _ in 0..count.min(all.len()) {
            let (param, query) = all.swap_remove(random.below(all.len()));
            queries.push((*route, param, query));
        }
    }
    queries
}

/// The queues of the site, which is refused to viewers, and of all communities.
fn queue(_: &mut Random, history: &History, _: usize) -> Vec<(String, String)> {
    let communities = history.keys.iter().filter(|key| key.contains('c'));
    let of = |key: &String| (String::new(), format!("?community={key}"));
    communities
        .map(of)
        .chain([(String::new(), String::new())])
        .collect()
}
