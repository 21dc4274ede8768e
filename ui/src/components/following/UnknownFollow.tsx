import { BellIcon } from '../icons';

/** Takes the place of the menu until the state is known. */
export const UnknownFollow = () => (
  <button type="button" className="btn btn-sm btn-outline-secondary" disabled>
    <BellIcon /> Watch
  </button>
);
