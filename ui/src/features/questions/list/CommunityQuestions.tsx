import { useSearchParams } from 'react-router-dom';
import { AskQuestionLink } from '../../../components/community/AskQuestionLink';
import { SearchField } from '../../../components/search/SearchField';
import { beginSearch } from '../../../lib/beginSearch';
import { useSearchParamInput } from '../../../lib/useSearchParamInput';
import { listTitle } from '../api';
import styles from './CommunityQuestions.module.css';
import { QuestionList } from './QuestionList';

type Props = { communityId: string; isLoadedOnDemand: boolean };

/** Lists the questions of a community, with a search input. */
export function CommunityQuestions({ communityId, isLoadedOnDemand }: Props) {
  const [query] = useSearchParams();
  const [text, setText] = useSearchParamInput('search', true, beginSearch);
  return (
    <QuestionList
      communityId={communityId}
      isLoadedOnDemand={isLoadedOnDemand}
      heading={<h2>{listTitle(query, 'Questions')}</h2>}
      action={<AskQuestionLink communityId={communityId} isPrimary />}
    >
      <SearchField
        text={text}
        setText={setText}
        label="Search this community"
        placeholder="Search this community ..."
        className={styles.search}
        isOnList
      />
    </QuestionList>
  );
}
