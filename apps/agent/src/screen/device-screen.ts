// The screen of one phone for programs of one tenant: readings, waits and actions, over all channels and connections. What it
// remembers (names, hidden fields, results of actions) ends with the tenant.
import type { ActionResult, ScreenReply, ScreenRequest } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { type ControlPhone, ControlSession } from '../scrcpy/control-session.ts';
import { type ActionsDeps, refusal, runAction } from './actions.ts';
import { LiveScreen } from './live-screen.ts';
import { typeLive } from './live-typing.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { RefBook } from './outline/refs.ts';
import { Readings } from './readings.ts';
import { ScreenError } from './screen-error.ts';
import { ScreenMemory } from './screen-memory.ts';
import type { ScreenReader } from './screen-reader.ts';
import { type Actor, type ScreenWatcher, type WatchedAction, watchScreen } from './screen-watcher.ts';
import { Seat } from './seat.ts';

const rememberedMs = 10 * 60_000;
const maxRemembered = 2_000;
const maxWaiting = 20;
const returnTimeoutMs = 2_000;

export interface ScreenPhone extends ControlPhone {
  readonly screen: ScreenReader | undefined;
  readonly keyboardApk: Uint8Array | undefined;
}

export class DeviceScreen {
  readonly user: number;
  readonly #phone: ScreenPhone;
  readonly #hidden = new HiddenFields(() => this.#keepLater());
  #memory: ScreenMemory | undefined;
  #isKeeping = false;
  #isOver = false;
  readonly #control: ControlSession;
  readonly #readings: Readings;
  readonly #results = new Map<string, { readonly result: Promise<ActionResult>; readonly atMs: number }>();
  /** Of input that comes with the picture, too. */
  readonly seat = new Seat();
  readonly #live: LiveScreen;
  readonly #watchers = new Set<ScreenWatcher>();
  /** The action that is done now, and what each watcher that knows of it is told at its end. */
  #running:
    | { readonly action: WatchedAction; readonly ends: Map<ScreenWatcher, (result: ActionResult) => void> }
    | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(phone: ScreenPhone, user: number) {
    this.user = user;
    this.#phone = phone;
    this.#control = new ControlSession(phone);
    this.#readings = new Readings(() => phone.screen, { refs: new RefBook(), hidden: this.#hidden });
    this.#live = new LiveScreen(this.#readings);
  }

