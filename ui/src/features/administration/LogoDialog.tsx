import { CropDialog } from '../../components/avatars/CropDialog';
import { Logo } from '../../components/Logo';
import { announce } from '../../lib/announce';
import type { SettingProps } from './useSave';

/** Lets administrators choose the logo, or return to the drawn one. */
export default function LogoDialog({ setting, save, onClose }: SettingProps & { onClose: () => void }) {
  const store = async (picture: string | null) => {
    await save(setting, picture);
    announce('Saved: Logo');
  };
  return (
    <CropDialog
      title="Logo of the site"
      current={<Logo size={96} />}
      hint="Everybody can see it, without an account too."
      isRemovable={setting.value !== ''}
      mayBeWhole
      store={store}
      onClose={onClose}
    />
  );
}
