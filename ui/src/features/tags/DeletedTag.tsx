import useSWR from 'swr';
import type { TagUse } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { restoreTag, tagUseKey } from './api';

type Props = {
  name: string;
  /** Fetches the tag again. */
  refresh: () => Promise<unknown>;
};

/** Offers staff to restore a tag if it was deleted. */
export default function DeletedTag({ name, refresh }: Props) {
  const { data: use, mutate } = useSWR<TagUse, unknown>(tagUseKey(name), fetchKey);
  const { busy, error, run } = useAction('Error while restoring the tag', refresh);
  if (!use?.isDeleted) return null;
  const restore = async () => {
    const isRestored = await run(async () => {
      await restoreTag(use.name);
      await mutate(undefined, false);
    });
    if (isRestored) announce(`Restored ${use.name}`);
  };
  return (
    <>
      <p>
        Staff deleted <bdi>{use.name}</bdi>. Its questions can have it again.
      </p>
      <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={restore}>
        Restore tag
      </button>
      <InlineError error={error} />
    </>
  );
}