  /** `signal`: nobody waits for the answer any more. */
  async answer(request: ScreenRequest, signal?: AbortSignal): Promise<ScreenReply> {
    const { id } = request;
    switch (request.type) {
      case 'read':
        return { id, reading: await this.#readings.read(request.caller, request.view) };
      case 'wait':
        return { id, ...(await this.#readings.wait(request.caller, request.view, request.until)) };
      case 'action':
        return { id, result: await this.#act(request) };
      case 'result_of': {
        const result = await this.#resultOf(request.caller, request.action_id);
        return { id, ...(result && { result }) };
      }
      case 'next':
        return { id, notice: await this.#live.next(request, signal) };
      case 'seat':
        this.seat.enter(request.generation);
        return { id };
    }
  }

  /** What has to stay hidden is read from there, once, and kept there. Throws ScreenError where it can't be read. */
  remember(memory: ScreenMemory): void {
    if (this.#isOver) throw new ScreenError('failed', 'the tenant of this screen has gone');
    if (this.#memory !== undefined) return;
    const kept = memory.load();
    if (kept !== undefined) this.#hidden.restore(kept);
    this.#memory = memory;
    this.#keepLater();
  }

  /** The tenant has gone. Nothing more is kept, and no stored secret is typed. */
  end(): void {
    this.#isOver = true;
    this.#memory = undefined;
  }

  #keepHidden(): void {
    if (this.#isOver) throw new ScreenError('failed', 'the tenant of this screen has gone');
    this.#memory?.save(this.#hidden.kept());
  }

  /** Once for all fields of one reading. A full disk stops no reading; a secret is not typed then. */
  #keepLater(): void {
    if (this.#isKeeping || this.#memory === undefined) return;
    this.#isKeeping = true;
    setImmediate(() => {
      this.#isKeeping = false;
      try {
        this.#memory?.save(this.#hidden.kept());
      } catch {
        // The next change tries again.
      }
    });
  }

  /** Text that a person types at the live picture and scrcpy can't carry. Never rejects. */
  typeLive(text: string, generation: number): Promise<ActionResult> {
    return this.#inOrder(() => typeLive(this.#depsOf(generation), text));
  }

  #depsOf(generation: number): ActionsDeps {
    return {
      phone: this.#phone,
      control: this.#control,
      user: this.user,
      keyboardApk: this.#phone.keyboardApk,
      checkSeat: () => this.seat.check(generation),
      readings: this.#readings,
      hidden: this.#hidden,
      keepHidden: () => this.#keepHidden(),
    };
  }

  /** Stored secrets were typed on this phone since its tenant came. */
  get holdsSecrets(): boolean {
    return this.#hidden.holdsSecrets;
  }

  /** Reads the screen again and again, and tells the watcher about readings, actions and input, until the signal. An action that is running already is told, too. */
  watch(watcher: ScreenWatcher, signal: AbortSignal): Promise<void> {
    if (this.#running !== undefined && !this.#running.ends.has(watcher))
      this.#running.ends.set(watcher, watcher.onAction(this.#running.action));
    return watchScreen(
      { readings: this.#readings, live: this.#live, watchers: this.#watchers },
      watcher,
      signal,
    );
  }

  /** Input by hand at the picture, as it goes to the phone. */
  sawInput(message: ControlMessage, who: Actor | null): void {
    for (const watcher of this.#watchers) watcher.onInput(message, who);
  }

  #act(request: Extract<ScreenRequest, { type: 'action' }>): Promise<ActionResult> {
    const { caller, action_id, generation, own_since } = request;
    const known = action_id === null ? undefined : this.#resultOf(caller, action_id);
    if (known !== undefined) return known;
    const result = this.#inOrder(async () => {
      if (!this.seat.enter(generation)) return refusal('seat_lost', 'Somebody else has this phone since.');
      if (request.is_program === true && this.seat.hasReturned(caller, generation, own_since))
        return this.#tellReturn(caller);
      const run = () =>
        runAction({ ...this.#depsOf(generation), secret: request.secret }, caller, request.action);
      return this.#watched(request, run);
    });
    if (action_id !== null) this.#results.set(`${caller}\n${action_id}`, { result, atMs: performance.now() });
    return result;
  }

  async #watched(
    { caller, action, secret, who }: Extract<ScreenRequest, { type: 'action' }>,
    run: () => Promise<ActionResult>,
  ): Promise<ActionResult> {
    const ref = 'ref' in action ? action.ref : undefined;
    const target = ref === undefined ? undefined : this.#readings.seenBy(caller, ref);
    const secretName = secret === undefined ? undefined : (secret.name ?? '');
    const running = {
      action: { action, who: who ?? null, target, secretName },
      ends: new Map<ScreenWatcher, (result: ActionResult) => void>(),
    };
    this.#running = running;
    for (const watcher of this.#watchers) running.ends.set(watcher, watcher.onAction(running.action));
    const result = await run();
    this.#running = undefined;
    for (const end of running.ends.values()) end(result);
    return result;
  }

  #resultOf(caller: string, actionId: string): Promise<ActionResult> | undefined {
    this.#forgetOld();
    return this.#results.get(`${caller}\n${actionId}`)?.result;
  }

  /** Nothing is done: the program decides anew, from what others have done on the phone. */
  async #tellReturn(caller: string): Promise<ActionResult> {
    const told = refusal(
      'seat_returned',
      'Somebody else had this phone since your last action. It is yours again.',
    );
    try {
      const { taken, isSettled } = await this.#readings.settle(returnTimeoutMs);
      const changed = [...this.#readings.changedSince(caller, taken.observation)];
      this.#readings.saw(caller, taken.observation.nodes);
      return { ...told, changed, settled: isSettled };
    } catch (error) {
      if (!(error instanceof ScreenError)) throw error;
      return told;
    }
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

/** The phone's screen for its tenant, until `endScreen`: Android gives the same number to users of different tenants. */
export function screenOf(phone: ScreenPhone, user: number): DeviceScreen {
  const known = screens.get(phone);
  if (known?.user === user) return known;
  const screen = new DeviceScreen(phone, user);
  screens.set(phone, screen);
  return screen;
}

/** The tenant has gone. The next one gets a new screen, which knows nothing of the last. */
export function endScreen(phone: ScreenPhone): void {
  screens.get(phone)?.end();
  screens.delete(phone);
}

/**
 * The same, with what had to stay hidden on it before a restart of this program. `keys`: of the assignment, in base64. Throws
 * ScreenError where what was kept can't be read.
 */
export function rememberedScreenOf(
  phone: ScreenPhone,
  user: number,
  { dataDir, identity, keys }: { dataDir: string; identity: string; keys: readonly string[] },
): DeviceScreen {
  const screen = screenOf(phone, user);
  const secrets = keys.map((key) => Buffer.from(key, 'base64'));
  if (secrets.length > 0) screen.remember(new ScreenMemory({ dataDir, identity, user }, secrets));
  return screen;
}
