import { useLocation } from 'react-router-dom';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { routes } from '../lib/routes';

const AdministrationPage = lazyWithRetry(() => import('../features/administration/AdministrationPage'));
const QueuePage = lazyWithRetry(() => import('../features/flags/QueuePage'));

/** Shows the queue of reports or the administration, by the address. Loads only for those who open them. */
export default function StaffPage() {
  return useLocation().pathname === routes.queue.pattern ? <QueuePage /> : <AdministrationPage />;
}
