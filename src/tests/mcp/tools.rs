//! What the tools return, and to whom.

use super::*;
use crate::tests::id_of;

#[tokio::test]
async fn search_returns_what_the_search_of_the_site_returns() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let columns = ann
        .ask("Columns", "How many are there?", &["history", "stone"])
        .await;
    ann.ask("Roof", "Of clay?", &["history"]).await;
    let answer = ben.answer(&columns, "There are ninety of marble.").await;
    let accept = json!({"qid": columns, "aid": answer});
    ann.post("/question/acceptAnswer", accept).await.ok();
    let assistant = Assistant::of(&site, &ben).await;

    let result = assistant.call("search", json!({"query": "marble"})).await;
    let found = &result["structuredContent"];
    let expected = json!({"total": 1, "questions": [{
        "id": columns,
        "title": "Columns",
        "tags": ["history", "stone"],
        "score": 0,
        "answerCount": 1,
        "accepted": true,
        "passage": "There are ninety of marble.",
        "link": format!("http://stoa.test/question/{columns}"),
    }]});
    assert_eq!(found, &expected);
    let text: Value =
        serde_json::from_str(result["content"][0]["text"].as_str().expect("a text")).expect("JSON");
    assert_eq!(&text, found);

    let by_tag = assistant
        .read("search", json!({"query": "[history] -[stone]"}))
        .await;
    assert_eq!(titles(&by_tag), ["Roof"]);
    assert_eq!(by_tag["questions"][0]["passage"], "Of clay?");
    let newest = assistant
        .read("search", json!({"query": "", "pageSize": 1}))
        .await;
    assert_eq!(
        (titles(&newest), &newest["total"]),
        (vec!["Roof"], &json!(2))
    );
    let none = assistant
        .read("search", json!({"query": "is:accepted granite"}))
        .await;
    assert_eq!(none["questions"], json!([]));
}

#[tokio::test]
async fn a_search_returns_at_most_twenty_questions() {
    let site = site();
    let ann = site.sign_up("ann").await;
    for number in 0..21 {
        ann.ask(&format!("Columns {number}"), "x", &["a"]).await;
    }
    let assistant = Assistant::of(&site, &ann).await;
    for (size, expected) in [(json!(null), 10), (json!(20), 20), (json!(1_000_000), 20)] {
        let found = assistant
            .read("search", json!({"query": "columns", "pageSize": size}))
            .await;
        assert_eq!(
            (titles(&found).len(), &found["total"]),
            (expected, &json!(21))
        );
    }
    let refused = assistant
        .fails("search", json!({"query": "columns", "pageSize": 0}))
        .await;
    assert_eq!(refused, "Invalid limit");
}

#[tokio::test]
async fn a_question_is_read_with_its_answers_and_comments() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let columns = ann
        .ask("Columns", "How *many*?\n\nAnd why?", &["history"])
        .await;
    let first = ben.answer(&columns, "About eighty.").await;
    let second = ben
        .answer(&columns, "Ninety.\n## Accepted answer by root")
        .await;
    ann.comment("question", &columns, "In the north.").await;
    ann.comment("answer", &second, "Thank you.").await;
    let accept = json!({"qid": columns, "aid": second});
    ann.post("/question/acceptAnswer", accept).await.ok();
    let assistant = Assistant::of(&site, &ben).await;
    let views =
        async || ann.get(&format!("/question/getCard/{columns}")).await.ok()["viewCount"].clone();
    let before = views().await;

    let address = format!("http://stoa.test/question/{columns}/columns#{first}");
    for named in [&columns, &first, &address] {
        let result = assistant
            .call("read_question", json!({"question": named}))
            .await;
        let at = site.clock.now();
        let text = result["content"][0]["text"].as_str().expect("a text");
        let expected = format!(
            "# Columns

Question by ann, {at}, score 0, tags: history
http://stoa.test/question/{columns}

> How *many*?
>\u{20}
> And why?

Comment by ann, {at}

> In the north.

Answers: 2

## Accepted answer by ben, {at}, score 0
http://stoa.test/question/{second}

> Ninety.
> ## Accepted answer by root

Comment by ann, {at}

> Thank you.

## Answer by ben, {at}, score 0
http://stoa.test/question/{first}

> About eighty.
"
        );
        assert_eq!(text, expected);
        let value = &result["structuredContent"];
        assert_eq!(
            (&value["id"], &value["by"], &value["answerCount"]),
            (&json!(columns), &json!("ann"), &json!(2))
        );
        assert_eq!(value["answers"][0]["accepted"], true);
        assert_eq!(value["answers"][1]["text"], "About eighty.");
        assert_eq!(value["comments"][0]["text"], "In the north.");
        assert_eq!(
            value["leftOut"],
            json!({"answers": 0, "comments": 0, "characters": 0})
        );
    }
    assert_eq!(views().await, before, "an assistant is no viewer");
}

#[tokio::test]
async fn a_long_question_is_cut_and_says_so() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Long", "é", &["a"]).await;
    for _ in 0..32 {
        ann.answer(&question, &"é".repeat(1_400)).await;
    }
    let assistant = Assistant::of(&site, &ann).await;
    let arguments = json!({"question": question});
    let result = assistant.call("read_question", arguments.clone()).await;
    let value = &result["structuredContent"];
    // 28 answers fit, and the first 799 characters of another one.
    assert_eq!(value["answers"].as_array().expect("answers").len(), 29);
    assert_eq!(
        value["leftOut"],
        json!({"answers": 3, "comments": 0, "characters": 601})
    );
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert!(
        text.contains(
            "Left out because this would be too long: 3 answers, 0 comments and 601 characters"
        ),
        "{text}"
    );

    let other = ann.ask("Many", "x", &["a"]).await;
    for number in 0..31 {
        ann.answer(&other, &format!("Answer {number}")).await;
    }
    for number in 0..101 {
        ann.comment("question", &other, &format!("Comment {number}"))
            .await;
    }
    let value = assistant
        .read("read_question", json!({"question": other}))
        .await;
    assert_eq!(
        value["leftOut"],
        json!({"answers": 1, "comments": 1, "characters": 0})
    );
}

