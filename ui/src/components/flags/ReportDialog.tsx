import { useId, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Page } from '../../api/client';
import type { CaseKind, FlagReason, MyFlag } from '../../api/generated';
import { flagTextEmpty } from '../../api/sentences';
import { announce } from '../../lib/announce';
import { fetchPage, keysOfTypes } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { ConfirmDialog } from '../ConfirmDialog';
import { ReasonDialog } from '../ReasonDialog';
import { addFlag, newestFlagsKey, reasons, withdrawFlag, wordOf } from './api';

type Props = { kind: CaseKind; id: string; setReported?: (isReported: boolean) => void; close: () => void };

const needText: FlagReason[] = ['attention', 'illegal'];

/** Asks why the viewer reports something, and reports it. If they have reported it, they can withdraw that. */
export default function ReportDialog(props: Props) {
  const { data, error } = useSWR<Page<MyFlag>, unknown>(newestFlagsKey, fetchPage);
  const found = data?.items.find(({ objectId, outcome }) => objectId === props.id && !outcome);
  // What is open stays: after reporting, the list has the report before the dialog closes.
  const [shown, setShown] = useState<'form' | MyFlag>();
  if (shown === undefined && (data || error)) setShown(found ?? 'form');
  if (shown === undefined) return null;
  return shown === 'form' ? <Form {...props} /> : <Reported {...props} flag={shown} />;
}

/** Offers to withdraw a report. */
function Reported({ flag, kind, setReported, close }: Props & { flag: MyFlag }) {
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while withdrawing the report', () => mutate(keysOfTypes('flags')));
  const withdraw = async () => {
    const isWithdrawn = await run(() => withdrawFlag(flag._id));
    if (isWithdrawn) setReported?.(false);
    return isWithdrawn;
  };
  return (
    <ConfirmDialog
      title={`You have reported this ${wordOf(kind)}`}
      action="Withdraw the report"
      busy={busy}
      error={error}
      onConfirm={withdraw}
      onClose={close}
    >
      {reasons[flag.reason]}
      {flag.text && (
        <>
          : <bdi>{flag.text}</bdi>
        </>
      )}
      . Moderators have not decided yet.
    </ConfirmDialog>
  );
}

function Form({ kind, id, setReported, close }: Props) {
  const { mutate } = useSWRConfig();
  const [reason, setReason] = useState<FlagReason | null>(null);
  const name = useId();
  const needsText = reason !== null && needText.includes(reason);
  const onDone = async () => {
    setReported?.(true);
    await mutate(keysOfTypes('flags'));
    announce('Reported. The bell tells you what becomes of it.');
  };
  return (
    <ReasonDialog
      title={`Report this ${wordOf(kind)}`}
      action="Report"
      isHarmless
      label={needsText ? 'What is wrong?' : 'What is wrong? (optional)'}
      empty={needsText ? flagTextEmpty : null}
      errorText="Error while reporting"
      check={() => (reason ? null : 'Please choose a reason')}
      call={async (text) => reason && addFlag(kind, id, reason, text)}
      onDone={onDone}
      onClose={close}
    >
      Moderators decide. The author does not learn of it.{' '}
      {kind === 'message' &&
        'In a private chat, moderators of the site can then read this message, the one before it and the one after it.'}
      {kind === 'picture' &&
        'Moderators of the site can then see this picture, also where they may not read the text that shows it.'}
      {(kind === 'question' || kind === 'answer' || kind === 'comment') &&
        `Moderators of the site can then read this ${wordOf(kind)}, wherever it is, and nothing else there.`}
      <span role="radiogroup" aria-label="Reason" className="d-block mt-3">
        {Object.entries(reasons).map(([value, label]) => (
          <label key={value} className="d-block">
            <input
              type="radio"
              name={name}
              className="form-check-input me-2"
              checked={reason === value}
              onChange={() => setReason(value as FlagReason)}
            />
            {label}
          </label>
        ))}
      </span>
    </ReasonDialog>
  );
}
