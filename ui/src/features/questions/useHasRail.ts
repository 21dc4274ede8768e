import { useMediaQuery } from '../../lib/useMediaQuery';

/** Returns whether the window has room for a rail beside the text, as `Rail.module.css` has it. */
export const useHasRail = () => useMediaQuery('(min-width: 1180px)');
