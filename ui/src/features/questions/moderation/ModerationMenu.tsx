import { useState } from 'react';
import type { Question } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { Menu } from '../../../components/Menu';
import { useAction } from '../../../lib/useAction';
import { setWiki } from '../detail/api';
import { useServerPermissions } from '../detail/permissions';
import { useRefresh } from '../detail/useRefresh';
import type { Moderated } from './api';
import { CloseDialog } from './CloseDialog';
import { LockDialog, ReopenDialog, UndoMergeDialog, UndoMoveDialog } from './dialogs';
import { EditDialog } from './EditDialog';
import { MergeDialog } from './MergeDialog';
import { MoveDialog } from './MoveDialog';
import { PinDialog, placesToPin } from './PinDialog';
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

const edit = ['Edit as a moderator…', 'edit'] as const;

/** Returns the chosen action, whose dialog is open, and a function that creates items. */
function useChosen() {
  const [action, setAction] = useState<Action | null>(null);
  const item = (label: string, action: Action) => ({ label, choose: () => setAction(action) });
  return { action, close: () => setAction(null), item };
}

/** The menu of what moderators do with a post. Each action asks for a reason. */
export default function ModerationMenu({ post, ...rights }: Props) {
  const { action, close, item } = useChosen();
  const wiki = useAction('Error while changing the answer', useRefresh(post.kind === 'question' ? '' : post.qid));
  if (post.kind !== 'question') {
    return (
      <>
        <Menu
          label={`Moderate ${post.kind}`}
          items={[
            item(...edit),
            ...(post.kind === 'answer'
              ? [
                  {
                    label: post.wiki ? 'End community wiki' : 'Make community wiki',
                    choose: () => void wiki.run(() => setWiki(post.id, !post.wiki)),
                  },
                ]
              : []),
          ]}
        />
        <InlineError error={wiki.error} />
        {action === 'edit' && <EditDialog post={post} close={close} />}
      </>
    );
  }
  return <QuestionMenu question={post.question} {...rights} />;
}

type QuestionProps = Omit<Props, 'post'> & { question: Question };

/** Offers to undo only what the server says can be undone. */
function QuestionMenu({ question, ...rights }: QuestionProps) {
  const { action, close, item } = useChosen();
  const { pins = [], mayUndoMove, mayUndoMerge } = useServerPermissions(question, true)?.undoable ?? {};
  const { closedAt, closeReason, lockedAt, protectedAt } = question;
  const items = [
    item(...edit),
    ...(closeReason ? [item('Reopen…', 'reopen')] : closedAt ? [] : [item('Close…', 'close')]),
    item(lockedAt ? 'Unlock…' : 'Lock…', 'lock'),
    item(protectedAt ? 'Unprotect…' : 'Protect…', 'protect'),
    ...(placesToPin({ question, pins, ...rights }).length > 0 ? [item('Pin…', 'pin')] : []),
    ...(pins.length > 0 ? [item('Unpin…', 'unpin')] : []),
    item('Move…', 'move'),
    ...(mayUndoMove ? [item('Undo the move…', 'undoMove')] : []),
    item('Merge into…', 'merge'),
    ...(mayUndoMerge ? [item('Undo the merge…', 'undoMerge')] : []),
  ];
  return (
    <>
      <Menu label="Moderate question" items={items} />
      {action === 'edit' && <EditDialog post={{ kind: 'question', question }} close={close} />}
      {action === 'close' && <CloseDialog qid={question._id} close={close} />}
      {action === 'reopen' && <ReopenDialog qid={question._id} close={close} />}
      {action === 'lock' && <LockDialog qid={question._id} isLocked={lockedAt !== undefined} close={close} />}
      {action === 'protect' && (
        <ProtectDialog qid={question._id} isProtected={protectedAt !== undefined} close={close} />
      )}
      {(action === 'pin' || action === 'unpin') && (
        <PinDialog question={question} isPinning={action === 'pin'} pins={pins} {...rights} close={close} />
      )}
      {action === 'move' && <MoveDialog question={question} {...rights} close={close} />}
      {action === 'undoMove' && <UndoMoveDialog qid={question._id} close={close} />}
      {action === 'merge' && <MergeDialog question={question} close={close} />}
      {action === 'undoMerge' && <UndoMergeDialog qid={question._id} close={close} />}
    </>
  );
}
