import { ShortcutTable } from '../../components/ShortcutTable';

export function Shortcuts() {
  return (
    <section>
      <h2>Keyboard Shortcuts</h2>
      <ShortcutTable label="Keyboard Shortcuts" />
    </section>
  );
}