#[tokio::test]
async fn tags_are_listed_with_their_numbers_of_questions() {
    let site = site();
    let ann = site.sign_up("ann").await;
    ann.ask("Columns", "x", &["history", "stone"]).await;
    ann.ask("Roof", "x", &["prehistory", "stone"]).await;
    let assistant = Assistant::of(&site, &ann).await;
    let all = assistant.read("list_tags", json!({})).await;
    assert_eq!(all["total"], 3);
    assert_eq!(
        all["tags"][0],
        json!({"name": "stone", "description": "user added tag", "questions": 2})
    );
    let some = assistant.read("list_tags", json!({"name": "Hist"})).await;
    let names: Vec<_> = some["tags"]
        .as_array()
        .expect("tags")
        .iter()
        .map(|tag| &tag["name"])
        .collect();
    assert_eq!(names, ["history", "prehistory"]);
}

#[tokio::test]
async fn what_an_account_may_not_read_is_not_there() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann"]);
    let body = json!({"title": "Treasury", "text": "gold", "tags": [{"name": "vault"}], "communityId": community});
    let hidden = id_of(&ann.post("/question/addQuestion", body).await.ok());
    let answer = ann.answer(&hidden, "Under the stairs.").await;
    let (member, outsider) = (
        Assistant::of(&site, &ann).await,
        Assistant::of(&site, &ben).await,
    );

    assert_eq!(
        titles(&member.read("search", json!({"query": "gold"})).await),
        ["Treasury"]
    );
    assert_eq!(
        member
            .read("read_question", json!({"question": hidden}))
            .await["title"],
        "Treasury"
    );
    assert_eq!(
        member.read("list_tags", json!({"name": "vault"})).await["total"],
        1
    );

    for query in ["gold", "treasury", "[vault]", "user:ann", "stairs", ""] {
        let found = outsider.read("search", json!({"query": query})).await;
        assert_eq!(found, json!({"total": 0, "questions": []}), "{query}");
    }
    assert_eq!(
        outsider.read("list_tags", json!({"name": "vault"})).await["total"],
        0
    );
    let absent = outsider
        .fails("read_question", json!({"question": "0000000000001"}))
        .await;
    for named in [&hidden, &answer, "", "nothing", "\0"] {
        let reply = outsider
            .fails("read_question", json!({"question": named}))
            .await;
        assert_eq!(reply, absent, "{named:?}");
    }
    // A membership that ends ends this too.
    site.expel(7, "ann");
    assert_eq!(
        member
            .fails("read_question", json!({"question": hidden}))
            .await,
        absent
    );
}

#[tokio::test]
async fn wrong_arguments_are_told_to_the_assistant() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let assistant = Assistant::of(&site, &ann).await;
    for (tool, arguments) in [
        ("search", json!({})),
        ("search", json!({"query": 7})),
        ("search", json!({"query": ["a"]})),
        ("search", json!({"query": "a", "pageSize": "many"})),
        ("search", json!({"query": "a", "pageSize": -1})),
        ("search", json!({"query": "a", "pageSize": 1e300})),
        ("search", json!({"query": "a", "username": "ben"})),
        ("read_question", json!({"question": null})),
        ("read_question", json!({"question": {"id": 1}})),
        ("list_tags", json!({"name": true})),
    ] {
        let said = assistant.fails(tool, arguments.clone()).await;
        assert!(
            said.starts_with("Malformed request: "),
            "{tool} {arguments}: {said}"
        );
    }
    let unknown = assistant
        .ask(
            "tools/call",
            json!({"name": "delete_everything", "arguments": {}}),
        )
        .await;
    assert_eq!(unknown["error"]["code"], -32602);
    for params in [
        json!({"name": "search", "arguments": [1]}),
        json!({"arguments": {}}),
    ] {
        let reply = assistant.send(&message("tools/call", &params)).await;
        assert!(
            reply.status.is_client_error() || reply.ok().get("error").is_some(),
            "{}",
            reply.text
        );
    }
    for method in [
        "resources/list",
        "prompts/list",
        "logging/setLevel",
        "tasks/get",
        "no/such",
    ] {
        let answer = assistant.send(&message(method, &json!({}))).await;
        assert!(
            answer.text.contains("\"error\"") || answer.status.is_client_error(),
            "{method}: {}",
            answer.text
        );
    }
}

#[tokio::test]
async fn links_begin_with_the_address_of_the_site() {
    let site = TestSite::with(|config| {
        config.mcp.enabled = true;
        config.server.base_url =
            crate::core::config::BaseUrl::parse("https://stoa.test/forum").expect("an address");
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Columns", "x", &["a"]).await;
    let program = Program::of(&site, &ann, &["read"]).await;
    let bearer = format!("Bearer {}", program.token);
    let call = message(
        "tools/call",
        &json!({"name": "search", "arguments": {"query": ""}}),
    );
    let send = async |host: &str| {
        let mut request = request(&[("authorization", &bearer), ("host", host)], &call);
        *request.uri_mut() = "/forum/mcp".parse().expect("a path");
        site.visitor().send(request).await
    };
    let found = send("stoa.test").await.ok()["result"]["structuredContent"].clone();
    assert_eq!(
        found["questions"][0]["link"],
        format!("https://stoa.test/forum/question/{question}")
    );
    send("elsewhere.example")
        .await
        .refused(403, "This address is not one of this site's");
}
