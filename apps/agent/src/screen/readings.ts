// Readings of one phone's screen for programs: outlines, changes since a caller's last reading, and waits.
import type { ScreenNode, ScreenReading, ScreenRequest, ScreenWait } from '@pocketfleet/contract';
import { compare } from './outline/changes.ts';
import { type Memory, type Observation, observe } from './outline/observation.ts';
import { type Outline, writeOutline } from './outline/outline-text.ts';
import { ScreenError } from './screen-error.ts';
import type { ScreenReader } from './screen-reader.ts';
import { readSwitchStates, withState } from './switch-states.ts';
import { parseTree } from './tree.ts';

/** Two captures that are equal tell that a screen has settled, if they are this far apart. */
const settleIntervalMs = 100;
const settledMemoryMs = 10_000;
const waitIntervalMs = 200;
const maxCallers = 100;
const maxFullBytes = 512 * 1024;

type View = ScreenRequest extends infer Request ? (Request extends { view: infer V } ? V : never) : never;
export type Taken = { readonly observation: Observation; readonly atMs: number };

export class Readings {
  readonly #reader: () => ScreenReader | undefined;
  readonly #memory: Memory;
  /** What each caller saw last. */
  readonly #seen = new Map<string, readonly ScreenNode[]>();
  #last: Taken | undefined;
  #stillSinceMs = 0;
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
    const { xml, isTruncated } = await reader.capture();
    // A reading that was begun earlier may have been taken meanwhile: captures are named in the order of their arrival.
    const observation = observe(parseTree(xml), isTruncated, this.#memory);
    const isStill = this.#last?.observation.signature === observation.signature;
    if (!isStill || startedAtMs - (this.#last?.atMs ?? 0) > settledMemoryMs) this.#stillSinceMs = startedAtMs;
    const taken = { observation, atMs: startedAtMs };
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

  async read(caller: string, view: View): Promise<ScreenReading> {
    try {
      const { observation } = await this.take();
      const told = view === 'full' ? await this.#withSwitches(observation) : observation;
      return this.describe(caller, told, view, this.#isSettled());
    } catch (error) {
      return describeProblem(error);
    }
  }

  async wait(
    caller: string,
    view: View,
    until: ScreenWait,
  ): Promise<{ reading: ScreenReading; matched: boolean }> {
    const untilMs = performance.now() + until.timeout_ms;
    for (;;) {
      try {
        const { observation } = await this.take();
        const matched = holdsTrue(until, observation) && (!until.idle || this.#isSettled() === true);
        if (matched || performance.now() >= untilMs) {
          return { reading: this.describe(caller, observation, view, this.#isSettled()), matched };
        }
      } catch (error) {
        // A screen that is off may come on, and another program may let go of the screen.
        if (performance.now() >= untilMs) return { reading: describeProblem(error), matched: false };
      }
      await pause(Math.max(0, Math.min(waitIntervalMs, untilMs - performance.now())));
    }
  }

  describe(caller: string, observation: Observation, view: View, settled: boolean | null): ScreenReading {
    const { head, nodes } = observation;
    const outline = writeOutline(head, nodes, view === 'full' ? maxFullBytes : undefined);
    const seen = this.#seen.get(caller);
    this.saw(caller, nodes);
    const text = view === 'diff' && seen !== undefined ? diffOf(seen, nodes, outline) : outline.text;
    return { ...toReading(observation, outline, settled), text };
  }

  /** The last reading, for a listener that is told each. */
  describeLast(): ScreenReading | undefined {
    const observation = this.#last?.observation;
    if (observation === undefined) return undefined;
    return toReading(observation, writeOutline(observation.head, observation.nodes), this.#isSettled());
  }

  /** What has changed since this caller's last reading, as lines. Empty for a caller who has read nothing. */
  changedSince(caller: string, now: Observation): readonly string[] {
    const seen = this.#seen.get(caller);
    return seen === undefined ? [] : compare(seen, now.nodes).lines;
  }

  /** The node as this caller saw it last. */
  seenBy(caller: string, ref: string): ScreenNode | undefined {
    return this.#seen.get(caller)?.find((node) => node.ref === ref);
  }

  saw(caller: string, nodes: readonly ScreenNode[]): void {
    this.#seen.delete(caller);
    this.#seen.set(caller, nodes);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= maxCallers) break;
      this.#seen.delete(oldest);
    }
  }

  /** Asks for the states of switches where there are some. They stay unknown while another program needs the screen. */
  async #withSwitches(observation: Observation): Promise<Observation> {
    const reader = this.#reader();
    if (reader === undefined || !observation.nodes.some(({ states }) => states.includes('unknown')))
      return observation;
    const states = await reader.withFreeScreen(readSwitchStates).catch(() => new Map());
    return { ...observation, nodes: observation.nodes.map((node) => withState(node, states)) };
  }

  /** Null while there was only one reading of this screen, or none that is far enough away. */
  #isSettled(): boolean | null {
    const last = this.#last;
    if (last === undefined) return null;
    return last.atMs - this.#stillSinceMs >= settleIntervalMs ? true : null;
  }
}

export function describeProblem(error: unknown): ScreenReading {
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
    text: outline.text,
    nodes: [...outline.nodes],
  };
}

function diffOf(seen: readonly ScreenNode[], nodes: readonly ScreenNode[], outline: Outline): string {
  const { lines, isOther } = compare(seen, nodes);
  const diff = lines.join('\n');
  return isOther || Buffer.byteLength(diff) > Buffer.byteLength(outline.text) ? outline.text : diff;
}

/** What is waited for is there; with `gone`, none of it is. */
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
