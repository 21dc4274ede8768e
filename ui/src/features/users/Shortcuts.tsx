import { ShortcutTable } from '../../components/ShortcutTable';

export function Shortcuts() {
  return (
    <section>
      <h2>Keyboard shortcuts</h2>
      <ShortcutTable label="Keyboard shortcuts" />
    </section>
  );
}
