import { useId, useState } from 'react';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { splitTags } from '../../../lib/validation';
import { editPost, type Moderated } from './api';
import { reasonLabel, useDone } from './dialogs';

/** Edits a post of another author. The history names the moderator. */
export function EditDialog({ post, close }: { post: Moderated; close: () => void }) {
  const { kind } = post;
  const question = post.kind === 'question' ? post.question : null;
  const {
    id,
    qid,
    text: saved,
  } = post.kind === 'question' ? { id: post.question._id, qid: post.question._id, text: post.question.text } : post;
  const [title, setTitle] = useState(question?.title ?? '');
  const [text, setText] = useState(saved);
  const [tags, setTags] = useState(question?.tags.map(({ name }) => name).join(' ') ?? '');
  const fieldId = useId();
  const content = { text, ...(question && { title, tags: splitTags(tags) }) };
  return (
    <ReasonDialog
      title={`Edit this ${kind}`}
      action="Save"
      isHarmless
      label={reasonLabel}
      errorText={`Error while editing the ${kind}`}
      call={(reason) => editPost(id, content, reason)}
      onDone={useDone(qid, 'The changes are saved')}
      onClose={close}
    >
      The history says that you wrote this version.
      {question && (
        <>
          <label htmlFor={`${fieldId}-title`} className="form-label d-block mt-3 mb-1">
            Title
          </label>
          <input
            id={`${fieldId}-title`}
            className="form-control"
            dir="auto"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </>
      )}
      <label htmlFor={`${fieldId}-text`} className="form-label d-block mt-3 mb-1">
        Text
      </label>
      <textarea
        id={`${fieldId}-text`}
        className="form-control"
        rows={8}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {question && (
        <>
          <label htmlFor={`${fieldId}-tags`} className="form-label d-block mt-3 mb-1">
            Tags, separated by spaces
          </label>
          <input
            id={`${fieldId}-tags`}
            className="form-control"
            dir="auto"
            value={tags}
            onChange={(event) => setTags(event.target.value)}
          />
        </>
      )}
    </ReasonDialog>
  );
}
