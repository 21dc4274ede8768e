import { base } from './base';
import { ApiError, xsrfToken } from './client';
import type { Picture } from './generated';

/** The types that the server reads. It looks at the bytes, not at the type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The largest picture that the server accepts, in bytes. */
export const maxPictureBytes = 8 * 1024 * 1024;

type Options = {
  signal: AbortSignal;
  /** Receives the part of the picture that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  /** Whether the first frame of an animation is enough: the server refuses it otherwise. */
  isFirstEnough?: boolean;
};

/** Uploads a picture. `fetch` cannot tell how much of a body it has sent. */
export function uploadPicture(picture: Blob, { signal, onProgress, isFirstEnough = false }: Options): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${base}/picture/upload${isFirstEnough ? '?firstFrame=true' : ''}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(
      'content-type',
      pictureTypes.includes(picture.type) ? picture.type : 'application/octet-stream',
    );
    const token = xsrfToken();
    if (token) request.setRequestHeader('x-xsrf-token', token);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    const fail = (error: Error) => {
      if (!signal.aborted) console.error('Error while uploading a picture', error);
      reject(error);
    };
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const isServers = request.getResponseHeader('content-type')?.startsWith('text/plain');
      if (status !== 200) fail(isServers ? new ApiError(status, responseText) : new TypeError(`${status}`));
      else resolve(JSON.parse(responseText) as Picture);
    });
    request.onerror = request.onabort = () => fail(new TypeError('No response'));
    signal.addEventListener('abort', () => request.abort());
    request.send(picture);
  });
}
