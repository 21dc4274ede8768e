import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import type { CommunityCard, Member } from '../../../api/generated';
import { DraftNotice } from '../../../components/DraftNotice';
import { InlineError } from '../../../components/InlineError';
import { Participants } from '../../../components/mentions/participants';
import { WithMentions } from '../../../components/mentions/WithMentions';
import { PictureButton } from '../../../components/uploads/PictureButton';
import { useUploads } from '../../../components/uploads/useUploads';
import { usePage } from '../../../components/usePage';
import { isComposing } from '../../../lib/isComposing';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useDraft } from '../../../lib/useDraft';
import { communityDescription } from '../../../lib/validation';
import { editDescription } from '../api';
import { membersKey } from '../keys';
import styles from '../list/CommunitiesPage.module.css';
import { useCommunityAction } from '../useCommunityAction';

type Props = { community: CommunityCard; close: () => void };

/**
 * Edits the description of a community. Completes the names of its members before those of others. It keeps its text when
 * events change the community, but tells the moderator. Escape closes an unchanged form.
 */
export default function EditDescription({ community: { _id, description: saved }, close }: Props) {
  const draft = useDraft(`description of ${_id}`, { text: saved });
  const { text } = draft.fields;
  const { busy, error, setError, change } = useCommunityAction('Error while changing the description');
  const { page } = usePage<Member>(membersKey(_id, 'member'));
  const members = () => page?.items.map(({ username }) => username) ?? [];
  const area = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(area);
  const id = useId();
  useLayoutEffect(() => area.current?.focus(), []);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problem = communityDescription(text);
    if (problem) {
      setError(problem);
      area.current?.focus();
      return;
    }
    if (!(await change(() => editDescription(_id, text)))) return;
    draft.finish();
    close();
  };
  const cancel = () => {
    draft.discard();
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitOnControlEnter(event);
    if (event.key === 'Escape' && !isComposing(event.nativeEvent) && text === saved) cancel();
  };
  const isChangedElsewhere = saved !== draft.base.text && saved !== text;
  return (
    <form
      aria-label="Edit the description"
      className={`${styles.form} mb-0 mt-2`}
      onSubmit={save}
      onKeyDown={onKeyDown}
      noValidate
    >
      <DraftNotice draft={draft}>
        {isChangedElsewhere && (
          <p className="small mb-0">This was changed elsewhere since you began. Saving replaces that.</p>
        )}
      </DraftNotice>
      <div>
        <div className={styles.labelled}>
          <label htmlFor={id}>Description</label>
          <PictureButton choose={choose} />
        </div>
        <Participants value={members}>
          <WithMentions>
            <textarea
              ref={area}
              id={id}
              name="text"
              className="form-control"
              dir="auto"
              rows={5}
              value={text}
              readOnly={busy}
              aria-invalid={error !== null}
              aria-describedby={`${id}-hint ${id}-error`}
              onChange={(event) => {
                draft.change({ text: event.target.value });
                setError(null);
              }}
            />
          </WithMentions>
        </Participants>
        {uploads}
        <div id={`${id}-hint`} className="form-text">
          Markdown. A member whom you name with @ is told, once, if they can read the community.
        </div>
        <InlineError id={`${id}-error`} error={error} />
      </div>
      <div className={styles.actions}>
        <button type="submit" className="btn btn-primary" aria-disabled={busy} title="Ctrl+Enter">
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
