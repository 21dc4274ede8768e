import { InfoDialog } from '../../components/InfoDialog';
import { commands } from './phrases';
import styles from './VoiceCommands.module.css';

type Props = {
  /** Why nothing is recognized. */
  reason: string | null;
  isBlocked: boolean;
  onClose: () => void;
};

/** Lists the voice commands. */
export default function VoiceCommands({ reason, isBlocked, onClose }: Props) {
  return (
    <InfoDialog title="What you can say" onClose={onClose}>
      {reason && (
        <p>
          {reason}{' '}
          {isBlocked && "Allow this site to use the microphone in your browser's settings, then press Start Listening."}
        </p>
      )}
      <table className={styles.phrases}>
        <tbody>
          {commands.map(({ title, phrases }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{phrases.map((phrase) => `“${phrase}”`).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted">
        Commands work only while this page is visible. Many browsers, such as Chrome, send your speech to their vendor
        for recognition. In your settings, you can choose when this site listens.
      </p>
    </InfoDialog>
  );
}
