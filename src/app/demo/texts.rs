//! Names of users and sentences of the demo content. All are written for Stoa.

/// The texts for questions about one topic.
pub struct Topic {
    /// All questions of the topic have the first tag.
    pub tags: &'static [&'static str],
    /// Ends of titles that begin with "How do I …".
    pub tasks: &'static [&'static str],
    /// Advice in answers.
    pub tips: &'static [&'static str],
    /// Code, a table, a list or a formula for some questions and answers.
    pub sample: &'static str,
}

pub const TOPICS: &[Topic] = &[
    Topic {
        tags: &["bread", "sourdough", "flour", "oven", "beginners"],
        tasks: &[
            "keep a sourdough starter alive while I travel",
            "get an open crumb from wholemeal flour",
            "bake a loaf that does not spread on the stone",
            "tell when the dough has risen enough",
            "make rolls the evening before and bake them in the morning",
            "get a thin and crisp crust",
            "bake without a scale that weighs single grams",
            "replace half of the wheat by rye",
        ],
        tips: &[
            "Look at the dough and not at the clock: it is ready when a wet finger leaves a dent that fills slowly.",
            "Use a little less water. Two per cent make more of a difference than one would think.",
            "Fold it three times in the first hour, and leave it alone after that.",
            "Feed the starter at the same time each day, with the same weight of flour and water.",
            "Put a tray of boiling water below the loaf for the first ten minutes, and take it out then.",
        ],
        sample: "| | grams |\n|---|---|\n| flour | 500 |\n| water | 350 |\n| starter | 100 |\n| salt | 10 |",
    },
    Topic {
        tags: &["bicycles", "repair", "brakes", "wheels", "commuting"],
        tasks: &[
            "stop my disc brakes from squealing in the rain",
            "true a wheel without a stand",
            "find out why the chain skips under load",
            "carry a laptop to work without a sweaty back",
            "mount tubeless tyres with a floor pump",
            "loosen a pedal that has not moved in ten years",
            "choose lights for an unlit road",
            "patch an inner tube so that it lasts",
        ],
        tips: &[
            "Clean the rotor with alcohol before anything else; most of the time that is all it takes.",
            "Measure the chain. If it is longer than three quarters of a per cent, replace it, and look at the sprockets.",
            "The left pedal has a left-hand thread: turn it towards the back wheel.",
            "Work in small steps, a quarter of a turn at a time, and look after each.",
            "Leave penetrating oil on it overnight and use a long lever.",
        ],
        sample: "1. Lift the wheel and spin it.\n2. Find the place that rubs.\n3. Loosen the two spokes on that side by a quarter of a turn.\n4. Tighten the two on the other.",
    },
    Topic {
        tags: &["gardening", "tomatoes", "soil", "balcony", "pests"],
        tasks: &[
            "grow tomatoes on a balcony that faces north",
            "keep slugs away from lettuce without poison",
            "water pots while I am away for two weeks",
            "turn a compacted lawn into a bed",
            "save seeds from squash",
            "prune an apple tree that nobody has touched for years",
            "find out what the white dust on the leaves is",
            "start peppers early enough indoors",
        ],
        tips: &[
            "Take no more than a third of the branches in one winter.",
            "Water rarely and much, in the morning, and never the leaves.",
            "A hand of compost in each pot does more than any fertiliser that you can buy.",
            "Go out with a torch after dark: you will see at once who eats it.",
            "Cover the soil. Straw, leaves or grass are all good.",
        ],
        sample: "> Plant it where the sun is at noon, not where there is room.",
    },
    Topic {
        tags: &["rust", "ownership", "async", "testing", "performance"],
        tasks: &[
            "return an iterator that borrows from two arguments",
            "share a cache between threads without cloning it",
            "test code that depends on the time",
            "read a large file line by line without allocating each",
            "store closures of different types in one vector",
            "cancel a future cleanly",
            "give an error the line in which it happened",
            "convert between two enums without a long match",
        ],
        tips: &[
            "Take the clock as a parameter. Then a test can hand in one that stands still.",
            "Let the caller own the buffer and clear it in each round.",
            "Write the signature with all lifetimes spelled out once; which of them are equal is then easy to see.",
            "Measure before you change it. `cargo flamegraph` takes five minutes.",
            "A trait object costs one indirect call, which nobody will notice here.",
        ],
        sample: "```rust\nlet mut line = String::new();\nwhile reader.read_line(&mut line)? > 0 {\n    handle(line.trim_end());\n    line.clear();\n}\n```",
    },
    Topic {
        tags: &["sqlite", "sql", "indexes", "migrations", "performance"],
        tasks: &[
            "find out why this query does not use the index",
            "add a column that must not be NULL to a table with many rows",
            "page through a long list without OFFSET",
            "back up a database while somebody writes to it",
            "count rows without reading the whole table",
            "store times so that they sort",
            "avoid \"database is locked\" with two processes",
            "search text in two languages",
        ],
        tips: &[
            "Run it with `EXPLAIN QUERY PLAN` before and after; one line says it all.",
            "Remember the last key of the page and ask for what is greater.",
            "Use WAL mode and set a busy timeout on every connection, first of all.",
            "Keep the count in a table of its own and let a trigger change it.",
            "An index on an expression is used only if the query has the very same expression.",
        ],
        sample: "```sql\nSELECT id, title FROM questions\nWHERE (created_at, id) < (?1, ?2)\nORDER BY created_at DESC, id DESC LIMIT 30;\n```",
    },
    Topic {
        tags: &[
            "mathematics",
            "calculus",
            "probability",
            "proofs",
            "geometry",
        ],
        tasks: &[
            "show that a series converges when the ratio test says nothing",
            "explain to a child why a negative times a negative is positive",
            "find the expected number of throws until each side has come up",
            "integrate a product of a power and an exponential",
            "prove that there is no largest prime without a contradiction",
            "see that two triangles are similar when no angle is given",
            "estimate a factorial in my head",
            "decide whether a matrix can be diagonalised",
        ],
        tips: &[
            "Write down the first four terms. The pattern is nearly always there.",
            "Compare it with an integral whose value you know.",
            "Draw it, even badly.",
            "Integrate by parts and let the power be what you differentiate.",
            "Linearity of expectation needs no independence; that is the whole trick.",
        ],
        sample: "$$\\sum_{k=1}^{n} \\frac{n}{k} = n H_n \\approx n \\ln n + \\gamma n$$",
    },
    Topic {
        tags: &["photography", "lenses", "light", "film", "beginners"],
        tasks: &[
            "photograph stars from a town",
            "get sharp pictures of a dog that runs towards me",
            "light a portrait with one lamp",
            "scan old slides at home",
            "choose between a fast lens and a stabilised one",
            "develop film in a small bathroom",
            "keep the horizon straight by hand",
            "take pictures in a museum behind glass",
        ],
        tips: &[
            "Bring the lamp closer. Large and near is soft, small and far is hard.",
            "Use a shorter time than you think, and let the camera raise the sensitivity.",
            "Put the front of the lens against the glass.",
            "Focus once on where he will be, and wait.",
            "The cheapest improvement is a tripod, the second cheapest patience.",
        ],
        sample: "| light | time | aperture |\n|---|---|---|\n| noon | 1/1000 | f/8 |\n| shade | 1/250 | f/5.6 |\n| room | 1/60 | f/2 |",
    },
    Topic {
        tags: &["music", "guitar", "practice", "theory", "recording"],
        tasks: &[
            "practise scales without getting bored",
            "change between F and C in time",
            "record a guitar at home so that it does not sound like a bathroom",
            "learn to hear intervals",
            "play along with others when I lose the beat",
            "keep calluses after a break",
            "tune by ear when no string is right",
            "write a bridge that leads back",
        ],
        tips: &[
            "Ten minutes every day beat two hours on Sunday.",
            "Play it at half the speed until it is dull, then ten per cent faster.",
            "Hang a blanket behind you, not behind the microphone.",
            "Sing it first. What you cannot sing you will not play.",
            "Tap your foot, and let the foot be right.",
        ],
        sample: "`E A D G B E`, from the lowest string to the highest",
    },
];

