// The screen of one phone for programs of one tenant: readings, waits and actions, over all channels and connections. Its
// memory (names, hidden fields, results of actions) ends with the tenant.
import type { ActionResult, ScreenReply, ScreenRequest } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { type ControlPhone, ControlSession } from '../scrcpy/control-session.ts';
import { ActionJournal } from './action-journal.ts';
import { ActionResults } from './action-results.ts';
import { type ActionsDeps, runAction } from './actions.ts';
import { LiveInput } from './live-input.ts';
import { LiveScreen } from './live-screen.ts';
import { focusedField, isPasswordField, typeLive } from './live-typing.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { RefBook } from './outline/refs.ts';
import { Readings } from './readings.ts';
import { RecentSteps } from './recent-steps.ts';
import { refusal } from './refusal.ts';
import { RunningAction } from './running-action.ts';
import { ScreenError } from './screen-error.ts';
import { ScreenMemory } from './screen-memory.ts';
import type { ScreenReader } from './screen-reader.ts';
import { type Actor, type ScreenWatcher, watchScreen } from './screen-watcher.ts';
import { Seat, SeatLostError } from './seat.ts';
import { typedNotice } from './typed-notice.ts';

/** Of Android's own user, whom no tenant is. */
const ownerUser = 0;
const maxWaiting = 20;
const returnTimeoutMs = 2_000;
/** Clients cut what comes with a refusal much earlier than other answers. */
const maxReturnBytes = 8 * 1024;

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
  readonly #results = new ActionResults();
  /** Of input that comes with the picture, too. */
  readonly seat = new Seat();
  /** By hand at the picture, of all its channels. */
  readonly input: LiveInput;
  readonly #live: LiveScreen;
  readonly #steps = new RecentSteps();
  readonly #watchers = new Set<ScreenWatcher>([this.#steps]);
  /** The action that is done now. */
  #running: RunningAction | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(phone: ScreenPhone, user: number) {
    this.user = user;
    this.#phone = phone;
    this.#control = new ControlSession(phone);
    this.#readings = new Readings(() => phone.screen, { refs: new RefBook(), hidden: this.#hidden });
    this.#live = new LiveScreen(this.#readings);
    this.input = new LiveInput({
      hasClipboard: user === ownerUser,
      type: async (text, generation = 0, who) => {
        this.sawInput({ type: 'text', text }, who);
        let told = text;
        const onPassword = (): void => {
          told = '';
        };
        return typedNotice(await this.typeLive(text, generation, onPassword), told);
      },
      isPassword: () => isPasswordField(focusedField(this.#readings.last?.observation)),
      isOld: (generation) => generation !== undefined && this.seat.isLost(generation),
    });
    this.#readings.watchers.add((taken) => this.#steps.onReading(taken));
  }

  /** `signal`: nobody waits for the answer any more. */
  async answer(request: ScreenRequest, signal?: AbortSignal): Promise<ScreenReply> {
    const { id } = request;
    switch (request.type) {
      case 'read':
        return { id, reading: await this.#readings.read(request.caller, request.view, request.max_bytes) };
      case 'wait': {
        const { caller, until, view, max_bytes: maxBytes, goes_on: goesOn } = request;
        return { id, ...(await this.#readings.wait(caller, until, { view, maxBytes, goesOn })) };
      }
      case 'action':
        return { id, result: await this.#act(request) };
      case 'result_of': {
        const result = await this.#results.find(request);
        return { id, ...(result && { result }) };
      }
      case 'next':
        return { id, notice: await this.#live.next(request, signal) };
      case 'steps':
        return { id, steps: this.#steps.list() };
      case 'seat':
        this.seat.enter(request.generation, request.who);
        return { id };
    }
  }

  /** Hidden texts are read from there once, and stored there. Throws ScreenError if they can't be read. */
  remember(memory: ScreenMemory): void {
    if (this.#isOver) throw new ScreenError('failed', 'the tenant of this screen has gone');
    if (this.#memory !== undefined) return;
    const kept = memory.load();
    if (kept !== undefined) this.#hidden.restore(kept);
    this.#memory = memory;
    this.#keepLater();
  }

  /** The names of actions that were begun before this program was started are read from there, once, and kept there. */
  keepActions(open: () => ActionJournal): void {
    if (!this.#isOver) this.#results.journal ??= open();
  }

  /** The tenant has gone. Nothing more is kept, and nothing that waits is done or typed. */
  end(): void {
    this.#isOver = true;
    this.input.end();
    this.#memory = undefined;
    this.#results.journal = undefined;
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
  typeLive(text: string, generation: number, onPassword = () => {}): Promise<ActionResult> {
    return this.#inOrder(() => typeLive(this.#depsOf(generation), text, onPassword));
  }

  #depsOf(generation: number): ActionsDeps {
    return {
      phone: this.#phone,
      control: this.#control,
      user: this.user,
      keyboardApk: this.#phone.keyboardApk,
      checkSeat: () => {
        if (this.#isOver) throw new SeatLostError();
        this.seat.check(generation);
      },
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
    this.#running?.tell(watcher);
    return watchScreen(
      { readings: this.#readings, live: this.#live, watchers: this.#watchers },
      watcher,
      signal,
    );
  }

  /** Input by hand at the picture, as it goes to the phone. */
  sawInput(message: ControlMessage, who: Actor | null): void {
    this.#live.hurry();
    for (const watcher of this.#watchers) watcher.onInput(message, who);
  }

  #act(request: Extract<ScreenRequest, { type: 'action' }>): Promise<ActionResult> {
    const { action_id } = request;
    if (action_id === null) return this.#runInOrder(request, () => undefined);
    const named = { ...request, action_id };
    return (
      this.#results.find(named) ?? this.#results.keep(named, (begin) => this.#runInOrder(request, begin))
    );
  }

  /** `begin` is called before anything is done on the phone, and may throw. */
  #runInOrder(request: Extract<ScreenRequest, { type: 'action' }>, begin: () => void): Promise<ActionResult> {
    const { caller, generation, own_since } = request;
    return this.#inOrder(async () => {
      if (!this.seat.enter(generation)) return refusal('seat_lost', 'Somebody else has this phone since.');
      if (request.is_program === true && this.seat.hasReturned(caller, generation, own_since))
        return this.#tellReturn(caller);
      const deps = this.#depsOf(generation);
      const checkSeat = (): void => {
        deps.checkSeat();
        begin();
      };
      const { action, secret } = request;
      const onSecret = (): void => this.#running?.tellSecret();
      const run = () => runAction({ ...deps, checkSeat, secret, onSecret }, caller, action);
      return this.#watched(request, run);
    });
  }

  async #watched(
    { caller, action, secret, who }: Extract<ScreenRequest, { type: 'action' }>,
    run: () => Promise<ActionResult>,
  ): Promise<ActionResult> {
    const ref = 'ref' in action ? action.ref : undefined;
    const target = ref === undefined ? undefined : this.#readings.seenBy(caller, ref);
    const secretName = secret === undefined ? undefined : (secret.name ?? '');
    const running = new RunningAction({ action, who: who ?? null, target, secretName });
    this.#running = running;
    for (const watcher of this.#watchers) running.tell(watcher);
    const result = await run();
    this.#running = undefined;
    running.end(result);
    return result;
  }

  /** Nothing is done: the program decides anew, from what others have done on the phone. */
  async #tellReturn(caller: string): Promise<ActionResult> {
    const told = refusal(
      'seat_returned',
      'Somebody else had this phone since your last action. It is yours again.',
    );
    try {
      const { taken, isSettled } = await this.#readings.settle(returnTimeoutMs);
      const changes = this.#readings.changedSince(caller, taken.observation, maxReturnBytes);
      this.#readings.saw(caller, taken.observation.nodes);
      return { ...told, ...changes, settled: isSettled };
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
 * The same, with what had to stay hidden on it before a restart of this program, and which actions were begun. `keys`: of the
 * assignment, in base64. Throws ScreenError where what was kept can't be read.
 */
export function rememberedScreenOf(
  phone: ScreenPhone,
  user: number,
  { dataDir, identity, keys }: { dataDir: string; identity: string; keys: readonly string[] },
): DeviceScreen {
  const screen = screenOf(phone, user);
  const secrets = keys.map((key) => Buffer.from(key, 'base64'));
  const place = { dataDir, identity, user };
  if (secrets.length > 0) screen.remember(new ScreenMemory(place, secrets));
  screen.keepActions(() => new ActionJournal(place));
  return screen;
}
