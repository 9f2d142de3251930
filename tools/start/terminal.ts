// What the person at the keyboard sees: a calm list of steps, then the address. Logs go to files.
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export class Terminal {
  readonly #out: NodeJS.WriteStream;
  readonly #isLive: boolean;
  #waiting: { text: string; sinceMs: number; timer: NodeJS.Timeout } | undefined;

  constructor(out: NodeJS.WriteStream = process.stdout) {
    this.#out = out;
    this.#isLive = out.isTTY === true && process.env['CI'] === undefined;
  }

  title(text: string): void {
    this.#line(`\n  ${this.#style('bold', text)}\n`);
  }

  /** Shows that something takes a while; the next step, note or problem takes its place. */
  waiting(text: string): void {
    this.#clearWaiting();
    if (!this.#isLive) return;
    const sinceMs = Date.now();
    const draw = (): void => {
      const seconds = Math.round((Date.now() - sinceMs) / 1000);
      this.#out.write(`\r\u001b[K  ${this.#style('dim', `… ${text}${seconds > 1 ? `  ${seconds} s` : ''}`)}`);
    };
    draw();
    this.#waiting = { text, sinceMs, timer: setInterval(draw, 500) };
  }

  step(name: string, detail = ''): void {
    const rest = detail === '' ? name : `${name.padEnd(16)}${this.#style('dim', detail)}`;
    this.#line(`  ${this.#style('green', '✓')} ${rest}`);
  }

  note(text: string): void {
    this.#line(`  ${this.#style('yellow', '!')} ${text}`);
  }

  fact(name: string, value: string): void {
    this.#line(`  ${this.#style('dim', name.padEnd(10))}${value}`);
  }

  blank(): void {
    this.#line('');
  }

  /** Exactly this text on a line of its own, for people and for programs that wait for it. */
  plain(text: string): void {
    this.#line(text);
  }

  problem(text: string): void {
    this.#clearWaiting();
    process.stderr.write(`${text}\n`);
  }

  close(): void {
    this.#clearWaiting();
  }

  #line(text: string): void {
    const again = this.#waiting?.text;
    this.#clearWaiting();
    this.#out.write(`${text}\n`);
    if (again !== undefined && text.startsWith('  !')) this.waiting(again);
  }

  #clearWaiting(): void {
    if (this.#waiting === undefined) return;
    clearInterval(this.#waiting.timer);
    this.#waiting = undefined;
    this.#out.write('\r\u001b[K');
  }

  #style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#out });
  }
}
