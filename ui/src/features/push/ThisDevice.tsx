import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { PushDevice, PushSettings } from '../../api/generated';
import { Badge } from '../../components/Badge';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import { unsubscribe } from '../../lib/device';
import { deleteOfflineQuestions, offlineReading } from '../../lib/offlineQuestions';
import { useIsOn } from '../../lib/preference';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { pushSettingsKey, removeDevice } from './api';
import { DeviceKinds } from './DeviceKinds';
import { acceptOffer, useInstallOffer } from './installation';
import { isIosBrowser, isPushDenied, isPushSupported, setHidesText, subscribe } from './subscription';

/** Shows what this site may do on the device of the browser: install itself, notify, and keep what was read. */
export default function ThisDevice() {
  return (
    <section aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <RowList>
        <Install />
        <OfflineReading />
      </RowList>
      <Push />
    </section>
  );
}

type RowProps = { label: ReactNode; children: ReactNode; control?: ReactNode; more?: ReactNode };

const Row = ({ label, children, control, more }: RowProps) => (
  <li>
    <div>
      {label}
      <p className="small muted mb-0">{children}</p>
      {more}
    </div>
    {control}
  </li>
);

type SwitchProps = { label: string; isOn: boolean; disabled?: boolean; change: () => void; children: ReactNode };

function Switch({ label, isOn, disabled = false, change, children }: SwitchProps) {
  const id = useId();
  return (
    <Row
      label={<label htmlFor={id}>{label}</label>}
      control={
        <span className="form-switch p-0">
          <input
            id={id}
            className="form-check-input m-0"
            type="checkbox"
            checked={isOn}
            disabled={disabled}
            onChange={change}
          />
        </span>
      }
    >
      {children}
    </Row>
  );
}

/** Offers to install the site where the browser can, and says how to do it on iOS. */
function Install() {
  const offer = useInstallOffer();
  const button = offer && (
    <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => void acceptOffer(offer)}>
      Install this site
    </button>
  );
  if (!button && !isIosBrowser()) return null;
  return (
    <Row label="Installation" control={button}>
      {button
        ? 'The site gets an icon on this device and a window of its own.'
        : 'On an iPhone or iPad: tap Share, then Add to Home Screen. Only then can it notify you.'}
    </Row>
  );
}

function OfflineReading() {
  const isOn = useIsOn(offlineReading);
  const change = () => {
    offlineReading.set(isOn ? 'false' : 'true');
    if (isOn) void deleteOfflineQuestions().catch(console.error);
  };
  return (
    <Switch label="Offline reading" isOn={isOn} change={change}>
      Keeps the last 20 questions that you opened in this browser. They are deleted when your session ends.
    </Switch>
  );
}

/** Chooses whether this device is notified, and lists all devices that are. */
function Push() {
  const { data, error: failure, mutate } = useSWR<PushSettings, unknown>(pushSettingsKey, fetchKey);
  const { busy, error, run } = useAction('Error while changing the devices', mutate);
  const [isDenied, setDenied] = useState(isPushDenied);
  if (!data) return failure ? <ErrorMessage error={failure} retry={() => void mutate()} /> : <Skeleton rows={1} />;
  const current = data.devices.find(({ isCurrent }) => isCurrent);
  const remove = async ({ _id, isCurrent }: PushDevice) => {
    if (isCurrent) await unsubscribe();
    await removeDevice(_id);
  };
  const change = () =>
    run(async () => {
      if (current) await remove(current);
      else if (!(await subscribe(data.publicKey))) setDenied(isPushDenied());
    });
  const isOff = isDenied || !isPushSupported();
  return (
    <>
      <RowList>
        <Switch
          label="Tell this device"
          isOn={!isOff && !!current}
          disabled={isOff || busy}
          change={() => void change()}
        >
          {isOff
            ? reasonOff(isDenied)
            : 'Notifies you while the site is closed. The maker of your browser then learns when this device is notified, but not of what.'}
        </Switch>
        {current && !isOff && (
          <Switch
            label="Hide the words"
            isOn={current.hidesText}
            disabled={busy}
            change={() => void run(() => setHidesText(!current.hidesText))}
          >
            Messages on this device say only “1 new answer”, for a screen that others can see.
          </Switch>
        )}
        {data.devices.map((device) => (
          <Row
            key={device._id}
            label={
              <>
                {device.name} {device.isCurrent && <Badge>this browser</Badge>}
              </>
            }
            control={
              <button
                type="button"
                className="btn btn-outline-secondary btn-sm"
                aria-label={`Remove: ${device.name}`}
                onClick={() => void run(() => remove(device))}
              >
                Remove
              </button>
            }
            more={<DeviceKinds device={device} offered={data.kinds} />}
          >
            notified since <RelativeTime time={device.createdAt} />
          </Row>
        ))}
      </RowList>
      {current && (
        <p>
          <Link to={routes.settings.to('notifications')}>Choose what all your devices are told</Link>
        </p>
      )}
      <InlineError error={error} />
    </>
  );
}

/** Returns why this device cannot be told of anything, and what helps. */
function reasonOff(isDenied: boolean): string {
  if (isDenied)
    return 'Notifications of this site are blocked in your browser. Allow them in its settings for this site, at the left of the address, and load this page again.';
  return isIosBrowser()
    ? 'Add this site to the Home Screen first.'
    : 'This browser cannot receive notifications while the site is closed.';
}
