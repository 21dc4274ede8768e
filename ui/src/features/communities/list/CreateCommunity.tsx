import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type Community, limits } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { DraftNotice } from '../../../components/DraftNotice';
import { InlineError } from '../../../components/InlineError';
import { WithMentions } from '../../../components/mentions/WithMentions';
import { PictureButton } from '../../../components/uploads/PictureButton';
import { useUploads } from '../../../components/uploads/useUploads';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { useDraft } from '../../../lib/useDraft';
import * as rules from '../../../lib/validation';
import { addCommunity, errorTexts } from '../api';
import { isNameTaken } from '../cache';
import { useCommunityAction } from '../useCommunityAction';
import styles from './CommunitiesPage.module.css';

const nothing = { name: '', description: '', visibility: 'public' };

const visibilities = {
  public: 'Everyone can read and join it.',
  private: 'Only members can read it. A moderator accepts requests to join.',
} as const;
type Visibility = keyof typeof visibilities;

const isVisibility = (text: string): text is Visibility => Object.hasOwn(visibilities, text);

type Props = { onCreated: (community: Community) => void; close: () => void };

/** A form that creates a community. */
export function CreateCommunity({ onCreated, close }: Props) {
  const draft = useDraft('community', nothing);
  const { name, description, visibility } = draft.fields;
  const [problems, setProblems] = useState<{ name: string | null; description: string | null }>(none);
  const { busy, error, setError, change } = useCommunityAction(errorTexts.create, 'created');
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(area);
  const id = useId();
  const focus = (field: string) => (form.current?.elements.namedItem(field) as HTMLElement | null)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => focus('name'), []);
  const edit = useCacheEditor();
  // This reason of the server belongs to the field of the name.
  const reason = error?.detail === sentences.communityNameTaken ? sentences.communityNameTaken : null;
  const nameProblem = problems.name ?? reason;
  // The specification's message for the page differs from that of the field by the full stop.
  const taken = nameProblem === sentences.communityNameTaken ? 'Community name already exists' : null;
  useEffect(() => {
    if (taken) console.error(taken);
  }, [taken]);

  const write = (field: 'name' | 'description') => (text: string) => {
    draft.change({ [field]: text });
    setProblems((problems) => ({ ...problems, [field]: null }));
    setError(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      name: rules.communityName(name) ?? (isNameTaken(edit, name) ? sentences.communityNameTaken : null),
      description: rules.communityDescription(description),
    };
    setProblems(found);
    if (found.name || found.description) return focus(found.name ? 'name' : 'description');
    const isDone = await change(async () => {
      const community = await addCommunity({
        name,
        description,
        visibility: isVisibility(visibility) ? visibility : 'public',
      });
      onCreated(community);
      return community;
    });
    if (!isDone) return focus('name');
    draft.finish();
    close();
  };
  const cancel = () => {
    draft.discard();
    close();
  };
  return (
    <form
      ref={form}
      aria-label="Create a community"
      className={styles.form}
      onSubmit={submit}
      onKeyDown={submitOnControlEnter}
      noValidate
    >
      <DraftNotice draft={draft} />
      <div>
        <label htmlFor={`${id}-name`} className="form-label">
          Name*
        </label>
        <input
          id={`${id}-name`}
          name="name"
          className="form-control"
          dir="auto"
          autoComplete="off"
          required
          value={name}
          readOnly={busy}
          aria-invalid={nameProblem !== null}
          aria-describedby={`${id}-count ${id}-name-error`}
          onChange={(event) => write('name')(event.target.value)}
        />
        <div id={`${id}-count`} className={`form-text ${styles.hint}`}>
          <span>Limit the name to {limits.communityName} characters or less</span>
          <span>
            {rules.characters(name)}/{limits.communityName}
          </span>
        </div>
        <p id={`${id}-name-error`} role="alert" className="error-line">
          {nameProblem}
        </p>
      </div>
      <div>
        <div className={styles.labelled}>
          <label htmlFor={`${id}-description`}>Description</label>
          <PictureButton choose={choose} />
        </div>
        <WithMentions>
          <textarea
            ref={area}
            id={`${id}-description`}
            name="description"
            className="form-control"
            dir="auto"
            rows={3}
            value={description}
            readOnly={busy}
            aria-invalid={problems.description !== null}
            aria-describedby={`${id}-hint ${id}-description-error`}
            onChange={(event) => write('description')(event.target.value)}
          />
        </WithMentions>
        {uploads}
        <div id={`${id}-hint`} className="form-text">
          Optional. Markdown.
        </div>
        <p id={`${id}-description-error`} role="alert" className="error-line">
          {problems.description}
        </p>
      </div>
      <fieldset className={styles.choices} disabled={busy}>
        <legend>Visibility</legend>
        {(Object.keys(visibilities) as Visibility[]).map((value) => (
          <div key={value} className="form-check">
            <input
              id={`${id}-${value}`}
              className="form-check-input"
              type="radio"
              name="visibility"
              value={value}
              checked={visibility === value}
              aria-describedby={`${id}-${value}-hint`}
              onChange={() => draft.change({ visibility: value })}
            />
            <label htmlFor={`${id}-${value}`}>{value === 'public' ? 'Public' : 'Private'}</label>
            <div id={`${id}-${value}-hint`} className="form-text mt-0">
              {visibilities[value]}
            </div>
          </div>
        ))}
      </fieldset>
      <InlineError error={taken ?? error} />
      <div className={styles.actions}>
        <button type="submit" className="btn btn-primary" aria-disabled={busy} title="Ctrl+Enter">
          Create
        </button>
        <button type="button" className="btn btn-outline-secondary" onClick={cancel}>
          Cancel
        </button>
        <span className="muted small">* indicates mandatory fields</span>
      </div>
    </form>
  );
}

const none = { name: null, description: null };
