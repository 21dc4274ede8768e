//! Impersonation: every field in which a call can name a user, filled with names of others.
//!
//! A new call with an unknown text field fails here: a field that names no user is added to
//! [`NAMES_NOBODY`], the others get a row in [`CALLS`].

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};

use super::realtime::Listening;
use super::roles::{World, index_of, name_of, parts, shape};
use super::{TestSite, id_of};
use crate::platform::web::percent_encoded;

/// The values that replace a name: the caller's own name and id, those of another user, the own
/// name in capitals and in look-alike letters, and values that are not text.
const VARIANTS: [&str; 10] = [
    "own",
    "id",
    "other",
    "other-id",
    "case",
    "confusable",
    "array",
    "object",
    "null",
    "number",
];

/// Every call with a field that names a user; `@` stands for the value. The line above some calls
/// has the role (see `roles/mod.rs`) that makes them and the status for each of [`VARIANTS`]. A
/// rejected call changes nothing, and neither does `200=`.
const CALLS: &str = r#"
            own  id   other other-id case confusable array object null number

# The actor: only the caller, or unnamed, as with null
= member    200  200  403   403      403  403        400   400    200  400
POST /question/addQuestion {"title": "T", "text": "x", "tags": [{"name": "a"}], "askedBy": "@"}
POST /answer/addAnswer {"qid": "QUESTION", "ans": {"text": "x", "ansBy": "@"}}
POST /comment/addComment {"id": "QUESTION", "type": "question", "comment": {"text": "x", "commentBy": "@"}}
POST /question/upvoteQuestion {"qid": "QUESTION", "username": "@"}
POST /question/downvoteQuestion {"qid": "QUESTION", "username": "@"}
POST /answer/upvoteAnswer {"aid": "ANSWER", "username": "@"}
POST /answer/downvoteAnswer {"aid": "ANSWER", "username": "@"}
POST /star/addStar {"qid": "ORIGINAL", "username": "@"}
DELETE /star/removeStar {"qid": "QUESTION", "username": "@"}
PATCH /viewNotification {"userID": "@", "notificationID": "MEMBERS_NOTIFICATION"}
PATCH /clearAllNotifications {"userID": "@"}
PATCH /user/updateBiography {"username": "@", "biography": "b"}
PATCH /user/resetPassword {"username": "@", "password": "another stoa 1"}
PATCH /user/setMailAddress {"username": "@", "address": "ann@example.org"}
PATCH /user/chooseDelivery {"username": "@", "channel": "mail", "kind": "answer", "wanted": true}
PATCH /user/setDeliveryTimes {"username": "@", "timeZone": "Europe/Berlin"}
POST /community/addCommunity {"name": "Another one", "owner": "@"}
POST /community/addMember/{COMMUNITY} {"userId": "@"}
POST /community/addMemberRequest/{COMMUNITY} {"userId": "@"}
POST /community/leaveCommunity/{COMMUNITY} {"userId": "@"}
POST /messaging/addMessage {"messageToAdd": {"msg": "x", "msgFrom": "@"}}
POST /chat/{CHAT}/addMessage {"msg": "x", "msgFrom": "@"}
POST /chat/createChat {"participants": ["OWN_NAME", "WRITER"], "messages": [{"msg": "x", "msgFrom": "@"}]}
POST /join {"gameID": "WAITING_GAME", "playerID": "@"}
POST /leave {"gameID": "RUNNING_GAME", "playerID": "@"}
POST /games/rematch {"gameID": "OVER_GAME", "playerID": "@"}
= member    409  409  403   403      403  403        400   400    409  400
POST /games/claim {"gameID": "RUNNING_GAME", "playerID": "@"}

# The same in a path or query, where every value is text
= member    200  200  403   403      403  403        403   403    403  403
DELETE /user/deleteUser/{@}
GET /chat/getChatsByUser/{@}
GET /question/getQuestion?username=@
GET /question/getQuestionById/{QUESTION}?username=@
GET /question/getCommunityQuestions/{COMMUNITY}?username=@
GET /star/getStars?username=@
GET /getNotifications?userID=@

