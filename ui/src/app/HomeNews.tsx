import type { InboxItem } from '../api/generated';
import { inboxKey } from '../components/following/keys';
import { useMentions } from '../components/mentions/useMentions';
import { usePage } from '../components/usePage';
import Watched from '../features/following/Watched';
import Mentions from '../features/mentions/Mentions';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import ForYou from '../features/questions/forYou/ForYou';
import DueReminders from '../features/questions/reminders/DueReminders';

/** Shows what mentions the user, due reminders, what is new in what they watch, and other questions for them. */
export default function HomeNews() {
  const { page } = usePage<InboxItem>(inboxKey);
  const mentions = useMentions().items;
  return (
    <>
      <div className="mt-3">
        <Mentions withNotifications={useNotificationsEnabled()} />
      </div>
      <div className="mt-3">
        <DueReminders />
      </div>
      <div className="mt-3">
        <Watched title="What's new in what you watch" />
      </div>
      <ForYou shownAbove={[...(page?.items ?? []), ...mentions].flatMap(({ qid }) => qid ?? [])} />
    </>
  );
}
