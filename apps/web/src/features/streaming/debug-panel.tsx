// For developers: what runs on the phone now, and its log. A default export, because it is loaded when it is opened.
import * as texts from '#language/debug';
import type { PhoneFacts } from './phone-facts.ts';
import { PhoneLogView } from './phone-log-view.tsx';
import { useSessionPage } from './session-page-context.ts';
import { usePhoneFacts } from './use-phone-facts.ts';
import { usePhoneLog } from './use-phone-log.ts';

/** While it is not shown, the phone is asked for nothing. */
export default function DebugPanel({ isShown }: { isShown: boolean }) {
  const { device } = useSessionPage();
  const facts = usePhoneFacts(device.id, isShown);
  const log = usePhoneLog(device.id, isShown);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Facts facts={facts} />
      <PhoneLogView log={log} app={facts?.app ?? null} pids={facts?.pids ?? []} tag={device.tag} />
    </div>
  );
}

function Facts({ facts }: { facts: PhoneFacts | null }) {
  const rows = [
    [texts.appInFront, facts?.app ?? null],
    [texts.activity, shortActivity(facts)],
    [texts.battery, facts?.battery ? batteryText(facts.battery) : null],
    [texts.network, networkText(facts)],
  ] as const;
  return (
    <dl aria-label={texts.whatRunsNow} className="shrink-0 border-hairline border-b px-4 py-2 text-small">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4 py-0.5">
          <dt className="shrink-0 text-second">{label}</dt>
          <dd className="min-w-0 truncate font-mono" title={value ?? undefined}>
            {value ?? (facts === null ? texts.asking : texts.notKnown)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Without the package's name, which is shown above it. */
function shortActivity(facts: PhoneFacts | null): string | null {
  if (!facts?.activity) return null;
  return facts.app !== null && facts.activity.startsWith(`${facts.app}.`)
    ? facts.activity.slice(facts.app.length)
    : facts.activity;
}

function batteryText({ percent, isCharging, celsius }: NonNullable<PhoneFacts['battery']>): string {
  return [
    `${percent}%`,
    isCharging ? texts.charging : texts.notCharging,
    celsius === null ? '' : `${celsius.toFixed(1)} °C`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function networkText(facts: PhoneFacts | null): string | null {
  if (facts === null) return null;
  const { wifi, addresses } = facts;
  const parts = [
    wifi === null ? '' : [texts.wifi, wifi.name].filter(Boolean).join(' '),
    wifi?.signalDbm == null ? '' : `${wifi.signalDbm} dBm`,
    ...addresses.map(({ name, address }) => `${address} (${name})`),
  ].filter(Boolean);
  return parts.length === 0 ? texts.noNetwork : parts.join(' · ');
}