# The participants of a chat: the caller must be one
= member    200  200  403   403      200  403        400   400    400  400
POST /chat/createChat {"participants": ["@", "WRITER"]}

# Targets of actions that the caller has no right to
= user      403  403  403   403      403  403        400   400    403  400
POST /community/approveMemberRequest/{COMMUNITY} {"userId": "@"}
DELETE /community/rejectMemberRequest/{COMMUNITY} {"userId": "@"}
POST /community/addModerator/{COMMUNITY} {"userId": "@"}
DELETE /community/removeModerator/{COMMUNITY} {"userId": "@"}
DELETE /community/removeMember/{COMMUNITY} {"userId": "@"}
POST /community/handOverCommunity/{COMMUNITY} {"userId": "@"}
= user      404  404  404   404      404  404        400   400    404  400
POST /chat/{CHAT}/addParticipant {"username": "@"}
= member    409  409  200   200      409  404        400   400    400  400
POST /user/blockUser {"userId": "@"}
= member    200= 200= 200=  200=     200= 404        400   400    400  400
POST /user/unblockUser {"userId": "@"}
= owner     403  403  403   403      403  403        403   403    403  403
POST /administration/disableUser {"userId": "@"}
POST /administration/enableUser {"userId": "@"}
POST /administration/promoteUser {"userId": "@"}
POST /administration/demoteUser {"userId": "@"}
POST /administration/appointModerator {"userId": "@"}
POST /administration/dismissModerator {"userId": "@"}
POST /administration/resetSignIn {"userId": "@"}
POST /administration/resetSecondFactor {"userId": "@"}
POST /administration/deleteUser {"userId": "@"}
POST /moderation/warnUser {"userId": "@"}
POST /moderation/clearProfile {"userId": "@"}
POST /moderation/silenceUser {"userId": "@", "until": "2027-06-01T00:00:00Z"}
POST /moderation/suspendUser {"userId": "@", "until": "2027-06-01T00:00:00Z"}
POST /moderation/removeContent {"userId": "@", "span": "all"}
POST /moderation/vouchUser {"userId": "@", "reason": "x"}
POST /moderation/unvouchUser {"userId": "@", "reason": "x"}
POST /administration/renameUser {"userId": "@", "newUsername": "another-name"}
POST /administration/mergeUser {"userId": "@", "intoUserId": "nobody1"}
POST /administration/mergeUser {"userId": "nobody1", "intoUserId": "@"}

# The player whose wins are reported; the reported number is ignored
= member    200= 200= 200=  200=     200= 404        400   400    200= 400
POST /gamer/createGamer {"username": "@"}
PATCH /gamer/updateGamerInfo {"username": "@", "updates": {"wins": 999, "gameIDs": []}}

# Logging in with a wrong password, signing up with a taken name, setting up without the link
= nobody    401  401  401   401      401  401        400   400    400  400
POST /user/login {"username": "@", "password": "not this one"}
POST /moderation/appealSuspension {"username": "@", "password": "not this one", "text": "x"}
POST /moderation/getSuspensionAppeal {"username": "@", "password": "not this one"}
= nobody    200  200  409   200      200  400        400   400    400  400
POST /user/signup {"username": "@", "password": "PASSWORD"}
= nobody    403  403  403   403      403  403        400   400    403  400
POST /oidc/signup {"username": "@"}
POST /user/setup {"token": "none", "username": "@", "password": "PASSWORD"}
"#;

/// The other text fields of bodies: content, enumerations and ids of other things than users.
const NAMES_NOBODY: &str = "firstFrame title text msg nonce Idempotency-Key description visibility biography password currentPassword token invitation note reason type gameType \
                            id into revisionId base qid aid cid duplicateOf communityId messageId replyTo upTo remindAt gameID notificationID address channel kind synonym decision \
                            before endsAt postedAt key value notes[] picture community place mail mailPassword host tls \
                            provider iss code secret rawId clientDataJSON attestationObject authenticatorData signature userHandle transports[] \
                            deviceId endpoint p256dh auth proof since until span removePosts theme textSize voice scopes[] form events[] botId tags[]";

