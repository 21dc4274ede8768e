import { patch } from '../../api/client';
import type { AvatarOf } from '../../api/generated';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { Avatar } from './Avatar';
import { isAvatar, useAvatar } from './avatars';
import { CropDialog } from './CropDialog';

type Props = {
  of: AvatarOf;
  /** The username, or the id of the community. */
  seed: string;
  onClose: () => void;
};

/** Lets a user change or remove their picture, or that of a community, while it is rendered. */
export default function AvatarDialog({ of, seed, onClose }: Props) {
  const current = useAvatar(of, seed);
  const edit = useCacheEditor();
  const store = async (picture: string | null) => {
    const body = { picture, ...(of === 'communities' && { community: seed }) };
    await patch(of === 'users' ? '/avatar/setAvatar' : '/avatar/setCommunityAvatar', body);
    edit<string | null>(isAvatar(of, seed), () => picture);
  };
  return (
    <CropDialog
      title={of === 'users' ? 'Your picture' : 'Picture of the community'}
      current={<Avatar of={of} seed={seed} size={10} />}
      hint="Everybody who is logged in can see it."
      isRemovable={Boolean(current)}
      store={store}
      onClose={onClose}
    />
  );
}
