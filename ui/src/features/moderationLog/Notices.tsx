import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { badgeNames, lessons } from '../../components/badges/badges';
import { oneOf, verdictOf } from '../../components/flags/api';
import { PanelItem } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { SeenPanel } from '../../components/SeenPanel';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { OwnReason, OwnSentence } from './actions';
import { isModeration, markNoticesSeen } from './keys';
import { useNotices } from './useNotices';

/** Lists what moderators did to the viewer's content, and the badges and decided reports of the viewer, until they are seen. */
export default function Notices() {
  const { entries, entryCount, badges, reports, reportCount } = useNotices();
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const ids = [...entries, ...badges, ...reports].map(({ _id }) => _id).sort();
  const newest = ids.at(-1);
  if (!newest) return null;
  const items = [
    ...entries.map((entry) => (
      <PanelItem key={entry._id} isNew>
        <div>
          <OwnSentence entry={entry} />
          <OwnReason entry={entry} />
          <p className="small muted mb-0">
            <RelativeTime time={entry.loggedAt} />
          </p>
        </div>
      </PanelItem>
    )),
    ...reports.map(({ _id, kind, outcome, removed, reason, decidedAt }) => (
      <PanelItem key={_id} isNew>
        <div>
          <Link to={`${routes.settings.to('privacy')}#reports`}>
            Your report of {oneOf(kind)} {verdictOf(kind, outcome, removed)}
          </Link>
          <p className="mb-0">
            Reason: <bdi>{reason}</bdi>
          </p>
          <p className="small muted mb-0">
            <RelativeTime time={decidedAt} />
          </p>
        </div>
      </PanelItem>
    )),
    ...badges.map(({ _id, badge, awardedAt }) => (
      <PanelItem key={_id} isNew>
        <div>
          <Link to={routes.user.to(username)}>Badge: {badgeNames[badge]}</Link>
          <p className="mb-0">{lessons[badge]}</p>
          <p className="small muted mb-0">
            <RelativeTime time={awardedAt} />
          </p>
        </div>
      </PanelItem>
    )),
  ];
  // Ids grow with time: the newest is first.
  items.sort((one, other) => ((one.key ?? '') < (other.key ?? '') ? 1 : -1));
  return (
    <>
      <SeenPanel title="Notices" markAll={() => markNoticesSeen(newest)} refresh={() => mutate(isModeration)}>
        <ul>{items}</ul>
      </SeenPanel>
      {reportCount > reports.length && (
        <p className="small m-0" style={{ padding: '0 1.125rem 0.75rem' }}>
          <Link to={`${routes.settings.to('privacy')}#reports`}>
            {pluralize(reportCount - reports.length, 'more decided report')}
          </Link>
        </p>
      )}
      {entryCount > 0 && (
        <p className="small m-0" style={{ padding: '0 1.125rem 0.75rem' }}>
          <Link to={routes.settings.to('moderation')}>
            {entryCount > entries.length ? pluralize(entryCount - entries.length, 'more action') : 'All actions'}
          </Link>
        </p>
      )}
    </>
  );
}
