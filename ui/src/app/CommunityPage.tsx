import { CommunityPage as Community } from '../features/communities/page/CommunityPage';
import { CommunityQuestions } from '../features/questions/list/CommunityQuestions';

/** Combines two features on one page: a community and its questions. */
export default function CommunityPage() {
  return (
    <Community questions={(id, onDemand) => <CommunityQuestions communityId={id} isLoadedOnDemand={onDemand} />} />
  );
}
