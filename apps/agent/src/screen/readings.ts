// Readings of one phone's screen for programs: outlines, changes since a caller's last reading, and waits.
import {
  maxOutlineBytes,
  type ScreenNode,
  type ScreenReading,
  type ScreenRequest,
  type ScreenState,
  type ScreenWait,
} from '@pocketfleet/contract';
import { compare } from './outline/changes.ts';
import { type Memory, type Observation, observe } from './outline/observation.ts';
import { type Outline, writeOutline } from './outline/outline-text.ts';
import { toFields } from './phone-state.ts';
import { ScreenError } from './screen-error.ts';
import type { ScreenReader } from './screen-reader.ts';
import { SeenScreens } from './seen-screens.ts';
import { readSwitchStates, withState } from './switch-states.ts';
import { parseTree } from './tree.ts';

/** Two captures that are equal tell that a screen has settled, if they are this far apart. */
const settleIntervalMs = 100;
const settledMemoryMs = 10_000;
const waitIntervalMs = 200;
const maxFullBytes = 512 * 1024;
/** Nodes that a person sees and uses are shortened later than what a program reads: the text of this many bytes. */
const maxLiveBytes = 128 * 1024;

type View = ScreenRequest extends infer Request ? (Request extends { view: infer V } ? V : never) : never;
/** How a reading is told. `maxBytes`: of its text, for a caller that takes no more. */
type Shown = { readonly view: View; readonly maxBytes?: number | undefined };
export type Taken = {
  readonly observation: Observation;
  readonly atMs: number;
  /** How long the phone took for it, with what it was busy with before. */
  readonly tookMs: number;
};

export class Readings {
  readonly #reader: () => ScreenReader | undefined;
  readonly #memory: Memory;
  /** The last screen that each caller saw. */
  readonly #seen = new SeenScreens();
  #last: Taken | undefined;
  #stillSinceMs = 0;
  /** A dump that has not begun, which later callers share: each may take ten seconds. */
  #nextDump: Promise<ReadonlyMap<string, ScreenState>> | undefined;
  /** Called after each reading, no matter who asked for it. */
  onTaken: () => void = () => undefined;
  /** The same, for a recording. */
  readonly watchers = new Set<(taken: Taken) => void>();

  constructor(reader: () => ScreenReader | undefined, memory: Memory) {
    this.#reader = reader;
    this.#memory = memory;
  }

  get last(): Taken | undefined {
    return this.#last;
  }

