import { useState } from 'react';
import { Menu } from '../../../components/Menu';
import type { Moderated } from './api';
import { CloseDialog } from './CloseDialog';
import { LockDialog, ReopenDialog, UndoMergeDialog, UndoMoveDialog } from './dialogs';
import { EditDialog } from './EditDialog';
import { MergeDialog } from './MergeDialog';
import { MoveDialog } from './MoveDialog';
import { PinDialog } from './PinDialog';
import { ProtectDialog } from './ProtectDialog';

type Props = { post: Moderated; isSiteModerator: boolean; isCommunityModerator: boolean };

type Action =
  | 'close'
  | 'reopen'
  | 'lock'
  | 'protect'
  | 'edit'
  | 'pin'
  | 'unpin'
  | 'move'
  | 'undoMove'
  | 'merge'
  | 'undoMerge';

/** The menu of what moderators do with a post. Each action asks for a reason. */
export default function ModerationMenu({ post, ...rights }: Props) {
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const item = (label: string, action: Action) => ({ label, choose: () => setAction(action) });
  const edit = item('Edit as a moderator…', 'edit');
  if (post.kind !== 'question') {
    return (
      <>
        <Menu label={`Moderate ${post.kind}`} items={[edit]} />
        {action === 'edit' && <EditDialog post={post} close={close} />}
      </>
    );
  }
  const { question } = post;
  const { closedAt, closeReason, lockedAt, protectedAt } = question;
  const items = [
    edit,
    ...(closeReason ? [item('Reopen…', 'reopen')] : closedAt ? [] : [item('Close…', 'close')]),
    item(lockedAt ? 'Unlock…' : 'Lock…', 'lock'),
    item(protectedAt ? 'Unprotect…' : 'Protect…', 'protect'),
    item('Pin…', 'pin'),
    item('Unpin…', 'unpin'),
    item('Move…', 'move'),
    item('Undo the move…', 'undoMove'),
    item('Merge into…', 'merge'),
    item('Undo the merge…', 'undoMerge'),
  ];
  return (
    <>
      <Menu label="Moderate question" items={items} />
      {action === 'edit' && <EditDialog post={post} close={close} />}
      {action === 'close' && <CloseDialog qid={question._id} close={close} />}
      {action === 'reopen' && <ReopenDialog qid={question._id} close={close} />}
      {action === 'lock' && <LockDialog qid={question._id} isLocked={lockedAt !== undefined} close={close} />}
      {action === 'protect' && (
        <ProtectDialog qid={question._id} isProtected={protectedAt !== undefined} close={close} />
      )}
      {(action === 'pin' || action === 'unpin') && (
        <PinDialog question={question} isPinning={action === 'pin'} {...rights} close={close} />
      )}
      {action === 'move' && <MoveDialog question={question} {...rights} close={close} />}
      {action === 'undoMove' && <UndoMoveDialog qid={question._id} close={close} />}
      {action === 'merge' && <MergeDialog question={question} close={close} />}
      {action === 'undoMerge' && <UndoMergeDialog qid={question._id} close={close} />}
    </>
  );
}
