import { InfoDialog } from '../../components/InfoDialog';
import { ShortcutTable } from '../../components/ShortcutTable';

const others = [
  { keys: ['Ctrl', 'Enter'], text: 'Send your text' },
  { keys: ['/'], text: 'Search' },
  { keys: ['?'], text: 'This list' },
];

/** Lists the keyboard shortcuts in a dialog. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <InfoDialog title="Keyboard shortcuts" onClose={onClose}>
      <ShortcutTable label="Keyboard shortcuts" others={others} />
      <p className="small muted mt-3">
        Only Ctrl+Enter works in text fields. You can turn shortcuts off in your settings.
      </p>
    </InfoDialog>
  );
}
