import DeletedPage from './DeletedPage';
import HistoryPage from './HistoryPage';

const pages = { deleted: DeletedPage, history: HistoryPage };

/** One of the pages of former texts. They share a chunk: few visitors need one of them. */
export default function PastPage({ page }: { page: keyof typeof pages }) {
  const Page = pages[page];
  return <Page />;
}
