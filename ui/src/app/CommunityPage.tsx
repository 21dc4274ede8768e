import { CommunityPage as Community } from '../features/communities/page/CommunityPage';
import { CommunityQuestions } from '../features/questions/list/CommunityQuestions';

/** A community with what is asked in it: two features on one page. */
export default function CommunityPage() {
  return <Community questions={(id) => <CommunityQuestions communityId={id} />} />;
}
