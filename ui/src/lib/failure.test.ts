import { expect, it } from 'vitest';
import { ApiError } from '../api/client';
import { failureOf } from './failure';
import { Cancelled } from './passwordPrompt';

const text = 'Error while creating a new answer';

it.each([
  [new ApiError(409, 'This question is closed'), 'This question is closed'],
  [
    new ApiError(429, 'Too many requests, please slow down', new Headers({ 'retry-after': '40' })),
    'Too many requests, please slow down. Try again in 40 seconds.',
  ],
  [new TypeError('Failed to fetch'), 'The server cannot be reached. Nothing that you typed is lost: please try again.'],
  [new Error('a defect'), null],
])('says why a call failed, apart from what failed: %s', (error, detail) => {
  expect(failureOf(text, error)).toEqual({ text, detail });
});

it('shows nothing of what the user has cancelled', () => {
  expect(failureOf(text, new Cancelled())).toBeNull();
});
