import { useSWRConfig } from 'swr';
import type { DeliveryKind, PushDevice, PushSettings } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { chooseDeviceDelivery, pushSettingsKey } from './api';

const kinds: { kind: DeliveryKind; label: string }[] = [
  { kind: 'answer', label: 'Answers' },
  { kind: 'comment', label: 'Comments' },
  { kind: 'mention', label: 'Mentions' },
  { kind: 'watched', label: 'What you watch' },
  { kind: 'reminder', label: 'Reminders' },
];

type Props = {
  device: PushDevice;
  /** What the user wants on their devices. A device can be told of less. */
  offered: DeliveryKind[];
};

/** Says what a device is told of. The user turns kinds off there. */
export function DeviceKinds({ device, offered }: Props) {
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while changing the device');
  const choose = async (kind: DeliveryKind, wanted: boolean) => {
    const others = device.kinds.filter((other) => other !== kind);
    const expected = { ...device, kinds: wanted ? [...others, kind] : others };
    const isDone = await run(() =>
      mutate<PushSettings>(pushSettingsKey, chooseDeviceDelivery(device._id, kind, wanted), {
        revalidate: false,
        optimisticData: (settings) => withDevice(settings as PushSettings, expected),
      }),
    );
    if (isDone) announce('Saved.');
  };
  return (
    <details className="small">
      <summary>{summary(device.kinds)}</summary>
      {kinds.map(({ kind, label }) => {
        const isOffered = offered.includes(kind);
        return (
          <label key={kind} className="form-check">
            <input
              className="form-check-input"
              type="checkbox"
              aria-label={`${label}, on ${device.name}`}
              checked={device.kinds.includes(kind)}
              disabled={!isOffered}
              aria-disabled={busy}
              onChange={(event) => void choose(kind, event.target.checked)}
            />
            {label} {!isOffered && <span className="muted">– off for all your devices</span>}
          </label>
        );
      })}
      <InlineError error={error} />
    </details>
  );
}

/** Returns what a device is told of in words. */
function summary(told: DeliveryKind[]): string {
  const labels = kinds.filter(({ kind }) => told.includes(kind)).map(({ label }) => label);
  return labels.length ? `Shows: ${labels.join(', ').toLowerCase()}` : 'Shows nothing';
}

const withDevice = (settings: PushSettings, device: PushDevice): PushSettings => ({
  ...settings,
  devices: settings.devices.map((other) => (other._id === device._id ? device : other)),
});
