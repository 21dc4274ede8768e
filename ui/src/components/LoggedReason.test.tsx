import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LoggedReason } from './LoggedReason';

const paragraphs = (...[action, detail]: [Parameters<typeof LoggedReason>[0]['action'], string]) => {
  const { container } = render(<LoggedReason action={action} detail={detail} />);
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
};

it('shows the reason alone', () => {
  expect(paragraphs('warn', 'until 2026-11-29 12:00 UTC: insults')).toEqual([
    'Reason: until 2026-11-29 12:00 UTC: insults',
  ]);
  expect(paragraphs('warn', '')).toEqual([]);
});

it('shows the end of a sanction in the reader’s own time', () => {
  const [end, reason] = paragraphs('silence', 'until 2026-11-29 12:00 UTC: insults:\nthree');
  expect(end).toMatch(/^Until Nov 2\d, 2026 at /);
  expect(reason).toBe('Reason: insults:\nthree');
});

it('shows a decision, and why a question is closed, in words', () => {
  expect(paragraphs('close-question', 'too-broad: Split it.')).toEqual([
    'Closed: it asks too many things at once',
    'Reason: Split it.',
  ]);
  expect(paragraphs('decide-flag', 'abuse: No')).toEqual(['Declined as an abuse', 'Reason: No']);
  expect(paragraphs('close-question', 'toString: x')).toEqual(['Reason: toString: x']);
});