/// Text fields whose name alone could mean a user elsewhere.
const NAMES_NOBODY_HERE: &[&str] = &[
    "POST /user/addApiToken name",
    "POST /administration/addBot username",
    "POST /administration/addBotToken name",
    "POST /webhook/addWebhook settings.name",
    "PATCH /webhook/changeWebhook/{} settings.name",
    "POST /user/addPasskey name",
    "PATCH /user/renamePasskey/{} name",
    "PATCH /moderation/editPost tags[].name",
    "POST /post/suggestEdit tags[].name",
    "PATCH /moderation/setPin tag",
    "POST /report/addReport name",
    "POST /administration/renameUser newUsername",
    "PATCH /administration/setMail before.from",
    "PATCH /administration/setMail before.username",
    "PATCH /administration/setMail value.from",
    "PATCH /administration/setMail value.username",
    "PATCH /administration/setSettings changes[].before.from",
    "PATCH /administration/setSettings changes[].before.username",
    "PATCH /administration/setSettings changes[].value.from",
    "PATCH /administration/setSettings changes[].value.username",
    "DELETE /user/deleteUser/{} posts",
    "POST /flag/decideCase version",
    "PATCH /user/setDeliveryTimes timeZone",
    "POST /oidc/finish state",
    "POST /oidc/finish code",
    "POST /oidc/finish error",
    "POST /oidc/finish errorDescription",
    "PATCH /following/setFollow kind",
    "PATCH /following/setFollow object",
    "PATCH /following/setFollow state",
    "PATCH /following/setSearch state",
    "PATCH /mention/markMentionsSeen ids[]",
    "POST /community/addCommunity name",
    "POST /question/addQuestion tags[].name",
    "POST /question/getSimilarQuestions tags[]",
    "PATCH /question/editQuestion tags[].name",
    "PATCH /tag/editTagDescription name",
    "POST /tag/addTagSynonym name",
    "PATCH /tag/renameTag name",
    "PATCH /tag/renameTag newName",
    "POST /administration/mailInvitations addresses[]",
    "DELETE /tag/deleteTag name",
    "POST /tag/restoreTag name",
    "DELETE /tag/purgeTagRevision name",
];

/// A row of the table, with the expected status for each variant.
struct Line {
    role: &'static str,
    cells: Vec<&'static str>,
    call: &'static str,
}

fn lines() -> Vec<Line> {
    let (mut role, mut cells, mut lines) = ("", Vec::new(), Vec::new());
    for line in CALLS
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line.starts_with(' ') {
            assert_eq!(words, VARIANTS);
        } else if words[0] == "=" {
            (role, cells) = (words[1], words[2..].to_vec());
            assert_eq!(cells.len(), VARIANTS.len(), "{line}");
        } else {
            lines.push(Line {
                role,
                cells: cells.clone(),
                call: line,
            });
        }
    }
    lines
}

/// Returns the value of a variant for the user with the name and id `own`; `other` belongs to
/// another user.
fn variant_value(variant: &str, own: (&str, &str), other: (&str, &str)) -> Value {
    let alike = |name: &str| {
        name.replace('a', "\u{430}")
            .replace('e', "\u{435}")
            .replace('o', "\u{43e}")
    };
    match variant {
        "own" => json!(own.0),
        "id" => json!(own.1),
        "other" => json!(other.0),
        "other-id" => json!(other.1),
        "case" => json!(own.0.to_uppercase()),
        "confusable" => json!(alike(own.0)),
        "array" => json!([own.0]),
        "object" => json!({"username": own.0}),
        "null" => json!(null),
        "number" => json!(7),
        _ => panic!("no such variant: {variant}"),
    }
}

