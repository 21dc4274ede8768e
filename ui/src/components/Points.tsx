type Props = { points?: number | undefined; isBot: boolean | undefined };

/** Says that an author is a bot, or else their reputation as a number beside the name, unless the site does without it. */
export const Points = ({ points, isBot }: Props) =>
  isBot ? (
    <b>bot</b>
  ) : points === undefined ? null : (
    <b title="Reputation">
      {points}
      <span className="visually-hidden"> reputation</span>
    </b>
  );
