import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { stripBase } from '../../api/base';
import { Icon } from '../../components/icons';
import { booleanPreference, isOn, useIsOn } from '../../lib/preference';
import { parseCommand } from './phrases';
import type { RecognitionClass } from './recognition';
import { type Problem, VoiceEngine } from './VoiceEngine';
import { VoiceHelp } from './VoiceHelp';
import styles from './VoicePanel.module.css';

/** A denied microphone is requested again only by the button. */
const denied = booleanPreference('voice-denied', false);

const reasons: Record<Problem, string> = {
  denied: 'The microphone is blocked.',
  'no microphone': 'No microphone was found.',
  'no service': 'The speech service cannot be reached.',
  failing: 'Speech recognition does not work at the moment.',
};

/** Returns a function that runs the command of a phrase. */
function useCommands() {
  const navigate = useNavigate();
  return (phrase: string, stop: () => void) => {
    const command = parseCommand(phrase);
    if (command === 'stop') stop();
    else if (command === 'back') navigate(-1);
    // The current page is not pushed again. The address changes before the page does.
    else if (command) navigate(command.to, { replace: command.to === stripBase(location.pathname) });
  };
}

type Props = { Recognition: RecognitionClass; isAutomatic: boolean };

/** Listens, runs the commands that it hears, and shows what it heard. */
export default function VoiceControls({ Recognition, isAutomatic }: Props) {
  const runCommand = useCommands();
  const [engine] = useState(() => {
    const engine: VoiceEngine = new VoiceEngine(Recognition, {
      onPhrase: (phrase) => runCommand(phrase, () => engine.stop()),
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
    // A hidden page does not listen.
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
      <span className={listening ? styles.listening : styles.idle}>
        <Icon d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21" />
      </span>
      <span className={styles.words}>
        <span role="status">{listening ? 'Listening...' : 'Not listening'}</span>
        <span className={styles.transcript}>
          <span role="status">{reason && reasons[reason]}</span>
          {!reason && transcript}
        </span>
      </span>
      <Control text="Start Listening" isDone={listening} onClick={() => engine.start()} />
      <Control text="Stop Listening" isDone={!listening} onClick={() => engine.stop()} />
      <VoiceHelp reason={reason && reasons[reason]} isBlocked={reason === 'denied'} />
    </>
  );
}

/** A button that has no effect if `isDone`. */
function Control({ text, isDone, onClick }: { text: string; isDone: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.control} aria-disabled={isDone} onClick={onClick}>
      {text}
    </button>
  );
}
