import useSWR from 'swr';
import type { Health } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { healthKey } from './keys';

const sentences = {
  enough: null,
  little: 'The site has little room left. When there is none, it refuses new texts and pictures.',
  no: 'The site has no room left: it refuses new texts and pictures.',
};

/** Tells administrators when there is little room for new texts and pictures, or none. */
export function RoomWarning() {
  const { data } = useSWR<Health>(healthKey, fetchKey);
  const sentence = data && sentences[data.room];
  return sentence ? (
    <p role="status">
      <strong>Warning:</strong> {sentence} Free disk space, or raise limits.storage_mb in the configuration.
    </p>
  ) : null;
}
