import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '../../components/icons';
import { isOn, onOrOff, useIsOn } from '../../lib/preference';
import { commandOf } from './phrases';
import { type RecognitionClass, recognitionOf } from './recognition';
import { type Problem, VoiceEngine } from './VoiceEngine';
import { VoiceHelp } from './VoiceHelp';
import styles from './VoicePanel.module.css';

/** A microphone that was denied is not asked for again, unless by the button. */
const denied = onOrOff('voice-denied', false);

const reasons: Record<Problem, string> = {
  denied: 'The microphone is blocked.',
  'no microphone': 'No microphone was found.',
  'no service': 'The speech service cannot be reached.',
  failing: 'Speech recognition does not work at the moment.',
};

/** Moves between pages by what is said. If it `isAutomatic` it listens without being asked to. */
export default function VoicePanel({ isAutomatic }: { isAutomatic: boolean }) {
  const [Recognition] = useState(() => recognitionOf(window));
  return (
    <section aria-label="Voice navigation" className={styles.panel}>
      {Recognition ? (
        <Listener Recognition={Recognition} isAutomatic={isAutomatic} />
      ) : (
        <span className="muted">Your browser doesn't support speech recognition.</span>
      )}
    </section>
  );
}

/** Does what a phrase says. */
function useCommands() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (phrase: string, stop: () => void) => {
    const command = commandOf(phrase);
    if (command === 'stop') stop();
    else if (command === 'back') navigate(-1);
    // A page that one is on already is not a further step of the history.
    else if (command) navigate(command.to, { replace: command.to === pathname });
  };
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  return latest;
}

type Props = { Recognition: RecognitionClass; isAutomatic: boolean };

function Listener({ Recognition, isAutomatic }: Props) {
  const commands = useCommands();
  const [engine] = useState(() => {
    const engine: VoiceEngine = new VoiceEngine(Recognition, {
      onPhrase: (phrase) => commands.current(phrase, () => engine.stop()),
      onPermission: (isGranted) => denied.set(isGranted ? 'false' : 'true'),
      isAndroid: /android/i.test(navigator.userAgent),
    });
    return engine;
  });
  const { listening, transcript, problem } = useSyncExternalStore(engine.subscribe, engine.getState);
  const isDenied = useIsOn(denied) && !listening;
  useEffect(() => {
    if (isAutomatic && !isOn(denied)) engine.start();
  }, [engine, isAutomatic]);
  useEffect(() => {
    // Nobody talks to a page that is not seen.
    const follow = () => (document.hidden ? engine.pause() : engine.resume());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      engine.stop();
    };
  }, [engine]);
  const reason = problem ?? (isDenied ? 'denied' : null);
  return (
    <>
      <span className={listening ? styles.on : styles.off}>
        <Icon>
          <path d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21" />
        </Icon>
        <span role="status">{listening ? 'Listening...' : 'Not listening'}</span>
      </span>
      <Control text="Start Listening" isDone={listening} onClick={() => engine.start()} />
      <Control text="Stop Listening" isDone={!listening} onClick={() => engine.stop()} />
      <span className={styles.transcript} title={transcript}>
        <span role="status" className="muted">
          {reason && reasons[reason]}
        </span>
        {!reason && transcript}
      </span>
      <VoiceHelp isBlocked={reason === 'denied'} />
    </>
  );
}

/** A button whose first word is all that is seen on a phone. One whose action `isDone` does no harm. */
function Control({ text, isDone, onClick }: { text: string; isDone: boolean; onClick: () => void }) {
  const [first, ...more] = text.split(' ');
  return (
    <button type="button" className="btn btn-sm btn-outline-secondary" aria-disabled={isDone} onClick={onClick}>
      {first}
      <span className={styles.long}> {more.join(' ')}</span>
    </button>
  );
}
