import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refetchSoon } from './refetchSoon';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('fetches once for many changes, and once more for changes during the fetch', async () => {
  const responses: (() => void)[] = [];
  const refetch = vi.fn(() => new Promise<void>((respond) => responses.push(respond)));
  for (let change = 0; change < 35; change += 1) refetchSoon('q', 1000, refetch);
  expect(refetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(refetch).toHaveBeenCalledTimes(1);
  for (let change = 0; change < 35; change += 1) refetchSoon('q', 1000, refetch);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetch, 'the first fetch is still running').toHaveBeenCalledTimes(1);
  responses[0]?.();
  await vi.advanceTimersByTimeAsync(2000);
  expect(refetch).toHaveBeenCalledTimes(2);
  responses[1]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetch).toHaveBeenCalledTimes(2);
});

it('fetches again after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const refetch = vi.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(undefined);
  for (const times of [1, 2]) {
    refetchSoon('q', 1000, refetch);
    await vi.advanceTimersByTimeAsync(2000);
    expect(refetch).toHaveBeenCalledTimes(times);
  }
});
