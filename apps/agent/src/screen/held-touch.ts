// One more reading while a finger is down. A list or a drawer may have moved since the reading before: the finger leaves the
// screen without a press then. Phones that read slowly are not asked, because a finger that waits becomes a long press.
import { isAway, type TouchedNode } from './missed.ts';
import type { Readings } from './readings.ts';

/** Android takes 400 ms for a long press, on some phones less. */
const maxHeldMs = 250;
const maxReadingMs = 150;
export const notPressed = 'The control had moved, so the finger left the screen without a press.';

export class HeldTouch {
  readonly #readings: Pick<Readings, 'take' | 'last'>;
  readonly #touched: TouchedNode;
  /** The result of `look`. */
  #found: 'there' | 'away' | undefined;

  constructor(readings: Pick<Readings, 'take' | 'last'>, touched: TouchedNode) {
    this.#readings = readings;
    this.#touched = touched;
  }

  get wasAway(): boolean {
    return this.#found === 'away';
  }

  /** False where nobody could look. */
  get wasThere(): boolean {
    return this.#found === 'there';
  }

  /** Never rejects, and takes no longer than a finger may wait. A reading that comes later says nothing about now. */
  async look(): Promise<boolean> {
    if ((this.#readings.last?.tookMs ?? Number.POSITIVE_INFINITY) > maxReadingMs) return false;
    const reading = this.#readings.take().then(
      ({ observation }) => (isAway(this.#touched, observation) ? 'away' : 'there'),
      () => undefined,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, maxHeldMs, undefined);
    });
    this.#found = await Promise.race([reading, late]);
    clearTimeout(timer);
    return this.wasAway;
  }
}
