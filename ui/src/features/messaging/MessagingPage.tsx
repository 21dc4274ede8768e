import { useState } from 'react';
import useSWR from 'swr';
import type { ReadState } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { PageHeader } from '../../components/PageHeader';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { fetchKey } from '../../lib/cacheKeys';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { useReturnFocus } from '../../lib/useReturnFocus';
import { globalRoom } from './api';
import { Conversation } from './Conversation';
import styles from './Conversation.module.css';
import { globalReadStateKey } from './keys';
import { MessageSearch } from './MessageSearch';
import { SearchButton } from './SearchButton';
import { useFillHeight } from './useFillHeight';
import { useThread } from './useThread';

/** Shows the global chat. */
export default function MessagingPage() {
  usePageTitle('Global Messages');
  const root = useFocusRestore<HTMLDivElement>();
  useFillHeight(root);
  const { thread, error, retry, view } = useThread(globalRoom);
  const { data: state, error: stateError, mutate } = useSWR<ReadState, unknown>(globalReadStateKey, fetchKey);
  const [isSearching, setSearching] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(isSearching);
  const failure = thread ? !state && stateError : error;
  return (
    <div ref={root} className={styles.page}>
      <PageHeader title="Global Messages">
        <SearchButton ref={opener} isOpen={isSearching} toggle={() => setSearching(!isSearching)} />
      </PageHeader>
      {isSearching && <MessageSearch room={globalRoom} show={view.show} close={() => setSearching(false)} />}
      {thread && state && <Conversation room={globalRoom} thread={thread} view={view} readUpTo={state.readUpTo} />}
      {failure ? (
        <ErrorMessage
          error={failure}
          text="Error when fetching messages"
          retry={() => {
            retry();
            void mutate();
          }}
        />
      ) : (
        !(thread && state) && <Skeleton />
      )}
    </div>
  );
}
