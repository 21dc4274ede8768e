import { ApiError } from '../../api/client';
import { pictureIsAnimated } from '../../api/sentences';
import { maxPictureBytes, uploadPicture } from '../../api/upload';
import { announce } from '../../lib/announce';
import { pluralize } from '../../lib/pluralize';
import { placeholderOf } from '../../lib/uploading';
import { learnSizes } from '../markdown/pictureSizes';
import { insertPicture, insertPlaceholders, replaceText } from './insertion';
import { altOf, labelOf } from './names';
import { shrink } from './shrink';

/** The number of pictures that are sent at the same time. */
const MAX_SENDING = 3;

/** The number of pictures that wait or are sent. */
const MAX_UPLOADS = 10;

/** A picture that is not yet in the text. */
export type Upload = {
  readonly file: File;
  /** The name of the file, as the page shows it. */
  readonly name: string;
  readonly placeholder: string;
  readonly state: 'waiting' | 'preparing' | 'sending' | 'converting' | 'failed';
  /** The part that has been sent, from 0 to 1. */
  readonly sent: number;
  /** Why it failed. */
  readonly problem: string | null;
  /** Whether the first frame of an animation is enough. */
  readonly isFirstEnough: boolean;
};

type State = {
  readonly uploads: readonly Upload[];
  /** What the user has to know about all of them. */
  readonly note: string | null;
};

const areUnfinished = 'Wait until every picture is in the text, or cancel it.';
const haveFailed = 'A picture could not be uploaded: try it again, or remove it.';

/**
 * Uploads pictures into the text of a text area. A placeholder stands in the text until the picture is there, and the form
 * cannot be sent meanwhile. A picture whose placeholder the user deletes is not uploaded.
 */
export class UploadQueue {
  private state: State = { uploads: [], note: null };
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<string, AbortController>();
  /** What takes the place of each placeholder whose upload has ended, in case that the user brings it back. */
  private readonly settled = new Map<string, string>();
  /** The pictures are prepared one after the other, because each takes much memory. */
  private preparing: Promise<unknown> = Promise.resolve();
  /** Resolves when the user does not compose characters in the text. */
  private composed: Promise<void> = Promise.resolve();
  private isConnected = false;
  private readonly area: HTMLTextAreaElement;

  constructor(area: HTMLTextAreaElement) {
    this.area = area;
  }

