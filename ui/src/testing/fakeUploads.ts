import { afterEach, beforeEach, vi } from 'vitest';

/** An upload that waits for its reply. */
export class FakeUpload extends EventTarget {
  static all: FakeUpload[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  path = '';
  body: Blob | null = null;
  isAborted = false;
  headers: Record<string, string> = {};
  onerror = () => {};
  onabort = () => {};
  private replyType = '';

  open(_: string, path: string) {
    this.path = path;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader = () => this.replyType;
  send(body: Blob) {
    this.body = body;
    FakeUpload.all.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }

  /** Tells that a part has been sent. */
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  /** Accepts the picture and gives it an id. */
  accept(id: string) {
    this.reply(
      200,
      JSON.stringify({ _id: id, width: 800, height: 600, bytes: 9, type: 'image/png' }),
      'application/json',
    );
  }
  /** Replies with a status and a body. */
  reply(status: number, body: string, type = 'text/plain; charset=utf-8') {
    this.status = status;
    this.responseText = body;
    this.replyType = type;
    this.dispatchEvent(new Event('load'));
  }
}

/** Replaces the uploads of each test of a file. Returns the class with all of them. */
export function installFakeUploads(): typeof FakeUpload {
  beforeEach(() => {
    FakeUpload.all = [];
    vi.stubGlobal('XMLHttpRequest', FakeUpload);
  });
  afterEach(() => vi.unstubAllGlobals());
  return FakeUpload;
}