/// Optional additions to the task in a title.
pub const CIRCUMSTANCES: &[&str] = &[
    "",
    " as a beginner",
    " without special tools",
    " when time is short",
    " on a small budget",
    " for the first time",
    " on my own",
    " with children around",
];

/// First sentences of questions. `{}` is the task.
pub const OPENINGS: &[&str] = &[
    "I have been trying to {} for some weeks now, and I am not getting anywhere.",
    "A friend asked me how to {}, and I had to admit that I do not know.",
    "Last year I could {}; this year nothing works as it did.",
    "I want to {}. What I have read about it so far says three different things.",
];
pub const DETAILS: &[&str] = &[
    "What I have tried: the usual advice, twice, with care. It helped a little, but not enough.",
    "I would like to understand the reason, not only the recipe.",
    "It works in about half of the cases, and I cannot see what the others have in common.",
    "I do not mind if it takes longer, as long as it is reliable.",
    "This is what I have at the moment:",
];
pub const CLOSINGS: &[&str] = &[
    "What am I missing?",
    "How do you do it?",
    "Is there a way that does not cost much?",
    "Where would you begin?",
];

pub const ADVICE: &[&str] = &[
    "I had the same problem.",
    "There are two things to look at.",
    "It depends, but most of the time this is enough:",
    "The short answer: you are nearly there.",
    "I do this for a living, and would begin with the simplest thing.",
];
pub const AFTERTHOUGHTS: &[&str] = &[
    "Try this alone first, and change one thing at a time.",
    "If that does not help, tell us what you see, and we go on from there.",
    "It took me a long time to believe it, but it is so.",
    "Do not expect too much of the first attempt.",
];

pub const COMMENTS: &[&str] = &[
    "Thank you, that was it.",
    "Could you add what you have tried so far?",
    "This worked for me, too.",
    "I would be careful with that: it went wrong for me once.",
    "Do you have a picture?",
    "The second point is the important one.",
    "Interesting. Why does that help?",
    "See also the older question about nearly the same thing.",
];

pub const MESSAGES: &[&str] = &[
    "Good morning, everybody!",
    "Has anybody seen the new question about sourdough? I have no idea.",
    "Welcome to all who are new here.",
    "Somebody up for a game of Nim?",
    "I have tidied up some tags; tell me if something is in the wrong place.",
    "Thanks for all the answers yesterday.",
    "Rain again. A good day for questions.",
    "The calendar on my profile has no gap since Monday.",
];

/// First names for usernames.
pub const NAMES: &[&str] = &[
    "ada", "boris", "chiara", "dmitri", "elif", "farid", "greta", "hiro", "ines", "jonas", "kavya",
    "luca", "maya", "nils", "olga", "pablo", "quinn", "rosa", "sven", "tomas", "uma", "vera",
    "wanda", "xenia", "yusuf", "zoe", "anouk", "bela", "cleo", "dara", "emil", "flora", "gita",
    "hugo", "ida", "jakub", "kofi", "lena", "milo", "nora", "otto", "petra", "rafael", "selma",
    "tariq", "ulla", "viktor", "willa", "yara", "zeno",
];
