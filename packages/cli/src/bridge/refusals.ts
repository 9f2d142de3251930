// The refusals of a bridge, for its log and `pocketfleet status`. The host and the phone decide how often that happens and what
// it says, so it is one line, cut, and at most ten lines a minute are printed; the others are counted.
import { oneLine } from '@pocketfleet/command-line';

const maxLength = 300;
const maxKept = 20;
const maxPerMinute = 10;

export class Refusals {
  readonly #log: (text: string) => void;
  readonly #nowMs: () => number;
  readonly #latest: string[] = [];
  #minute = Number.NaN;
  #printed = 0;
  #leftOut = 0;

  constructor(log: (text: string) => void, nowMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** The newest last. */
  latest(): string[] {
    return [...this.#latest];
  }

  add(service: string, reason: string): void {
    const text = oneLine(`${service.split(/[:,]/)[0] ?? ''}: ${reason}`).slice(0, maxLength);
    this.#latest.push(text);
    if (this.#latest.length > maxKept) this.#latest.shift();
    this.#print(text);
  }

  #print(text: string): void {
    const minute = Math.floor(this.#nowMs() / 60_000);
    if (minute !== this.#minute) {
      if (this.#leftOut > 0) this.#log(`refused ${this.#leftOut} more that are not listed`);
      [this.#minute, this.#printed, this.#leftOut] = [minute, 0, 0];
    }
    if (this.#printed < maxPerMinute) this.#log(`refused ${text}`);
    else this.#leftOut += 1;
    this.#printed += 1;
  }
}
