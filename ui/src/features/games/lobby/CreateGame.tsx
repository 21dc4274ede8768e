import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { GameType } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { announce } from '../../../lib/announce';
import { type Failure, failureOf } from '../../../lib/failure';
import { createGame } from '../api';
import { gameTypes } from '../gameTypes';
import { isGameList } from '../keys';
import styles from './LobbyPage.module.css';

/** Creates a game. Its creator joins it like every other player. */
export function CreateGame() {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-primary" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        Create Game
      </button>
      {isChoosing && <Chooser close={() => setChoosing(false)} />}
    </>
  );
}

function Chooser({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const create = async (type: GameType) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await createGame(type);
      await mutate(isGameList);
      announce('The game was created and is in the list.');
      dialog.current?.close();
    } catch (failure) {
      setError(failureOf('Error creating game', failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={headingId} closedby="any" onClose={close}>
      <h2 id={headingId}>Choose a game</h2>
      <InlineError error={error} />
      <div>
        {gameTypes.map((type) => (
          <button
            key={type}
            type="button"
            className="btn btn-primary"
            aria-disabled={busy}
            onClick={() => void create(type)}
          >
            {type}
          </button>
        ))}
        <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
