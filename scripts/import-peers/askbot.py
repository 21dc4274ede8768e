"""Writes made-up content of every kind into an empty site of Askbot, with the methods that its own pages call. Prints what it
wrote as JSON. `askbot` runs it with the site's `manage.py shell`, which has the folder of the pictures as its last argument.
"""

import datetime
import io
import json
import pathlib
import sys

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from PIL import Image

from askbot.conf import settings as site
from askbot.models import Group, Post, Tag, TagSynonym, Thread
from askbot.models.user_profile import LocalizedUserProfile

UTC = datetime.timezone.utc
START = datetime.datetime(2026, 1, 15, 10, 0, 0, 123456, tzinfo=UTC)
steps = 0


def later():
    """Returns a time some days after the one before."""
    global steps
    steps += 1
    return START + datetime.timedelta(days=3 * steps, seconds=steps)


for name, value in {
    "APP_URL": "https://old.example.com", "GROUPS_ENABLED": True, "ENABLE_MATHJAX": True, "ALLOW_ASK_ANONYMOUSLY": True,
    "CONTENT_MODERATION_MODE": "premoderation", "EDITOR_TYPE": "markdown",
    "COMMENTS_EDITOR_TYPE": "plain-text", "MIN_TITLE_LENGTH": 1, "MIN_QUESTION_BODY_LENGTH": 1, "MIN_ANSWER_BODY_LENGTH": 1,
    "LIMIT_ONE_ANSWER_PER_USER": False, "ENABLE_AUTO_LINKING": False,
}.items():
    site.update(name, value)

all_users = Group.objects.get_global_group()
all_users.can_post_questions = all_users.can_post_answers = all_users.can_post_comments = True
all_users.save()

users = {}
for number, name in enumerate(["ada", "two words", "Löw Ärger", "j.r.dots", "Two Words", "newcomer", "spammer", "admin", "x"]):
    user = User.objects.create_user(name, f"user{number}@example.com", "a long password")
    user.date_joined = START + datetime.timedelta(hours=number)
    user.save()
    user = User.objects.get(pk=user.pk)
    user.set_status("d" if name == "ada" else "w" if name == "newcomer" else "a")
    if name != "newcomer":
        # An account with reputation is approved, and its posts do not wait.
        user.receive_reputation(5000)
    user.save()
    users[name] = User.objects.get(pk=user.pk)
ada, two, low, dots, twins, newcomer, spammer, admin, x = users.values()
LocalizedUserProfile.objects.filter(auth_user=ada).update(about="I bake **at night**, see https://bread.example.org/a_b_c.")
ada.askbot_profile.real_name, ada.askbot_profile.location = "Ada Secret", "Secretville"
ada.askbot_profile.website = "https://ada.example.org"
ada.askbot_profile.save()
x.set_status("b")

picture = io.BytesIO()
Image.new("RGB", (40, 30), (200, 120, 40)).save(picture, "PNG")
picture.seek(0)
saved = default_storage.save("17690000001234567.png", picture)
picture_url = settings.MEDIA_URL + saved

questions, answers, comments = {}, {}, {}


def ask(key, by, title, text, tags, **options):
    questions[key] = by.post_question(title=title, body_text=text, tags=tags, timestamp=later(), ip_addr="192.0.2.7", **options)
    return questions[key]


def answer(key, by, question, text, **options):
    answers[key] = by.post_answer(question=question, body_text=text, timestamp=later(), ip_addr="192.0.2.8", **options)
    return answers[key]


def comment(key, by, post, text):
    comments[key] = by.post_comment(parent_post=post, body_text=text, timestamp=later(), ip_addr="192.0.2.9")
    return comments[key]


first = ask("first", ada, "Why is my 'crust' pale & <soft>?", f"It is **pale** and *soft*:\n\n![A loaf]({picture_url})\n\n- one\n- two `a*b*`\n\n> said Ann\n\n"
            "See [this](https://bread.example.org/x?a=1&b=2). https://bread.example.org/a_b_c in words.\n\n"
            "| Heat | Time |\n|---|---|\n| 200 | 1 |\n\n```python\nif hot:\n    bake()\n```\n\n    indented <code>\n\n"
            "The heat is $E = mc^2$, and\n\n$$\\int_0^1 x\\,dx$$\n\nIt costs \\$5.", "crust two-words c++")
