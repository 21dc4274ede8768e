/** Says why a tag was found by another name. */
export const SynonymNote = ({ synonym }: { synonym: string }) => (
  <small>
    {' '}
    <bdi>{synonym}</bdi> is a synonym
  </small>
);