  /** Rejects with ScreenError. */
  async take(): Promise<Taken> {
    const reader = this.#reader();
    if (reader === undefined) throw new ScreenError('failed', 'the phone is not connected');
    const startedAtMs = performance.now();
    const { xml, isTruncated, isLocked } = await reader.capture();
    const tookMs = performance.now() - startedAtMs;
    // A reading that was begun earlier may have been taken meanwhile: captures are named in the order of their arrival.
    const observation = observe(parseTree(xml), isTruncated, this.#memory, isLocked);
    const isStill = this.#last?.observation.signature === observation.signature;
    if (!isStill || startedAtMs - (this.#last?.atMs ?? 0) > settledMemoryMs) this.#stillSinceMs = startedAtMs;
    const taken = { observation, atMs: startedAtMs, tookMs };
    this.#last = taken;
    this.onTaken();
    for (const watch of this.watchers) watch(taken);
    return taken;
  }

  /** Readings until two that are apart are equal. */
  async settle(
    timeoutMs: number,
    intervalMs = settleIntervalMs,
  ): Promise<{ taken: Taken; isSettled: boolean }> {
    const untilMs = performance.now() + timeoutMs;
    let before = await this.take();
    for (;;) {
      await pause(intervalMs);
      const taken = await this.take();
      if (taken.observation.signature === before.observation.signature) return { taken, isSettled: true };
      if (performance.now() >= untilMs) return { taken, isSettled: false };
      before = taken;
    }
  }

  async read(caller: string, view: View, maxBytes?: number): Promise<ScreenReading> {
    try {
      const { observation } = await this.take();
      const isFull = view === 'full';
      const told = isFull ? await this.#withSwitches(observation) : observation;
      const secure = isFull ? await this.#reader()?.isSecureInFront() : undefined;
      const reading = {
        ...this.#describe(caller, told, { view, maxBytes }),
        ...(secure === undefined ? {} : { secure }),
      };
      // Without what was asked for apart: the next reading doesn't know it, and its absence is no change.
      this.saw(caller, observation.nodes);
      return reading;
    } catch (error) {
      return this.describeProblem(error);
    }
  }

  /** A wait that goes on in another call is one wait: until its end, nothing of it counts as seen. */
  async wait(
    caller: string,
    until: ScreenWait,
    { goesOn = false, ...shown }: Shown & { readonly goesOn?: boolean | undefined },
  ): Promise<{ reading: ScreenReading; matched: boolean }> {
    const untilMs = performance.now() + until.timeout_ms;
    for (;;) {
      try {
        const { observation } = await this.take();
        const matched = holdsTrue(until, observation) && (!until.idle || this.#isSettled() === true);
        if (matched || performance.now() >= untilMs) {
          const reading = this.#describe(caller, observation, shown);
          if (matched || !goesOn) this.saw(caller, observation.nodes);
          return { reading, matched };
        }
      } catch (error) {
        // A screen that is off may come on, and another program may let go of the screen.
        if (performance.now() >= untilMs) return { reading: this.describeProblem(error), matched: false };
      }
      await pause(Math.max(0, Math.min(waitIntervalMs, untilMs - performance.now())));
    }
  }

  #describe(caller: string, observation: Observation, { view, maxBytes }: Shown): ScreenReading {
    const { head, nodes } = observation;
    const isFull = view === 'full';
    const outline = writeOutline(head, nodes, maxBytes ?? (isFull ? maxFullBytes : undefined), isFull);
    const seen = this.#seen.get(caller)?.nodes;
    const text = view === 'diff' && seen !== undefined ? diffOf(seen, nodes, outline) : outline.text;
    return { ...this.#toReading(observation, outline), text };
  }

  /** Why the screen can't be read. Nobody knows then whether its picture shows a secret that was typed. */
  describeProblem(error: unknown): ScreenReading {
    return {
      ...describeProblem(error),
      shows_secret: this.#memory.hidden.holdsSecrets,
      services_off: this.#reader()?.isHeld ?? false,
    };
  }

  /** The last reading, for a listener that is told each. */
  describeLast(): ScreenReading | undefined {
    const observation = this.#last?.observation;
    if (observation === undefined) return undefined;
    const { head, nodes } = observation;
    const outline = writeOutline(head, nodes);
    const whole = outline.shortened === 'none' ? outline : writeOutline(head, nodes, maxLiveBytes, true);
    return { ...this.#toReading(observation, whole), text: outline.text };
  }

  /** The changes since this caller's last reading. None for a caller who has read nothing. */
  changedSince(caller: string, now: Observation, maxBytes: number): { changed: string[]; text: string } {
    const seen = this.#seen.get(caller)?.nodes;
    return seen === undefined ? { changed: [], text: '' } : changesOf(seen, now, maxBytes);
  }

  /** The node as this caller saw it last. */
  seenBy(caller: string, ref: string): ScreenNode | undefined {
    return this.#seen.get(caller)?.nodes.find((node) => node.ref === ref);
  }

  saw(caller: string, nodes: readonly ScreenNode[]): void {
    this.#seen.set(caller, { nodes });
  }

  /** The same with the state of this switch. Undefined where Android doesn't tell it. */
  async withSwitch(observation: Observation, ref: string): Promise<Observation | undefined> {
    const states = await this.#switchStates();
    const nodes = observation.nodes.map((node) => (node.ref === ref ? withState(node, states) : node));
    const isKnown = nodes.some((node) => node.ref === ref && !node.states.includes('unknown'));
    return isKnown ? { ...observation, nodes } : undefined;
  }

  /** Asks for the states of switches where there are some. They stay unknown while another program needs the screen. */
  async #withSwitches(observation: Observation): Promise<Observation> {
    if (!observation.nodes.some(({ states }) => states.includes('unknown'))) return observation;
    const states = await this.#switchStates();
    return { ...observation, nodes: observation.nodes.map((node) => withState(node, states)) };
  }

  #switchStates(): Promise<ReadonlyMap<string, ScreenState>> {
    this.#nextDump ??= this.#dump();
    return this.#nextDump;
  }

  async #dump(): Promise<ReadonlyMap<string, ScreenState>> {
    let isBegun = false;
    const work = (...asked: Parameters<typeof readSwitchStates>) => {
      isBegun = true;
      this.#nextDump = undefined;
      return readSwitchStates(...asked);
    };
    const states = await this.#reader()
      ?.withFreeScreen(work)
      .catch(() => undefined);
    if (!isBegun) this.#nextDump = undefined;
    return states ?? new Map();
  }

  #toReading(observation: Observation, outline: Outline): ScreenReading {
    const servicesOff = this.#reader()?.isHeld ?? false;
    return { ...toReading(observation, outline, this.#isSettled()), services_off: servicesOff };
  }

  /** Null while there was only one reading of this screen, or none that is far enough away. */
  #isSettled(): boolean | null {
    const last = this.#last;
    if (last === undefined) return null;
    return last.atMs - this.#stillSinceMs >= settleIntervalMs ? true : null;
  }
}

/** As lines, or as the outline where that says it shorter. Neither is longer than `maxBytes`. */
export function changesOf(
  before: readonly ScreenNode[],
  { head, nodes }: Observation,
  maxBytes: number = maxOutlineBytes,
): { changed: string[]; text: string } {
  const { lines, isOther } = compare(before, nodes);
  if (!isOther && Buffer.byteLength(lines.join('\n')) <= maxBytes) return { changed: [...lines], text: '' };
  return { changed: [], text: writeOutline(head, nodes, maxBytes).text };
}

function describeProblem(error: unknown): ScreenReading {
  const problem = error instanceof ScreenError ? error.problem : 'failed';
  return {
    untrusted: true,
    problem,
    detail: error instanceof Error ? error.message.slice(0, 500) : '',
    busy: problem === 'busy',
    app: '',
    display: null,
    settled: null,
    truncated: false,
    shortened: 'none',
    keyboard: null,
    ...toFields(error instanceof ScreenError ? error.state : undefined),
    text: '',
    nodes: [],
  };
}

function toReading(observation: Observation, outline: Outline, settled: boolean | null): ScreenReading {
  return {
    untrusted: true,
    problem: null,
    detail: '',
    busy: false,
    app: observation.head.app,
    display: observation.display,
    settled,
    truncated: observation.isTruncated,
    shortened: outline.shortened,
    keyboard: observation.keyboard,
    ...(observation.isLocked === undefined ? {} : { locked: observation.isLocked, display_off: false }),
    shows_secret: observation.showsSecret,
    text: outline.text,
    nodes: [...outline.nodes],
  };
}

function diffOf(seen: readonly ScreenNode[], nodes: readonly ScreenNode[], outline: Outline): string {
  const { lines, isOther } = compare(seen, nodes);
  const diff = lines.join('\n');
  return isOther || Buffer.byteLength(diff) > Buffer.byteLength(outline.text) ? outline.text : diff;
}

/** True when the target of the wait is there; with `gone`, when it isn't. */
function holdsTrue({ text, ref, app, gone }: ScreenWait, { head, nodes }: Observation): boolean {
  const contains = (words: string): boolean => {
    const wanted = words.toLowerCase();
    return nodes.some(({ label, value, hint }) =>
      [label, value ?? '', hint ?? ''].some((part) => part.toLowerCase().includes(wanted)),
    );
  };
  const conditions = [
    ...(text === undefined ? [] : [contains(text)]),
    ...(ref === undefined ? [] : [nodes.some((node) => node.ref === ref)]),
    ...(app === undefined ? [] : [head.app === app]),
  ];
  return conditions.every((isThere) => isThere !== gone);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
