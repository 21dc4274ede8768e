import { useEffect, useState } from 'react';
import { useHref } from 'react-router-dom';
import type { Question } from '../../../api/generated';
import { Menu } from '../../../components/Menu';
import { announce } from '../../../lib/announce';
import { copyText } from '../../../lib/clipboard';
import { plainTitle } from '../../../lib/plainFormula';
import { site } from '../../../lib/site';
import { slug } from '../../../lib/slug';
import styles from './PostActions.module.css';

/** How long the button shows what was done, in milliseconds. */
const feedbackMs = 2_000;

type Props = { question: Question; answerId?: string };

/** The menu that shares a question or one of its answers. */
export default function ShareMenu({ question: { _id: qid, title }, answerId }: Props) {
  const [feedback, setFeedback] = useState('');
  useEffect(() => {
    if (!feedback) return;
    const timer = setTimeout(() => setFeedback(''), feedbackMs);
    return () => clearTimeout(timer);
  }, [feedback]);
  const address = (path: string) => new URL(path, location.href).href;
  const words = slug(title);
  const page = useHref(`/question/${qid}`) + (words ? `/${encodeURIComponent(words)}` : '');
  const link = address(answerId ? `${page}#${answerId}` : page);
  const feed = address(useHref(`/feeds/question/${qid}.atom`));
  const card = address(useHref(`/embed/question/${qid}`));
  const copy = async (text: string) => {
    const done = (await copyText(text)) ? 'Copied' : 'Could not copy';
    announce(done);
    setFeedback(done);
  };
  const items = [{ label: 'Copy link', choose: () => void copy(link) }];
  if (site.publicReading) items.push({ label: 'Copy address of the feed', choose: () => void copy(feed) });
  if (site.embedding && !answerId) {
    const code = `<iframe src="${card}" title="Question" width="480" height="120" loading="lazy" style="border: 0"></iframe>`;
    items.push({ label: 'Copy embed code', choose: () => void copy(code) });
  }
  if ('share' in navigator) {
    // The reader may close the system's sheet.
    const share = () => navigator.share({ title: plainTitle(title), url: link }).catch(() => undefined);
    items.push({ label: 'Share with…', choose: () => void share() });
  }
  return (
    <Menu label={`Share this ${answerId ? 'answer' : 'question'}`} items={items} className={styles.action} isOpenFirst>
      {feedback || 'Share'}
    </Menu>
  );
}