#[tokio::test]
async fn a_name_in_the_body_never_impersonates_another_user() {
    let world = World::build().await;
    let (mut site, mut people) = world.open();
    let (mut wrong, mut cells) = (Vec::new(), 0);
    let id = async |name: &str| {
        let (_site, people) = world.open();
        let user = people[index_of("owner")]
            .get(&format!("/user/getUser/{name}"))
            .await;
        if user.status == 200 {
            id_of(&user.ok())
        } else {
            "0000000000001".to_owned()
        }
    };
    let other = ("another1", &*id("another1").await);
    for Line {
        role,
        cells: expected,
        call,
    } in lines()
    {
        let own = (&*name_of(role), &*id(&name_of(role)).await);
        let (method, path, body) = parts(call);
        let table = &site.site.table;
        let route = table
            .iter()
            .find(|route| shape(&route.method, route.paths[0]) == shape(&method, path));
        let spellings = route
            .unwrap_or_else(|| panic!("no call, or not the first of its spellings: {call}"))
            .paths
            .clone();
        let fixed = |path: &str| path.find(['{', '?']).unwrap_or(path.len());
        for spelling in spellings {
            let path = format!("{}{}", &spelling[..fixed(spelling)], &path[fixed(path)..]);
            for (variant, &expected) in VARIANTS.iter().zip(&expected) {
                let sent = variant_value(variant, own, other);
                let in_path = percent_encoded(
                    sent.as_str()
                        .map_or(sent.to_string(), str::to_owned)
                        .as_str(),
                );
                let path = world.fill(&path, "private", role).replace('@', &in_path);
                let body = body.map(|body| {
                    world
                        .fill(body, "private", role)
                        .replace("\"@\"", &sent.to_string())
                });
                let body = body.map(|body| serde_json::from_str::<Value>(&body).expect("JSON"));
                site.settle().await;
                let before = site.content();
                let mut reply = people[index_of(role)]
                    .request(method.clone(), &path, body.clone())
                    .await;
                while reply.status == 503 {
                    reply = people[index_of(role)]
                        .request(method.clone(), &path, body.clone())
                        .await;
                }
                cells += 1;
                let status = reply.status.as_u16();
                if status.to_string() != expected.trim_end_matches('=') {
                    wrong.push(format!(
                        "{call}\n    {variant} as {role}: {status} instead of {expected}: {:.200}",
                        reply.text
                    ));
                }
                let accepted = status == 200 && !expected.ends_with('=');
                if !accepted && site.content() != before {
                    wrong.push(format!("{call}\n    {variant} as {role}: refused with {status}, but something was changed"));
                }
                // Reads count too: the view of a question is written up to a second later.
                if status == 200 {
                    (site, people) = world.open();
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cells} cells are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{cells} cells of names");
}

/// Collects the paths of texts in a schema, such as `ans.ansBy` and `participants[]`.
fn texts(document: &Value, schema: &Value, place: &str, found: &mut BTreeSet<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().expect("a name");
        return texts(
            document,
            &document["components"]["schemas"][name],
            place,
            found,
        );
    }
    for alternative in ["oneOf", "allOf", "anyOf"]
        .iter()
        .filter_map(|kind| schema[kind].as_array())
        .flatten()
    {
        texts(document, alternative, place, found);
    }
    let kind = &schema["type"];
    if kind == "string"
        || kind
            .as_array()
            .is_some_and(|kinds| kinds.contains(&json!("string")))
    {
        found.insert(place.to_owned());
    }
    if schema["items"].is_object() {
        texts(document, &schema["items"], &format!("{place}[]"), found);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        texts(
            document,
            property,
            format!("{place}.{name}").trim_start_matches('.'),
            found,
        );
    }
}

/// Returns the path of the `@` in a body.
fn path_of_name(body: &Value) -> Option<String> {
    match body {
        Value::String(text) => (text == "@").then(String::new),
        Value::Array(items) => items
            .iter()
            .find_map(path_of_name)
            .map(|place| format!("[].{place}")),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(name, value)| path_of_name(value).map(|place| format!("{name}.{place}"))),
        _ => None,
    }
    .map(|place| place.trim_end_matches('.').replace(".[]", "[]"))
}

#[tokio::test]
async fn every_field_that_names_a_user_has_a_row() {
    let site = TestSite::new();
    let document = site.visitor().get("/openapi.json").await.ok();
    let mut fields = BTreeSet::new();
    for route in site.site.table.iter() {
        let call = shape(&route.method, route.paths[0]);
        let operation = &document["paths"][route.paths[0]][route.method.as_str().to_lowercase()];
        assert!(operation.is_object(), "{call} is not in the document");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().expect("a name");
            let is_claim = parameter["schema"]["$ref"]
                .as_str()
                .is_some_and(|reference| reference.ends_with("/ClaimedIdentity"));
            let names_nobody = NAMES_NOBODY.split_whitespace().any(|word| word == name);
            if is_claim || (route.method != Method::GET && !names_nobody) {
                fields.insert(format!("{call} {name}"));
            }
        }
        let mut found = BTreeSet::new();
        texts(
            &document,
            &operation["requestBody"]["content"]["application/json"]["schema"],
            "",
            &mut found,
        );
        for place in found {
            let field = format!("{call} {place}");
            let names_nobody = NAMES_NOBODY
                .split_whitespace()
                .any(|word| Some(word) == place.rsplit('.').next());
            if !names_nobody && !NAMES_NOBODY_HERE.contains(&field.as_str()) {
                fields.insert(field);
            }
        }
    }
    let mut covered = BTreeSet::new();
    for Line { call, .. } in lines() {
        let (method, path, body) = parts(call);
        let body: Value = body.map_or(Value::Null, |body| {
            serde_json::from_str(body).expect("JSON")
        });
        let place = path_of_name(&body).or_else(|| {
            path.split_once('?')?
                .1
                .strip_suffix("=@")
                .map(str::to_owned)
        });
        covered.insert(format!(
            "{} {}",
            shape(&method, path),
            place.unwrap_or_else(|| "username".to_owned())
        ));
    }
    // For a path parameter the document only says that it is text.
    covered.remove("GET /chat/getChatsByUser/{} username");
    assert!(fields.len() >= 30, "{fields:?}");
    assert_eq!(
        covered, fields,
        "a call with a text that may name a user has no row (or a row has no such call): add it to CALLS in \
         src/tests/identity.rs, or, if it names nobody, into NAMES_NOBODY"
    );
}

