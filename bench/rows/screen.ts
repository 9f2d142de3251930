import { setTimeout as wait } from 'node:timers/promises';
import { connectByAdb } from '../../e2e/phone-by-adb.ts';
import { listPhonesOfDemo } from '../../e2e/sign-in.ts';
import { readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { startBareReader } from '../host/bare-reader.ts';
import { observePhones, slowPhoneMs } from '../host/observed-phones.ts';
import { percentile } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';

/** The reader lets go of the phone ten seconds after the last reading. */
const coldAfterMs = 12_000;
const coldReadings = 5;
const readings = 70;
const dumps = 10;
const observedPhones = 50;
const observedSeconds = 20;
/** Of these, the times are measured, too. */
const apps = [
  'com.android.launcher3',
  'com.android.feed',
  'com.android.settings',
  'com.android.documentsui',
  'com.android.notes',
  'com.android.deskclock',
  'com.android.signin',
];

/** With `apps`, all screens of a virtual phone. */
const otherScreens: readonly { readonly open: object | string; readonly close?: string }[] = [
  { open: { action: 'open_app', app: 'com.android.gallery3d' } },
  { open: { action: 'open_app', app: 'com.android.paint' } },
  { open: { action: 'open_app', app: 'com.android.video' } },
  { open: { action: 'press', key: 'recents' } },
  // The shade. A virtual phone has no `cmd statusbar`.
  { open: 'input swipe 540 10 540 1400 200', close: 'input keyevent 4' },
  // The lock screen.
  { open: 'input keyevent 223; input keyevent 224', close: 'wm dismiss-keyguard; input keyevent 3' },
];

/** From the call to the outline at the caller, over the API; beside it Android's own `uiautomator dump` over adb. */
export const screenRow: Row = {
  name: 'screen',
  aim: 'at most 15 ms at p50 and 40 ms at p95 more than the program on the phone takes by itself, at most 28 KB',
  async measure({ seconds = observedSeconds }) {
    const { site, dataDir } = await getRunningProduct();
    const [first] = (await listPhonesOfDemo(site)).toSorted((a, b) => a.tag.localeCompare(b.tag));
    const virtual = readVirtualPhones(dataDir).find(({ tag }) => tag === first?.tag);
    if (first === undefined || virtual === undefined) throw new Error('the demo customer has no phone');
    const phone = await connectByAdb(virtual);
    try {
      const call = await openCaller(site, first.id);
      const timed = async (): Promise<{ ms: number; text: string }> => {
        const startedMs = performance.now();
        const { text, problem } = await call<{ text: string; problem: string | null }>('GET', 'screen');
        if (problem !== null) throw new Error(`the screen could not be read: ${problem}`);
        return { ms: performance.now() - startedMs, text };
      };
      const act = async (action: object): Promise<void> => {
        const { done, why } = await call<{ done: boolean; why: string | null }>('POST', 'actions', action);
        if (!done) throw new Error(`${JSON.stringify(action)} was not done: ${why}`);
      };
      const cold: number[] = [];
      for (let round = 0; round < coldReadings; round++) {
        await wait(coldAfterMs);
        cold.push((await timed()).ms);
      }
      const resident: number[] = [];
      const bare: number[] = [];
      const added: number[] = [];
      const sizes: number[] = [];
      for (const app of apps) {
        await act(app.endsWith('launcher3') ? pressHome : { action: 'open_app', app });
        const here: number[] = [];
        for (let round = 0; round < readings / apps.length; round++) {
          const { ms, text } = await timed();
          here.push(ms);
          sizes.push(Buffer.byteLength(text));
        }
        await wait(coldAfterMs);
        const own = await askBare(virtual.adb.port);
        added.push(...here.map((ms) => ms - percentile(own, 0.5)));
        resident.push(...here);
        bare.push(...own);
      }
      let before = (await timed()).text;
      for (const { open, close } of otherScreens) {
        if (typeof open === 'string') await phone.shell(open);
        else await act(open);
        const { text } = await timed();
        if (text === before) throw new Error(`${JSON.stringify(open)} has opened no other screen`);
        before = text;
        sizes.push(Buffer.byteLength(text));
        if (close !== undefined) await phone.shell(close);
      }
      // Android ends a dump at once while our reader is there.
      await wait(coldAfterMs);
      const dumped: number[] = [];
      for (let round = 0; round < dumps; round++) {
        const startedMs = performance.now();
        const tree = await phone.shell('uiautomator dump /dev/tty');
        dumped.push(performance.now() - startedMs);
        // A refusal is much faster than a dump, and no figure.
        if (!tree.includes('<hierarchy')) throw new Error(`the screen was not dumped: ${tree.slice(0, 200)}`);
      }
      const observed = await observePhones(observedPhones, seconds);
      return {
        figures: [
          ...times('added to the program’s own time', added),
          ...times('reader there', resident),
          ...times('reader starts', cold),
          ...times(`at the agent's own line, ${observedPhones} phones once a second`, observed.readMs),
          ...times(`added where the program takes ${slowPhoneMs} ms`, observed.addedToSlowMs),
          { what: `agent's CPU meanwhile, of one core`, value: observed.cpuShare * 100, unit: '%' },
          { what: 'bytes of an outline, median', value: percentile(sizes, 0.5), unit: 'count' },
          { what: 'bytes of an outline, largest', value: Math.max(...sizes), unit: 'count' },
        ],
        baseline: [
          ...times('the program asked over adb', bare),
          ...times('uiautomator dump over adb', dumped),
        ],
        note: 'Virtual phones: on a real one the phone’s own time comes on top.',
      };
    } finally {
      await phone.stop();
    }
  },
};

const pressHome = { action: 'press', key: 'home' };

/** The program asked over adb alone, on the screen that is there. */
async function askBare(adbPort: number): Promise<number[]> {
  const helper = await startBareReader(adbPort);
  try {
    const asked: number[] = [];
    // The first one connects the program to the phone's UiAutomation.
    for (let round = 0; round <= readings / apps.length; round++) {
      const ms = await helper.ask();
      if (round > 0) asked.push(ms);
    }
    return asked;
  } finally {
    await helper.stop();
  }
}

function times(what: string, values: readonly number[]): Figure[] {
  return [
    { what: `${what}, p50`, value: percentile(values, 0.5), unit: 'ms' },
    { what: `${what}, p95`, value: percentile(values, 0.95), unit: 'ms' },
  ];
}

async function openCaller(site: string, deviceId: string) {
  const answer = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'demo', password: 'Pocketfleet-demo-1' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return async <Body>(method: 'GET' | 'POST', what: string, body?: object): Promise<Body> => {
    const response = await fetch(`${site}/api/devices/${deviceId}/${what}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${what}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
}
