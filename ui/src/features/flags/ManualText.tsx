import manual from '../../../../docs/moderator-manual.md?raw';
import { Markdown } from '../../components/markdown/Markdown';

// The page has a heading of its own, and no other documents.
const text = manual.replace(/^# .*\n/, '').replace(/\nAll of it in detail: .*\n$/, '');

/** The moderators' manual of the documentation. */
export default function ManualText() {
  return <Markdown text={text} />;
}
