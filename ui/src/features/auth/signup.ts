import { ApiError, get, post } from '../../api/client';
import type { SignupChallenge, User, WaitingReply } from '../../api/generated';
import { proofInvalid, proofRequired } from '../../api/sentences';
import { site } from '../../lib/site';

/**
 * Signs up, with a proof of work if the site needs one. Returns the server's sentence if the account
 * waits for approval; otherwise the user is logged in.
 */
export async function signUp(
  username: string,
  password: string,
  invitation: string | undefined,
  onProgress: (done: number) => void,
): Promise<string | undefined> {
  const prove = async () => {
    onProgress(0);
    const { challenge, bits } = await get<SignupChallenge>('/user/getSignupChallenge');
    const { solve } = await import('./proof');
    return solve(challenge, bits, onProgress);
  };
  const send = (proof?: string) =>
    post<User | WaitingReply>('/user/signup', { username, password, invitation, proof }, 'Error while signing up');
  const trySend = async () => {
    const proof = site.signupProof && !invitation ? await prove() : undefined;
    try {
      return await send(proof);
    } catch (error) {
      // A wave of sign-ups began after the page was loaded, or the server was restarted.
      const needsProof = error instanceof ApiError && [proofRequired, proofInvalid].includes(error.message);
      if (!needsProof) throw error;
      return send(await prove());
    }
  };
  const reply = await trySend();
  return 'awaitsApproval' in reply ? reply.message : undefined;
}
