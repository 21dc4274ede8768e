import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client';
import { limits, type TagDescription, type TagPage } from '../../api/generated';
import * as sentences from '../../api/sentences';
import { DraftNotice } from '../../components/DraftNotice';
import { MarkdownEditor } from '../../components/MarkdownEditor';
import { Markdown } from '../../components/markdown/Markdown';
import type { Failure } from '../../lib/failure';
import { isComposing } from '../../lib/isComposing';
import { submitOnControlEnter } from '../../lib/submitOnControlEnter';
import { useAction } from '../../lib/useAction';
import { useDraft } from '../../lib/useDraft';
import { characters, hyperlinks } from '../../lib/validation';
import { descriptionError, editTagDescription } from './api';

/** Returns the error in a description, which may be empty and may keep any links of the version `before`. */
function problemOf(text: string, before: string): Failure | string | null {
  return characters(text.trim()) > limits.tagDescription ? sentences.tagDescriptionTooLong : hyperlinks(text, before);
}

type Props = {
  tag: TagPage;
  /** Fetches the tag again. */
  refresh: () => Promise<TagPage | undefined>;
  /** Shows the saved description. */
  show: (saved: TagDescription) => Promise<unknown>;
  close: () => void;
};

/**
 * Edits the description of a tag. If another member has saved one since this edit began, it shows theirs,
 * and saving again replaces it. Unsaved text is a draft, with the version that it is based on.
 */
export function DescriptionForm({ tag, refresh, show, close }: Props) {
  const draft = useDraft(`description of ${tag.name}`, { text: tag.text, base: tag.revisionId ?? '' });
  const { text, base } = draft.fields;
  const [isConflict, setConflict] = useState(false);
  const { busy, error, setError, run } = useAction(descriptionError);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => (form.current?.elements.namedItem('text') as HTMLElement | null)?.focus();
  useLayoutEffect(focus, []);

  const send = async () => {
    try {
      await show(await editTagDescription(tag.name, text, base));
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        const current = await refresh();
        draft.change({ base: current?.revisionId ?? '' });
        setConflict(true);
      }
      throw failure;
    }
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(text, tag.text);
    if (problem) setError(problem);
    else if (await run(send)) {
      draft.finish();
      close();
      return;
    }
    focus();
  };
  const cancel = () => {
    draft.discard();
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitOnControlEnter(event);
    if (event.key === 'Escape' && !isComposing(event.nativeEvent) && text === tag.text) cancel();
  };
  return (
    <form ref={form} onSubmit={save} onKeyDown={onKeyDown} noValidate className="mb-4">
      <DraftNotice draft={draft}>{null}</DraftNotice>
      {isConflict && (
        <section aria-labelledby="current-description">
          <h2 id="current-description">Current description</h2>
          {tag.text ? <Markdown text={tag.text} /> : <p className="muted">None</p>}
        </section>
      )}
      <MarkdownEditor
        name="text"
        label="Description"
        hint="Lists and suggestions show the first sentence."
        value={text}
        onChange={(text) => {
          draft.change({ text });
          setError(null);
        }}
        readOnly={busy}
        problem={error}
      />
      <div className="d-flex gap-2 mt-2">
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy} title="Ctrl+Enter">
          Save
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
