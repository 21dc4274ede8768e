import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLogin, useUser } from './session';

it.each([
  ['User context is null.', useUser],
  ['Login context is null.', useLogin],
])('outside of its provider: %s', (message, useContextOf) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Outside() {
    useContextOf();
    return null;
  }
  expect(() => render(<Outside />)).toThrow(message);
});
