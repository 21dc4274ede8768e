import { CropDialog } from '../../components/avatars/CropDialog';
import { Cover } from '../../components/Cover';
import { announce } from '../../lib/announce';
import type { SettingProps } from './useSave';

/** The size of a cover, in pixels. The server demands its shape. */
const frame = { width: 1600, height: 320 };

/** Lets administrators choose or remove the cover. */
export default function CoverDialog({ setting, save, onClose }: SettingProps & { onClose: () => void }) {
  const store = async (picture: string | null) => {
    await save(setting, picture);
    announce('Saved: Cover');
  };
  return (
    <CropDialog
      title="Cover of the site"
      current={<Cover />}
      hint="Shown at the top of the home pages and beside the login. Everybody can see it, without an account too."
      isRemovable={setting.value !== ''}
      frame={frame}
      store={store}
      onClose={onClose}
    />
  );
}
