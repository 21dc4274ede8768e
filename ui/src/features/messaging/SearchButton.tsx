import type { RefObject } from 'react';
import { SearchIcon } from '../../components/icons';
import styles from './Conversation.module.css';

type Props = { ref: RefObject<HTMLButtonElement | null>; isOpen: boolean; toggle: () => void };

/** Opens and closes the search in a room. */
export const SearchButton = ({ ref, isOpen, toggle }: Props) => (
  <button
    ref={ref}
    type="button"
    className={`btn btn-outline-secondary btn-sm ${styles.searchButton}`}
    title="Search messages"
    aria-label="Search messages"
    aria-expanded={isOpen}
    onClick={toggle}
  >
    <SearchIcon />
  </button>
);
