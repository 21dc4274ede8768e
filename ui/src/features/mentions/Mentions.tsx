import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Mention } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { Excerpt } from '../../components/markdown/Excerpt';
import { TwoLines } from '../../components/markdown/TwoLines';
import { isMentions, mentionsKey } from '../../components/mentions/keys';
import { markMentionsSeen } from '../../components/mentions/seen';
import { useMentions } from '../../components/mentions/useMentions';
import { PagedList } from '../../components/PagedList';
import { PanelItem } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { SeenPanel } from '../../components/SeenPanel';
import { TitleText } from '../../components/TitleText';
import { addressOf } from './address';

type Props = {
  /** Whether the notifications are shown too, which say themselves that they mention the viewer. */
  withNotifications: boolean;
};

/** Lists the texts that name the viewer and that they have not seen, newest first. Renders nothing if there are none. */
export default function Mentions({ withNotifications }: Props) {
  const isShown = ({ notified }: Mention) => !(notified && withNotifications);
  const newest = useMentions().items.find(isShown);
  const { mutate } = useSWRConfig();
  if (!newest) return null;
  return (
    <SeenPanel
      title="Mentions"
      markAll={() => markMentionsSeen({ upTo: newest._id })}
      refresh={() => mutate(isMentions)}
    >
      <PagedList<Mention> listKey={mentionsKey} empty={null}>
        {(mentions) => (
          <ul>
            {mentions.filter(isShown).map((mention) => (
              <Item key={mention._id} mention={mention} />
            ))}
          </ul>
        )}
      </PagedList>
    </SeenPanel>
  );
}

/** One text, with why it is here. Its link marks it as seen. */
function Item({ mention }: { mention: Mention }) {
  const { _id, kind, title, chatId, mentionedBy, text, createdAt } = mention;
  const { mutate } = useSWRConfig();
  const see = () =>
    markMentionsSeen({ ids: [_id] }).then(
      () => mutate(isMentions),
      () => undefined,
    );
  const place = title ?? (chatId ? 'Direct message' : 'Global chat');
  return (
    <PanelItem isNew>
      <Avatar seed={mentionedBy} />
      <div>
        <Link
          to={addressOf(mention)}
          onClick={() => void see()}
          onAuxClick={({ button }) => button === 1 && void see()}
        >
          <bdi>
            <TitleText parts={[place]} />
          </bdi>
        </Link>
        <TwoLines>
          <Excerpt text={text} isInline={kind === 'message'} />
        </TwoLines>
        <p className="small muted mb-0">
          because <bdi>{mentionedBy}</bdi> mentioned you{kind !== 'message' && ` in ${nouns[kind]}`} ·{' '}
          <RelativeTime time={createdAt} />
        </p>
      </div>
    </PanelItem>
  );
}

const nouns = {
  question: 'a question',
  answer: 'an answer',
  comment: 'a comment',
  community: 'the description',
} as const;
