// The phone as adb sees it: the other side of what the browser shows.
import type { DebianAdb } from './debian-adb.ts';
import type { ListedPhone } from './virtual-phones.ts';

export type PhoneByAdb = {
  shell(command: string): Promise<string>;
  /** Middle of the first thing on the screen with this text, as shares (0 to 1) of width and height; `ratio` is width by height. */
  locate(text: string): Promise<{ x: number; y: number; ratio: number }>;
  /** Package of the app in front. */
  frontApp(): Promise<string>;
};

export async function connectByAdb(adb: DebianAdb, phone: ListedPhone): Promise<PhoneByAdb> {
  const address = `${phone.adb.host}:${phone.adb.port}`;
  await adb('connect', address);
  await adb('-s', address, 'wait-for-device');
  const shell = (command: string): Promise<string> => adb('-s', address, 'shell', command);
  return {
    shell,
    async locate(text) {
      await shell('uiautomator dump /sdcard/window_dump.xml');
      const xml = await shell('cat /sdcard/window_dump.xml');
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
  };
}
