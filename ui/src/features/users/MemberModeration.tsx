import { sanctionsKey } from '../../components/sanctions/api';
import { ModerateMenu } from '../../components/sanctions/ModerateMenu';
import { ContentRemovals, SanctionList } from '../../components/sanctions/SanctionList';

/** What site moderators do to a member and have done. Only they see it. */
export default function MemberModeration({ username }: { username: string }) {
  return (
    <section aria-labelledby="moderation">
      <div className="d-flex flex-wrap gap-2 align-items-center justify-content-between">
        <h2 id="moderation" className="mb-0">
          Moderation
        </h2>
        <ModerateMenu username={username} />
      </div>
      <p className="small muted">Only moderators and administrators see this part.</p>
      <SanctionList listKey={sanctionsKey(username)} />
      <ContentRemovals username={username} />
    </section>
  );
}
