import { render, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TitleText } from './TitleText';

const show = (...parts: string[]) => render(<TitleText parts={parts} />).container;

describe('TitleText', () => {
  it('draws formulas, which have a text for their name', async () => {
    const container = show('Why is $E=mc^2$ true?');
    expect(container).toHaveTextContent('Why is $E=mc^2$ true?');
    await waitFor(() => expect(container.querySelectorAll('.katex-html')).toHaveLength(1));
    expect(container.querySelector('[role=math]')).toHaveAttribute('aria-label', 'E=mc^2');
  });

  it('keeps amounts of money', () => {
    const container = show('From $5 to $10');
    expect(container.innerHTML).toBe('From $5 to $10');
  });

  it('marks matches, a formula as a whole', () => {
    const container = show('the ', 'energy', ' $E = ', 'mc', '^2$ of ', 'light', '');
    const marked = [...container.querySelectorAll('mark')];
    expect(
      marked.map((mark) => mark.querySelector('[role=math]')?.getAttribute('aria-label') ?? mark.textContent),
    ).toEqual(['energy', 'E = mc^2', 'light']);
  });

  it('follows its text after drawing', async () => {
    const { container, rerender } = render(<TitleText parts={['$x$ and $y$']} />);
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
    rerender(<TitleText parts={['now $z$']} />);
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(1));
    rerender(<TitleText parts={['plain']} />);
    expect(container.innerHTML).toBe('plain');
  });

  it('draws ten formulas', async () => {
    const container = show('$x$ '.repeat(12));
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(10));
    expect(container.textContent?.endsWith('$x$ $x$ ')).toBe(true);
  });
});
