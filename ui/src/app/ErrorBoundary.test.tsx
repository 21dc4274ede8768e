import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

function show(error: unknown) {
  function Broken(): never {
    throw error;
  }
  render(
    <MemoryRouter>
      <Link to="/other">Another page</Link>
      <ErrorBoundary>
        <Routes>
          <Route path="/" element={<Broken />} />
          <Route path="/other" element={<p>Here</p>} />
        </Routes>
      </ErrorBoundary>
    </MemoryRouter>,
  );
}

it.each([
  [new Error('The roof fell in'), 'The roof fell in'],
  ['just a text', 'just a text'],
  [undefined, 'undefined'],
])('a page that fails says so, with the error’s text: %s', (error, text) => {
  show(error);
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('allows navigation to another page', async () => {
  show(new Error('The roof fell in'));
  await userEvent.click(screen.getByRole('link', { name: 'Another page' }));
  expect(screen.getByText('Here')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
