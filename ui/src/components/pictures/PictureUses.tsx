import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PictureRecord, PictureUse } from '../../api/generated';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';

/** Lists the texts that show a picture, with links to them. */
export function PictureUses({ picture: { owner, uses, useCount } }: { picture: PictureRecord }) {
  if (useCount === 0) return <span className="muted">Not used</span>;
  const others = useCount - uses.length;
  return (
    <span>
      {uses.map((use, index) => (
        <Fragment key={`${use.kind} ${use.contentId ?? use.tag}`}>
          {index > 0 && ', '}
          <Use use={use} owner={owner} />
        </Fragment>
      ))}
      {others > 0 && (uses.length ? ` and ${pluralize(others, 'other text')}` : pluralize(others, 'text'))}
    </span>
  );
}

function Use({ use, owner }: { use: PictureUse; owner: string }): ReactNode {
  const { kind, contentId = '', qid = '', title = '', chatId, tag = '', community = '' } = use;
  const name = <bdi>{title}</bdi>;
  switch (kind) {
    case 'question':
      return <Link to={routes.question.to(qid)}>{name}</Link>;
    case 'answer':
    case 'comment':
      return (
        <Link to={routes.question.to(qid, contentId)}>
          {kind === 'answer' ? 'Answer to' : 'Comment on'} {name}
        </Link>
      );
    case 'message':
      return chatId ? (
        <Link to={routes.directMessages.to({ chat: chatId })}>Direct message</Link>
      ) : (
        <Link to={routes.messaging.to()}>Message to everybody</Link>
      );
    case 'tag':
      return (
        <Link to={routes.tag.to({ tag })}>
          Tag <bdi>{tag}</bdi>
        </Link>
      );
    case 'community':
      return (
        <Link to={routes.community.to(contentId)}>
          Community <bdi>{community}</bdi>
        </Link>
      );
    case 'biography':
      return <Link to={routes.user.to(owner)}>Biography</Link>;
    case 'avatar':
      return community ? (
        <Link to={routes.community.to(contentId)}>
          Picture of <bdi>{community}</bdi>
        </Link>
      ) : (
        'Profile picture'
      );
    case 'logo':
      return 'Logo of the site';
    case 'cover':
      return 'Cover of the site';
  }
}
