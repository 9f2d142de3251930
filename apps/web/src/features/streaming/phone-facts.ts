// The facts of the phone now: the command that reads them, and its parsed output, all from Android's own shell. Pure.

export type PhoneFacts = {
  /** The app in front and its activity. */
  app: string | null;
  activity: string | null;
  pids: readonly number[];
  battery: { percent: number; isCharging: boolean; celsius: number | null } | null;
  addresses: readonly { name: string; address: string }[];
  wifi: { name: string | null; signalDbm: number | null; speedMbps: number | null } | null;
};

const start = 'facts-start';
const end = 'facts-end';

/**
 * One line for the shell. The quotes keep the shell's echo of this line from looking like its answer. `knownApp` is the app
 * whose processes are asked for.
 */
export function factsCommand(knownApp: string | null): string {
  const app = knownApp !== null && /^[\w.]+$/.test(knownApp) ? knownApp : null;
  return [
    `echo @@"${start}"`,
    "dumpsys activity activities | grep -E 'ResumedActivity[:=]'",
    ...(app === null ? [] : [`echo "pids ${app}" $(pidof ${app})`]),
    'dumpsys battery',
    'ip -4 addr show',
    'dumpsys wifi | grep -m 1 mWifiInfo',
    `echo @@"${end}"\n`,
  ].join('; ');
}

/** Collects a shell's output until an answer is whole; what is not an answer is dropped. */
export function createFactsReader(onFacts: (facts: PhoneFacts) => void): (lines: readonly string[]) => void {
  let collected: string[] | undefined;
  return (lines) => {
    for (const line of lines) {
      const text = line.trim();
      if (text === `@@${start}`) collected = [];
      else if (text === `@@${end}`) {
        if (collected !== undefined) onFacts(parseFacts(collected.join('\n')));
        collected = undefined;
      } else if (collected !== undefined && collected.length < maxLines) collected.push(line);
    }
  };
}

const maxLines = 400;

export function parseFacts(output: string): PhoneFacts {
  const [, app = null, activity = null] =
    /ResumedActivity[:=]\s*(?:ActivityRecord)?\{[^}]*?\s([\w.]+)\/([\w.$]+)/.exec(output) ?? [];
  const [, asked, pids = ''] = /^pids ([\w.]+)([ \d]*)$/m.exec(output) ?? [];
  return {
    app,
    activity: activity?.startsWith('.') ? `${app}${activity}` : activity,
    pids: asked === app && app !== null ? pids.split(' ').filter(Boolean).map(Number) : [],
    battery: parseBattery(output),
    addresses: [...output.matchAll(/inet ([\d.]+)\/\d+ .*?(\S+)$/gm)]
      .map(([, address = '', name = '']) => ({ name, address }))
      .filter(({ name }) => name !== 'lo'),
    wifi: parseWifi(output),
  };
}

function parseBattery(output: string): PhoneFacts['battery'] {
  const [, level] = /^\s*level: (\d+)$/m.exec(output) ?? [];
  if (level === undefined) return null;
  const [, status] = /^\s*status: (\d+)$/m.exec(output) ?? [];
  const [, tenths] = /^\s*temperature: (-?\d+)$/m.exec(output) ?? [];
  // BatteryManager: 2 is charging, 5 is full.
  return {
    percent: Number(level),
    isCharging: status === '2' || status === '5',
    celsius: tenths === undefined ? null : Number(tenths) / 10,
  };
}

function parseWifi(output: string): PhoneFacts['wifi'] {
  const [info] = /^.*mWifiInfo.*$/m.exec(output) ?? [];
  if (info === undefined || !/Supplicant state: COMPLETED/.test(info)) return null;
  const numberOf = (pattern: RegExp) => {
    const [, found] = pattern.exec(info) ?? [];
    return found === undefined ? null : Number(found);
  };
  return {
    name: /SSID: "([^"]*)"/.exec(info)?.[1] ?? null,
    signalDbm: numberOf(/RSSI: (-?\d+)/),
    speedMbps: numberOf(/Link speed: (\d+) ?Mbps/),
  };
}
