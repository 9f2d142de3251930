// The screen of one phone for programs of one tenant: readings, waits and actions, over all channels and connections. What it
// remembers (names, hidden fields, results of actions) ends with the tenant.
import type { ActionResult, ScreenReply, ScreenRequest } from '@pocketfleet/contract';
import { type ControlPhone, ControlSession } from '../scrcpy/control-session.ts';
import { refusal, runAction } from './actions.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { RefBook } from './outline/refs.ts';
import { Readings } from './readings.ts';
import type { ScreenReader } from './screen-reader.ts';

const rememberedMs = 10 * 60_000;
const maxRemembered = 2_000;
const maxWaiting = 20;

export interface ScreenPhone extends ControlPhone {
  readonly screen: ScreenReader | undefined;
  readonly keyboardApk: Uint8Array | undefined;
}

export class DeviceScreen {
  readonly user: number;
  readonly #phone: ScreenPhone;
  readonly #hidden = new HiddenFields();
  readonly #control: ControlSession;
  readonly #readings: Readings;
  readonly #results = new Map<string, { readonly result: Promise<ActionResult>; readonly atMs: number }>();
  #generation = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(phone: ScreenPhone, user: number) {
    this.user = user;
    this.#phone = phone;
    this.#control = new ControlSession(phone);
    this.#readings = new Readings(() => phone.screen, { refs: new RefBook(), hidden: this.#hidden });
  }

  async answer(request: ScreenRequest): Promise<ScreenReply> {
    const { id, caller } = request;
    switch (request.type) {
      case 'read':
        return { id, reading: await this.#readings.read(caller, request.view) };
      case 'wait':
        return { id, ...(await this.#readings.wait(caller, request.view, request.until)) };
      case 'action':
        return { id, result: await this.#act(request) };
    }
  }

  #act(request: Extract<ScreenRequest, { type: 'action' }>): Promise<ActionResult> {
    const { caller, action_id, generation } = request;
    this.#forgetOld();
    const name = `${caller}\n${action_id}`;
    const known = action_id === null ? undefined : this.#results.get(name);
    if (known !== undefined) return known.result;
    const result = this.#inOrder(() => {
      if (generation < this.#generation) {
        return Promise.resolve(refusal('seat_lost', 'Somebody else has this phone since.'));
      }
      this.#generation = generation;
      const { keyboardApk } = this.#phone;
      const performing = { phone: this.#phone, control: this.#control, user: this.user, keyboardApk };
      return runAction(
        { ...performing, readings: this.#readings, hidden: this.#hidden },
        caller,
        request.action,
      );
    });
    if (action_id !== null) this.#results.set(name, { result, atMs: performance.now() });
    return result;
  }

  #inOrder(work: () => Promise<ActionResult>): Promise<ActionResult> {
    if (this.#waiting >= maxWaiting) {
      return Promise.resolve(refusal('failed', 'Too many actions wait for this phone.'));
    }
    this.#waiting++;
    const result = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  #forgetOld(): void {
    for (const [name, { atMs }] of this.#results) {
      if (this.#results.size < maxRemembered && performance.now() - atMs < rememberedMs) break;
      this.#results.delete(name);
    }
  }
}

const screens = new WeakMap<ScreenPhone, DeviceScreen>();

/** The phone's screen for its tenant. A new tenant gets a new one, which knows nothing of the last. */
export function screenOf(phone: ScreenPhone, user: number): DeviceScreen {
  const known = screens.get(phone);
  if (known?.user === user) return known;
  const screen = new DeviceScreen(phone, user);
  screens.set(phone, screen);
  return screen;
}
