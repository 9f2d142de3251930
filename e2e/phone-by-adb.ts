// The phone over adb, to compare it with the page in the browser. It uses Tango's adb client from npm, so journeys
// need no adb on the machine.
import { setTimeout } from 'node:timers/promises';
import { connectTango } from '@pocketfleet/virtual-phone/testing/tango-host';
import type { ListedPhone } from './virtual-phones.ts';

/** The storage of the tenant's apps: for shell, /sdcard is the owner's. */
export const tenantFiles = '/storage/emulated/$(am get-current-user)';

export type PhoneByAdb = {
  /** The command's output, stdout and stderr together. */
  shell(command: string): Promise<string>;
  /** Centre of the first element on the screen with this text, as shares (0 to 1) of width and height; `ratio` is width by height. */
  locate(text: string): Promise<{ x: number; y: number; ratio: number }>;
  /** Package of the app in front. */
  frontApp(): Promise<string>;
  /** All texts on the screen, one per line. */
  texts(): Promise<string>;
  /** A screenshot as PNG. */
  screenshot(): Promise<Uint8Array>;
  stop(): Promise<void>;
};

export async function connectByAdb(listed: ListedPhone): Promise<PhoneByAdb> {
  const adb = await connectTango(listed.adb.port);
  const shell = (command: string): Promise<string> => adb.subprocess.noneProtocol.spawnWaitText(command);
  const dump = (): Promise<string> => shell('uiautomator dump /dev/tty');
  return {
    shell,
    async texts() {
      return [...(await dump()).matchAll(/ text="([^"]*)"/g)].map((found) => found[1]).join('\n');
    },
    screenshot: () => adb.subprocess.noneProtocol.spawnWait('screencap -p'),
    async locate(text) {
      for (let attempt = 1; ; attempt += 1) {
        const place = placeOf(text, await dump(), await shell('wm size'));
        if (place !== undefined) return place;
        // The screen may still change, and a dump ends early when the agent reads the screen at the same moment.
        if (attempt === 50) throw new Error(`"${text}" is not on the screen:\n${await dump()}`);
        await setTimeout(200);
      }
    },
    async frontApp() {
      return /mCurrentFocus=Window\{\S+ \S+ ([\w.]+)\//.exec(await shell('dumpsys window'))?.[1] ?? '';
    },
    stop: () => adb.close(),
  };
}

function placeOf(
  text: string,
  xml: string,
  size: string,
): { x: number; y: number; ratio: number } | undefined {
  const bounds = new RegExp(`text="${text}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]"`).exec(xml);
  const [, width, height] = (/(\d+)x(\d+)/.exec(size) ?? []).map(Number);
  if (bounds === null || !width || !height) return undefined;
  const [, left = 0, top = 0, right = 0, bottom = 0] = bounds.map(Number);
  return { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height, ratio: width / height };
}
