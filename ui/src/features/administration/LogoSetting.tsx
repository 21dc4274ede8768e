import { Suspense, useState } from 'react';
import { Logo } from '../../components/Logo';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { site } from '../../lib/site';
import { settingNames } from './settingNames';
import type { SettingProps } from './useSave';

const LogoDialog = lazyWithRetry(() => import('./LogoDialog'));

/** Changes the logo of the site. */
export function LogoSetting({ setting, save }: SettingProps) {
  const [isOpen, setOpen] = useState(false);
  if (!setting.value && site.features.pictures === false) return null;
  return (
    <div className="d-flex align-items-center gap-2">
      {settingNames.logo}
      <Logo size={40} />
      <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => setOpen(true)}>
        Change logo
      </button>
      {isOpen && (
        <Suspense>
          <LogoDialog setting={setting} save={save} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
