//! What each action leaves behind when it is undone: only its records, for the member concerned and the log.

use super::*;

/// The kinds of records that say what was done.
const RECORDS: [&str; 4] = ["sanction", "removal", "removal_batch", "session"];

impl Place {
    /// Returns the export without the records of what was done.
    fn without_records(&self) -> Vec<String> {
        let is_other = |record: &String| {
            let mut kinds = RECORDS.iter();
            !kinds.any(|kind| record.contains(&format!("\"type\":\"{kind}\"")))
        };
        self.exported().into_iter().filter(is_other).collect()
    }

    /// Does an action, undoes it, and expects that the site changed and is as before.
    async fn does_and_undoes(&self, call: &str, body: Value, undo: &str, undone: Value) {
        let before = self.without_records();
        let action = self.max.post(call, body).await.ok();
        self.finish_batches().await;
        let during = self.exported();
        assert_ne!(during, before, "{call}");
        let undone = match undone {
            Value::Null => json!({"id": action["logId"]}),
            body => body,
        };
        self.max.post(undo, undone).await.ok();
        self.finish_batches().await;
        assert_eq!(self.without_records(), before, "{call}");
    }

    async fn finish_batches(&self) {
        let db = &self.server.site.site.app.db;
        while db
            .write(crate::features::questions::batches::step)
            .await
            .expect("a step")
        {}
        self.check().await;
    }
}

#[tokio::test]
async fn an_action_that_is_undone_leaves_the_site_as_it_was() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = place.ben.answer(&question, "giraffe").await;
    let comment = place.ann.comment("answer", &answer, "why?").await;
    place.mia.ask("Quagga", "spotted", &["animal"]).await;
    let accept = json!({"qid": question, "aid": answer});
    place.ann.post("/question/acceptAnswer", accept).await.ok();
    let vote = json!({"aid": answer});
    place.mia.post("/answer/upvoteAnswer", vote).await.ok();
    let until = place
        .server
        .site
        .clock
        .now()
        .plus(std::time::Duration::from_secs(86_400));
    for id in [&question, &answer, &comment] {
        let removal = json!({"id": id, "reason": "rude"});
        let restored = json!({"id": id});
        place
            .does_and_undoes(
                "/administration/removePost",
                removal,
                "/administration/restorePost",
                restored,
            )
            .await;
    }
    let member = |more: Value| {
        let mut body = json!({"userId": "ann", "reason": "rude"});
        let fields = more.as_object().expect("an object").clone();
        body.as_object_mut().expect("an object").extend(fields);
        body
    };
    place
        .does_and_undoes(
            "/moderation/vouchUser",
            member(json!({})),
            "/moderation/unvouchUser",
            member(json!({})),
        )
        .await;
    let biography = json!({"username": "ann", "biography": "fond of columns"});
    place
        .ann
        .patch("/user/updateBiography", biography)
        .await
        .ok();
    let vouch = member(json!({}));
    place
        .max
        .post("/moderation/vouchUser", vouch.clone())
        .await
        .ok();
    for (call, body) in [
        ("warnUser", member(json!({}))),
        ("clearProfile", member(json!({}))),
        ("silenceUser", member(json!({"until": until}))),
        ("suspendUser", member(json!({"until": until}))),
        ("removeContent", member(json!({"span": "all"}))),
    ] {
        let call = format!("/moderation/{call}");
        place
            .does_and_undoes(&call, body, "/moderation/undo", Value::Null)
            .await;
    }
    let protect = json!({"qid": question, "reason": "new members"});
    place
        .does_and_undoes(
            "/moderation/protectQuestion",
            protect.clone(),
            "/moderation/unprotectQuestion",
            protect,
        )
        .await;
}
