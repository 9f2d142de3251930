// The phone over adb, to compare it with the page in the browser. It uses Tango's adb client from npm, so journeys
// need no adb on the machine.
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
      const xml = await dump();
      const [, left, top, right, bottom] = (
        new RegExp(`text="${text}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]"`).exec(xml) ?? []
      ).map(Number);
      const [, width, height] = (/(\d+)x(\d+)/.exec(await shell('wm size')) ?? []).map(Number);
      if (
        left === undefined ||
        top === undefined ||
        right === undefined ||
        bottom === undefined ||
        !width ||
        !height
      ) {
        throw new Error(`"${text}" is not on the screen:\n${xml}`);
      }
      return { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height, ratio: width / height };
    },
    async frontApp() {
      return /mCurrentFocus=Window\{\S+ \S+ ([\w.]+)\//.exec(await shell('dumpsys window'))?.[1] ?? '';
    },
    stop: () => adb.close(),
  };
}