  /** Watches the text area and its form, and begins. Returns a function that ends all uploads. */
  readonly connect = (): (() => void) => {
    const { area } = this;
    const { form } = area;
    let end = () => {};
    const onStart = () => {
      this.composed = new Promise((resolve) => {
        end = resolve;
      });
    };
    const onEnd = () => end();
    area.addEventListener('input', this.dropDeleted);
    area.addEventListener('compositionstart', onStart);
    area.addEventListener('compositionend', onEnd);
    form?.addEventListener('submit', this.guard, true);
    this.isConnected = true;
    this.startNext();
    return () => {
      this.isConnected = false;
      area.removeEventListener('input', this.dropDeleted);
      area.removeEventListener('compositionstart', onStart);
      area.removeEventListener('compositionend', onEnd);
      form?.removeEventListener('submit', this.guard, true);
      for (const { placeholder, state } of this.state.uploads) {
        this.abort(placeholder);
        if (state !== 'failed') this.change(placeholder, { state: 'waiting', sent: 0 });
      }
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): State => this.state;

  /** Begins to upload files into the place of the cursor. */
  add(files: readonly File[]): void {
    if (this.area.readOnly) return;
    const pictures = files.filter(({ type }) => type.startsWith('image/') && type !== 'image/svg+xml');
    const accepted = pictures.slice(0, MAX_UPLOADS - this.state.uploads.length);
    const taken = new Set([...this.state.uploads.map(({ placeholder }) => placeholder), ...this.settled.keys()]);
    const added = accepted.map((file): Upload => {
      const name = labelOf(file.name);
      let placeholder = placeholderOf(name);
      for (let count = 2; taken.has(placeholder); count += 1) placeholder = placeholderOf(`${name} ${count}`);
      taken.add(placeholder);
      return { file, name, placeholder, state: 'waiting', sent: 0, problem: null, isFirstEnough: false };
    });
    const uploads = [...this.state.uploads, ...added];
    const isRefused = pictures.length < files.length;
    const isTooMany = accepted.length < pictures.length;
    // Before they are known: the browser may insert them line by line, with an event after each.
    if (added.length) {
      insertPlaceholders(
        this.area,
        added.map(({ placeholder }) => placeholder),
      );
    }
    this.set({
      uploads,
      note: isRefused
        ? 'Only pictures can be uploaded: PNG, JPEG, WebP and GIF.'
        : isTooMany
          ? `At most ${MAX_UPLOADS} pictures can be uploaded at a time.`
          : null,
    });
    if (!added.length) return;
    announce(`Uploading ${pluralize(added.length, 'picture')}`);
    this.startNext();
  }

  /** Tries a failed upload again. Of one that was refused as an animation, the first frame is enough now. */
  retry({ placeholder, problem }: Upload): void {
    this.change(placeholder, {
      state: 'waiting',
      sent: 0,
      problem: null,
      isFirstEnough: problem === pictureIsAnimated,
    });
    this.startNext();
  }

  /** Ends an upload and removes its placeholder. */
  cancel({ placeholder, name }: Upload): void {
    this.abort(placeholder);
    this.settle(placeholder, '');
    replaceText(this.area, placeholder, '');
    announce(`${name} is not uploaded`);
    this.startNext();
  }

  private startNext(): void {
    for (const upload of this.state.uploads) {
      if (!this.isConnected || this.running.size >= MAX_SENDING) return;
      if (upload.state === 'waiting') void this.run(upload);
    }
  }

  private async run({ file, name, placeholder, isFirstEnough }: Upload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.running.set(placeholder, controller);
    this.change(placeholder, { state: 'preparing' });
    try {
      const turn = this.preparing.then(() => (signal.aborted ? file : shrink(file)));
      this.preparing = turn;
      const picture = await turn;
      if (signal.aborted) return;
      if (picture.size > maxPictureBytes) throw new ApiError(413, 'Picture too large');
      this.change(placeholder, { state: 'sending' });
      const onProgress = (sent: number) =>
        this.change(placeholder, { state: sent < 1 ? 'sending' : 'converting', sent });
      const uploaded = await uploadPicture(picture, { signal, onProgress, isFirstEnough });
      learnSizes([uploaded]);
      await this.composed;
      if (signal.aborted) return;
      const [alt, path] = [altOf(file.name), `/media/${uploaded._id}`];
      // Before the text changes: the placeholder is not deleted by the user.
      this.settle(placeholder, `![${alt}](${path})`);
      insertPicture(this.area, placeholder, alt, path);
      announce(`${name} is uploaded`);
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof ApiError ? error.message : 'The site cannot be reached';
      this.change(placeholder, { state: 'failed', problem });
      if (this.state.note === areUnfinished) this.set({ ...this.state, note: haveFailed });
      announce(`${name} is not uploaded: ${problem}`);
    } finally {
      if (this.running.get(placeholder) === controller) this.running.delete(placeholder);
      this.startNext();
    }
  }

  private abort(placeholder: string): void {
    this.running.get(placeholder)?.abort();
    this.running.delete(placeholder);
  }

  /** Ends the uploads whose placeholders the user has deleted. */
  private readonly dropDeleted = (): void => {
    const { value } = this.area;
    for (const { placeholder } of this.state.uploads) {
      if (value.includes(placeholder)) continue;
      this.abort(placeholder);
      this.settle(placeholder, '');
    }
    this.startNext();
  };

  /** Holds the form back while there is a placeholder. One that came back by undoing gives way to its picture. */
  private readonly guard = (event: SubmitEvent): void => {
    const { area } = this;
    const pending = this.state.uploads.filter(({ placeholder }) => area.value.includes(placeholder));
    const returned = [...this.settled].filter(([placeholder]) => area.value.includes(placeholder));
    if (!pending.length && !returned.length) return;
    event.preventDefault();
    event.stopPropagation();
    for (const [placeholder, text] of returned) replaceText(area, placeholder, text);
    if (pending.length)
      this.set({ ...this.state, note: pending.some(({ state }) => state === 'failed') ? haveFailed : areUnfinished });
    // The form knows the new text after the next rendering.
    else setTimeout(() => area.form?.requestSubmit());
  };

  private settle(placeholder: string, text: string): void {
    this.settled.set(placeholder, text);
    const uploads = this.state.uploads.filter((upload) => upload.placeholder !== placeholder);
    const isForm = [areUnfinished, haveFailed].includes(this.state.note ?? '');
    this.set({ uploads, note: isForm && !uploads.length ? null : this.state.note });
  }

  private change(placeholder: string, changed: Partial<Upload>): void {
    const uploads = this.state.uploads.map((upload) =>
      upload.placeholder === placeholder ? { ...upload, ...changed } : upload,
    );
    this.set({ ...this.state, uploads });
  }

  private set(state: State): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
