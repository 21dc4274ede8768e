import { render } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TakeOver } from './serverPage';

afterEach(() => document.body.replaceChildren());

it('shows the app in place of what the server has drawn, and not before its content', async () => {
  document.body.innerHTML = '<div id="page">drawn</div><div id="root" hidden></div>';
  let finish = (_: { default: () => string }) => {};
  const Content = lazy(() => new Promise<{ default: () => string }>((resolve) => (finish = resolve)));
  const root = document.getElementById('root') as HTMLElement;
  const { findByText } = render(
    <Suspense fallback="Loading">
      <TakeOver />
      <Content />
    </Suspense>,
    { container: root },
  );
  await findByText('Loading');
  expect(document.getElementById('page')).not.toBeNull();
  expect(root).not.toBeVisible();
  finish({ default: () => 'content' });
  expect(await findByText('content')).toBeVisible();
  expect(document.getElementById('page')).toBeNull();
});
