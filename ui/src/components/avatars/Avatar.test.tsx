import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Avatar } from './Avatar';

// Nobody has chosen a picture.
vi.mock('./avatars', () => ({ useAvatar: () => null }));

const drawn = (seed: string) => {
  const { container } = render(<Avatar seed={seed} />);
  const svg = container.querySelector('svg');
  return {
    cells: svg?.querySelector('path')?.getAttribute('d') ?? '',
    hue: Number(svg?.style.getPropertyValue('--hue')),
  };
};

describe('the avatar', () => {
  it('is the same for the same user, however the name is written', () => {
    expect(drawn('Ada')).toEqual(drawn('ada'));
  });

  it('mirrors its pattern', () => {
    const cells = [...drawn('ada').cells.matchAll(/M(\d) (\d)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(cells.length).toBeGreaterThan(0);
    const mirrored = cells.map(([x = 0, y]) => [4 - x, y]);
    expect(mirrored.map(String).sort()).toEqual(cells.map(String).sort());
  });

  it('differs between similar names in pattern and hue', () => {
    const all = Array.from({ length: 200 }, (_, index) => drawn(`user-${index}`));
    expect(new Set(all.map(({ cells }) => cells)).size).toBeGreaterThan(190);
    const hues = new Set(all.map(({ hue }) => Math.floor(hue / 30)));
    expect(hues.size, 'every twelfth of the circle').toBe(12);
  });
});
