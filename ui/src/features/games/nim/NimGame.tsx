import { type FormEvent, useId, useState } from 'react';
import { AuthorLink } from '../../../components/AuthorLink';
import type { GameProps } from '../gameProps';
import styles from './NimGame.module.css';
import { initialObjects, parseMoveInput, playerToMove } from './rules';

/** The rules of the game. */
export const nimRules = (
  <>
    The game begins with a pile of {initialObjects} objects. The two players take turns, and each removes 1, 2 or 3
    objects from the pile. The player who removes the last object loses.
  </>
);

/** A game of Nim: the players, the objects, the moves and the form for the next move. */
export function NimGame({ game, username, play, children }: GameProps) {
  const { player1, player2, status, moves, remainingObjects, winners } = game.state;
  const [chosen, setChosen] = useState(1);
  const toMove = playerToMove(game);
  const isMine = toMove === username;
  const last = moves.at(-1);
  const name = (player: string | undefined) => (player ? <AuthorLink name={player} /> : 'Waiting...');
  return (
    <>
      <dl className={styles.details}>
        <Detail term="Player 1">{name(player1)}</Detail>
        <Detail term="Player 2">{name(player2)}</Detail>
        {toMove && <Detail term="Current player to move">{name(toMove)}</Detail>}
        <Detail term="Remaining objects">{remainingObjects}</Detail>
        {status === 'OVER' && <Detail term="Winner">{winners?.[0] ? name(winners[0]) : 'No winner'}</Detail>}
      </dl>
      <p role="status" className="visually-hidden">
        {last && `${last.playerID} removed ${last.numObjects}, ${remainingObjects} are left.`}
      </p>
      <div className={styles.board}>
        <div>
          <Pile left={remainingObjects} chosen={isMine ? chosen : 0} />
          {status === 'IN_PROGRESS' && game.players.includes(username) && (
            <MoveForm chosen={chosen} choose={setChosen} isMine={isMine} play={play} />
          )}
          {children}
        </div>
        {moves.length > 0 && (
          <section aria-label="Moves">
            <h2>Moves so far</h2>
            <ol className={styles.moves}>
              {moves.map(({ playerID, numObjects }, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a move keeps its number
                <li key={number}>
                  <bdi>{playerID}</bdi> removed {numObjects}
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </>
  );
}

const Detail = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <div>
    <dt>{term}:</dt>
    <dd>{children}</dd>
  </div>
);

/** Shows the objects. `chosen` is the number that is about to be removed. */
function Pile({ left, chosen }: { left: number; chosen: number }) {
  return (
    <div className={styles.objects} role="img" aria-label={`${left} of ${initialObjects} objects are left`}>
      {Array.from({ length: initialObjects }, (_, number) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the objects are all alike
          key={number}
          className={number >= left ? styles.removed : number >= left - chosen ? styles.chosen : ''}
        />
      ))}
    </div>
  );
}

type MoveFormProps = { chosen: number; choose: (objects: number) => void; isMine: boolean; play: GameProps['play'] };

function MoveForm({ chosen, choose, isMine, play }: MoveFormProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isMine) return;
    setBusy(true);
    await play({ numObjects: chosen });
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor={id}>Objects to remove</label>
      <input
        id={id}
        className="form-control"
        type="number"
        inputMode="numeric"
        min={1}
        max={3}
        value={chosen}
        onChange={({ target, nativeEvent }) =>
          choose(parseMoveInput(target.value, chosen, (nativeEvent as InputEvent).data))
        }
      />
      {/* The button has the focus when the turn ends. `disabled` would remove it. */}
      <button type="submit" className={`btn btn-primary ${isMine ? '' : 'disabled'}`} aria-disabled={busy || !isMine}>
        Submit Move
      </button>
    </form>
  );
}