#[tokio::test]
async fn players_cannot_move_for_each_other() {
    let world = World::build().await;
    let (site, people) = world.open();
    let server = Listening::with(site).await;
    let member = &people[index_of("member")];
    let game = world.fill("RUNNING_GAME", "-", "member");
    let id = async |name: &str| id_of(&member.get(&format!("/user/getUser/{name}")).await.ok());
    let (own, other) = (
        ("member1", &*id("member1").await),
        ("moderator1", &*id("moderator1").await),
    );
    let mut socket = server.socket_of(member).await;
    // It is the member's turn, so only the name is wrong.
    for variant in [
        "other",
        "other-id",
        "case",
        "confusable",
        "array",
        "object",
        "number",
    ] {
        let turn = json!({"gameID": game, "move": {"playerID": variant_value(variant, own, other), "gameID": game, "move": {"numObjects": 1}}});
        socket.send_text(&format!("42[\"makeMove\",{turn}]")).await;
        let (name, payload) = socket.event().await;
        assert_eq!(
            (name.as_str(), &payload["error"]),
            ("gameError", &json!("Invalid move: wrong player")),
            "{variant}"
        );
        assert_eq!(
            member.get(&format!("/games/getGame/{game}")).await.ok()["state"]["remainingObjects"],
            21,
            "{variant}"
        );
    }
    let turn = json!({"gameID": game, "move": {"playerID": own.1, "gameID": game, "move": {"numObjects": 1}}});
    socket.send_text(&format!("42[\"makeMove\",{turn}]")).await;
    assert_eq!(
        socket.event().await.1["gameInstance"]["state"]["remainingObjects"],
        20
    );
}
