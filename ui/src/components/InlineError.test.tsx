import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { InlineError } from './InlineError';

it("shows the server's reason apart from the sentence", () => {
  render(<InlineError error={{ text: 'Error while joining a game', detail: 'Cannot join game: already started' }} />);
  const [sentence, reason] = [
    screen.getByText('Error while joining a game'),
    screen.getByText('Cannot join game: already started'),
  ];
  expect(sentence).not.toContainElement(reason);
  expect(screen.getByRole('alert')).toContainElement(sentence);
  expect(screen.getByRole('alert')).toContainElement(reason);
});

it('shows nothing without an error', () => {
  const { container } = render(<InlineError error={null} />);
  expect(container).toBeEmptyDOMElement();
});
