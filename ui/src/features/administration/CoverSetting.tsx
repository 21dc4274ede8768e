import { Suspense, useState } from 'react';
import { Cover } from '../../components/Cover';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { site } from '../../lib/site';
import { settingNames } from './settingNames';
import type { SettingProps } from './useSave';

const CoverDialog = lazyWithRetry(() => import('./CoverDialog'));

/** Changes the wide picture above the home pages and beside the login. */
export function CoverSetting({ setting, save }: SettingProps) {
  const [isOpen, setOpen] = useState(false);
  if (!setting.value && site.features.pictures === false) return null;
  return (
    <div>
      <div className="d-flex align-items-center gap-2 mb-2">
        {settingNames.cover}
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => setOpen(true)}>
          {setting.value ? 'Change cover' : 'Choose a cover'}
        </button>
      </div>
      <Cover />
      {isOpen && (
        <Suspense>
          <CoverDialog setting={setting} save={save} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
