import type { User } from '../api/generated';

/** `35 reputation`, unless the site does without it. */
export const Reputation = ({ user: { reputation } }: { user: User }) =>
  reputation === undefined ? null : (
    <span title="From votes on public questions and answers, and from accepted answers. It gives no rights.">
      {reputation} reputation
    </span>
  );