second = ask("second", two, "How hot?", "Is < b > 200 * 2 enough? A long address: https://bread.example.org/a/very/long/path/with/many/parts/of/it.html", "crust")
third = ask("third", low, "Which flour is it?", f"Any, see [that one](/question/{first.id}/why/) or https://old.example.com/question/{second.id}/how-hot/", "flour ÄÖ.x")
with_html = ask("html", dots, "Is HTML shown?", "It is <b>bold</b> and <i>wide</i>.\n\n<p>A paragraph &amp; more</p>", "crust")
hidden_author = ask("anonymous", low, "Who asks this?", "It must not be said who.", "crust secrets", is_anonymous=True)
empty = ask("empty", ada, "Nothing but a title?", "", "crust")
wiki = ask("wiki", ada, "A page of all?", "All may edit this.", "crust", wiki=True)
good = answer("good", two, first, f"Bake it *hotter*, as in [the other](/question/{second.id}/how-hot/).")
other = answer("other", low, first, f"Or [as they said](https://old.example.com/question/{first.id}/why/?answer={good.id}#post-id-{good.id}), @two words.")
twin = answer("twin", twins, second, "Very.")
anonymous_answer = answer("of x", admin, second, "By someone whose account was made anonymous.")
comment("plain", low, first, "Which *oven* is it, a_b_c & <d>?\nhttps://bread.example.org/_x_")
comment("reply", ada, good, "@two words thanks, all of you")
comment("mine", low, hidden_author, "I asked this")

# Edits
ada.edit_question(question=second, title="How hot is it?", body_text=second.text + " Or *more*?", tags="crust heat", revision_comment="Clearer", timestamp=later())
two.edit_answer(answer=good, body_text=good.text + "\n\nAnd longer.", timestamp=later())
low.edit_question(question=hidden_author, body_text="It must not be said who, ever.", edit_anonymously=True, timestamp=later())
ada.retag_question(question=third, tags="flour rye", timestamp=later())

# Tags
crust = Tag.objects.get(name="crust")
wiki_post = Post.objects.create_new_tag_wiki(text="The outer part of a loaf", author=ada)
crust.tag_wiki = wiki_post
crust.save()
TagSynonym.objects.create(source_tag_name="rind", target_tag_name="crust", owned_by=ada, language_code="en")

# Votes
for voter, post in [(two, first), (low, first), (dots, first), (ada, good), (ada, twin)]:
    voter.upvote(post)
for voter, post in [(x, second), (dots, other), (twins, first)]:
    post = Post.objects.get(pk=post.pk)
    try:
        voter.downvote(post)
    except Exception as error:  # A blocked user cannot vote.
        print(f"{voter}: {error}", file=sys.stderr)
# A vote that is taken back.
ada.upvote(Post.objects.get(pk=second.pk))
ada.upvote(Post.objects.get(pk=second.pk), cancel=True)
ada.upvote(comments["plain"])

# Accepted, closed and merged questions
ada.accept_best_answer(answer=good, force=True)
closed = ask("closed", dots, "Which oven do you sell?", "I want one.", "ovens")
ada.close_question(question=closed, reason="Ask a shop, such as https://ovens.example.org", timestamp=later())
duplicate = ask("duplicate", dots, "Why so pale?", "My crust is pale.", "crust")
ada.close_question(question=duplicate, reason=f"Duplicate of https://old.example.com/question/{first.id}/why/", timestamp=later())
merged = ask("merged", twins, "Why soft?", "It is soft, too.", "crust")
below_merged = answer("below merged", dots, merged, "Because of steam.")
ada.merge_duplicate_questions(Post.objects.get(pk=merged.pk), Post.objects.get(pk=third.pk))
merged_id = questions.pop("merged").id or Post.objects.get(pk=third.pk).old_question_id

