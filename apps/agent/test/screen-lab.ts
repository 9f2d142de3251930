// A virtual phone with a tenant and its screen, for the long proofs about readings and actions.
import { type ActionResult, type ScreenAction, type ScreenNode, screenReply } from '@pocketfleet/contract';
import type { Phone } from '@pocketfleet/virtual-phone';
import { expect, vi } from 'vitest';
import { createTenantUser } from '../src/cleaning/android-users.ts';
import { DeviceScreen } from '../src/screen/device-screen.ts';
import { type LabRunner, openLab } from './phone-lab.ts';

export type ScreenLab = {
  phone: Phone;
  user: number;
  /** The folder of the keys that open the phone. */
  keysDir: string;
  read: () => Promise<ScreenNode[]>;
  act: (action: ScreenAction) => Promise<ActionResult>;
  /** The agent lets go of the phone. */
  leave: () => Promise<void>;
  /** A new agent connects, which knows nothing of what was before. */
  comeBack: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function openScreenLab(): Promise<ScreenLab> {
  const lab = openLab();
  const phone = await lab.addPhone();
  let lane = await connect();
  const user = await lane.runner.withAdb((adb) => createTenantUser(adb, '12345678-0000'));
  let screen = new DeviceScreen(lane.runner, user);
  async function connect(): Promise<LabRunner> {
    const next = lab.addRunner(phone.port);
    await vi.waitFor(() => expect(next.reports.at(-1)?.state).toBe('ready'), { timeout: 60_000 });
    return next;
  }
  let requests = 0;
  const id = (): string => `q${++requests}`;
  return {
    phone,
    user,
    keysDir: lab.dir,
    // On a machine that is short of time a phone may not answer for once, or be away until it can be connected again.
    read: () =>
      vi.waitFor(
        async () => {
          const asked = { type: 'read', id: id(), caller: 'a', view: 'outline' } as const;
          const { reading } = screenReply.parse(await screen.answer(asked));
          expect([reading?.problem, reading?.detail]).toEqual([null, '']);
          return reading?.nodes ?? [];
        },
        { timeout: 300_000, interval: 250 },
      ),
    act: async (action) => {
      const asked = {
        type: 'action',
        id: id(),
        caller: 'a',
        generation: 1,
        action_id: null,
        action,
      } as const;
      const { result } = screenReply.parse(await screen.answer(asked));
      return result ?? expect.fail('no result');
    },
    leave: () => lane.runner.stop(),
    comeBack: async () => {
      lane = await connect();
      screen = new DeviceScreen(lane.runner, user);
    },
    stop: () => lab.stop(),
  };
}

const ascii = 'aZ7 .\'"$\\`'.split('');
/** One letter of each script that phones have keyboards for, and what is more than one UTF-16 unit. */
const letters = ascii
  .concat('é ß ø ł ğ ế Ж ї Ω ქ Հ ש ع ی ډ हि क्ष বা ਪੰ ગી தி తె ಕೆ മീ සි ไท่ ລາ မြ ខ្ម አ ᠮ བོ 漢 か ガ 한'.split(' '))
  .concat(['👋🏽', '👩‍👩‍👧', '🇩🇪', '𝒳', '\t']);

/** One letter at least, of any script. */
export function randomText(random: () => number, longest: number): string {
  return textOf(letters, random, longest);
}

/** The same of what keys can type. */
export function randomAscii(random: () => number, longest: number): string {
  return textOf(ascii, random, longest);
}

function textOf(from: readonly string[], random: () => number, longest: number): string {
  const length = 1 + Math.floor(random() * longest);
  return Array.from({ length }, () => from[Math.floor(random() * from.length)]).join('');
}
