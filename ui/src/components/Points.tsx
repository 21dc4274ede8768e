/** The reputation of an author as a number beside the name, unless the site does without it. */
export const Points = ({ points }: { points: number | undefined }) =>
  points === undefined ? null : (
    <b title="Reputation">
      {points}
      <span className="visually-hidden"> reputation</span>
    </b>
  );
