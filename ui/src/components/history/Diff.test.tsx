import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Diff } from './Diff';

const changed = (container: Element, tag: 'ins' | 'del') =>
  Array.from(container.querySelectorAll(tag), (element) => element.textContent);

describe('a text and the one before', () => {
  it('are shown as one, with additions and deletions marked', async () => {
    const { container, rerender } = render(<Diff before={'a <b>\n  old text'} after={'a <b>\n  new text'} />);
    expect(container).toHaveTextContent('new text');
    await waitFor(() => expect(changed(container, 'ins')).toEqual(['new']));
    expect(changed(container, 'del')).toEqual(['old']);
    expect(container.textContent).toBe('a <b>\n  oldnew text');
    rerender(<Diff before={undefined} after="first" />);
    await waitFor(() => expect(container.textContent).toBe('first'));
    expect(container.querySelector('ins, del')).toBeNull();
  });

  it('are shown whole when too much has changed', async () => {
    const [before, after] = ['a '.repeat(15_000), 'b '.repeat(15_000)];
    const { container } = render(<Diff before={before} after={after} />);
    expect(await screen.findByText('Too much has changed to show it word by word.')).toBeVisible();
    expect([changed(container, 'del'), changed(container, 'ins')]).toEqual([[before], [after]]);
  });
});
