import { useSearchParams } from 'react-router-dom';
import { AskLink } from '../../../components/community/AskLink';
import { dropRelevance } from '../../../lib/searchParameters';
import { useTypedParameter } from '../../../lib/useTypedParameter';
import { listTitle } from '../api';
import styles from './CommunityQuestions.module.css';
import { QuestionList } from './QuestionList';

/** What is asked in a community, with a search of its own. */
export function CommunityQuestions({ communityId }: { communityId: string }) {
  const [query] = useSearchParams();
  const [text, setText] = useTypedParameter('search', true, dropRelevance);
  return (
    <>
      <div className={styles.head}>
        <h2>{listTitle(query, 'Questions')}</h2>
        <AskLink communityId={communityId} isPrimary />
      </div>
      <search>
        <input
          type="search"
          className={`form-control ${styles.search}`}
          placeholder="Search this community ..."
          aria-label="Search this community"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      <QuestionList communityId={communityId} />
    </>
  );
}