# What is deleted, waits, is spam or private
deleted = ask("deleted", dots, "Deleted question?", "A deleted question", "secret-tag")
answer("below deleted", ada, deleted, "Below a deleted question")
ada.delete_question(question=deleted, timestamp=later())
deleted_answer = answer("deleted answer", dots, second, "A deleted answer")
comment("below deleted answer", ada, deleted_answer, "Below a deleted answer")
ada.delete_answer(answer=deleted_answer, timestamp=later())
waiting = ask("waiting", newcomer, "Waiting question?", "A waiting question", "secret-tag")
answer("waiting answer", newcomer, second, "A waiting answer")
comment("waiting comment", newcomer, first, "A waiting comment")
suggested = ask("suggested", dots, "Is an edit suggested?", "The text that all see.", "crust")
newcomer_edit = Post.objects.get(pk=suggested.pk)
newcomer.edit_question(question=newcomer_edit, body_text="A suggested text", timestamp=later(), force=True)
spam = ask("spam", spammer, "Cheap watches?", "Spam question", "secret-tag")
answer("spam answer", spammer, second, "Spam answer")
ada.delete_all_content_authored_by_user(spammer, timestamp=later(), mark_as_spam=True)
bakers, _ = Group.objects.get_or_create(name="bakers", user=ada)
ada.join_group(bakers, force=True)
two.join_group(bakers, force=True)
private = ask("private", User.objects.get(pk=two.pk), "Private question?", "A private question", "secret-tag", is_private=True, group_id=bakers.id)
private_answer = answer("private answer", User.objects.get(pk=two.pk), second, "A private answer", is_private=True)
comment("below private", User.objects.get(pk=two.pk), private_answer, "Below a private answer")

# An account that was made anonymous
admin.anonymize()

Thread.objects.filter(pk=first.thread_id).update(view_count=41)


def visible(rows):
    found = {key: Post.objects.filter(pk=post.pk).first() for key, post in rows.items()}
    return {key: post for key, post in found.items() if post is not None}


shown = ["first", "second", "third", "html", "anonymous", "empty", "wiki", "closed", "duplicate", "suggested"]
shown_answers = ["good", "other", "twin", "of x", "below merged"]
shown_comments = ["plain", "reply", "mine"]
all_questions, all_answers, all_comments = visible(questions), visible(answers), visible(comments)
addresses = []
for key in shown:
    post = all_questions[key]
    addresses += [["question", post.id, post.get_absolute_url()], ["question", post.id, post.get_absolute_url(no_slug=True)],
                  ["question", post.id, f"/questions/{post.id}/revisions/"]]
for key in shown_answers:
    post = all_answers[key]
    addresses += [["answer", post.id, post.get_absolute_url()], ["answer", post.id, f"/answers/{post.id}/revisions/"]]
for key in shown_comments:
    post = all_comments[key]
    addresses.append(["question", post.get_origin_post().id, post.get_absolute_url()])
addresses.append(["question", third.id, f"/question/{merged_id}/why-soft/"])
for user in User.objects.filter(pk__lte=x.pk):
    addresses += [["user", user.pk, user.get_profile_url()]]
for tag in ["crust", "two-words", "c++", "rye"]:
    from askbot.search.state_manager import SearchState

    state = SearchState.get_empty().add_tag(tag)
    addresses.append(["tag", tag, state.full_url()])
gone = [post.get_absolute_url(no_slug=True) for key, post in all_questions.items() if key not in shown]
gone += [f"/answers/{post.id}/revisions/" for key, post in all_answers.items() if key not in shown_answers]
gone += ["/question/99999/x/", "/questions/scope:all/sort:activity-desc/tags:secret-tag/page:1/"]
written = {"questions": [all_questions[key].id for key in shown], "answers": [all_answers[key].id for key in shown_answers], "addresses": addresses, "gone": gone,
           "picture": first.id, "anonymous": hidden_author.id}
pathlib.Path(settings.MEDIA_ROOT, "..", "written.json").write_text(json.dumps(written))
