import useSWR from 'swr';
import { get } from '../../api/client';
import type { ReadState } from '../../api/generated';
import { ErrorBox } from '../../components/ErrorBox';
import { PageHead } from '../../components/PageHead';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { useKeptFocus } from '../../lib/useKeptFocus';
import { globalRoom, unreadPath } from './api';
import { Conversation } from './Conversation';
import styles from './Conversation.module.css';
import { useRestOfScreen } from './useRestOfScreen';
import { useThread } from './useThread';

/** The chat in which everybody takes part. */
export default function MessagingPage() {
  usePageTitle('Global Messages');
  const root = useKeptFocus<HTMLDivElement>();
  useRestOfScreen(root);
  const { thread, error, retry, older } = useThread(globalRoom);
  const { data: state, error: stateError, mutate } = useSWR<ReadState, unknown>(unreadPath, get);
  const failure = thread ? !state && stateError : error;
  return (
    <div ref={root} className={styles.page}>
      <PageHead title="Global Messages" />
      {thread && state && <Conversation room={globalRoom} thread={thread} older={older} readUpTo={state.readUpTo} />}
      {failure ? (
        <ErrorBox
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
