import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useIdempotentSend } from './idempotency';
import { UserContext } from './session';

/** A user's form after a reload: how it sends, and with which nonce. */
function open(userId: string, form = 'answer') {
  const user = { _id: userId, username: userId, dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
  const wrapper = ({ children }: { children: ReactNode }) => <UserContext value={user}>{children}</UserContext>;
  const { result } = renderHook(() => useIdempotentSend(form), { wrapper });
  const send = (said: string, reply: () => Promise<void>) =>
    act(async () => {
      let sent = '';
      const sending = result.current(said, (nonce) => {
        sent = nonce;
        return reply();
      });
      await sending.catch(() => undefined);
      return sent;
    });
  return {
    lose: (said: string) => send(said, () => Promise.reject(new Error('lost'))),
    send: (said: string) => send(said, () => Promise.resolve()),
  };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.restoreAllMocks());

describe('a retry', () => {
  it('has the same nonce as long as it says the same, until it is answered', async () => {
    const form = open('ann');
    const nonce = await form.lose('so');
    expect(nonce).toMatch(/^\d{16,}$/);
    expect(await form.lose('so')).toBe(nonce);
    expect(await form.lose('so?')).not.toBe(nonce);
    const other = await form.send('so!');
    expect(await form.send('so!')).not.toBe(other);
    expect(sessionStorage).toHaveLength(0);
  });

  it('has it after a reload too, in the same form of the same user', async () => {
    const nonce = await open('ann').lose('so');
    expect(await open('ben').lose('so')).not.toBe(nonce);
    expect(await open('ann', 'comment').lose('so')).not.toBe(nonce);
    expect(await open('ann').lose('so')).toBe(nonce);
    expect(await open('ann').send('so')).toBe(nonce);
    expect(await open('ann').send('so')).not.toBe(nonce);
  });

  it('has it where nothing can be stored, or something odd is', async () => {
    for (const odd of ['{', '7', 'null', '{"said":"so"}', '{"said":"so","nonce":7}']) {
      sessionStorage.setItem('unanswered ann answer', odd);
      expect(await open('ann').lose('so'), odd).toMatch(/^\d{16,}$/);
    }
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    const form = open('ann');
    const nonce = await form.lose('what');
    expect(await form.send('what')).toBe(nonce);
    expect(await form.send('what')).not.toBe(nonce);
  });
});
