// Prints the steps of a command on the terminal. Logs go to files.
import * as util from 'node:util';

// Node 20.12 and newer have styleText. Older ones print without colours until Node 24 is installed.
const styleText = util.styleText ?? ((/** @type {string} */ _style, /** @type {string} */ text) => text);

export class Terminal {
  #out;
  #isLive;
  /** @type {{ text: string, timer: NodeJS.Timeout } | undefined} */
  #waiting;

  /** @param {NodeJS.WriteStream} out */
  constructor(out = process.stdout) {
    this.#out = out;
    this.#isLive = out.isTTY === true && process.env.CI === undefined;
  }

  /** @param {string} text */
  title(text) {
    this.plain(`\n  ${this.#style('bold', text)}\n`);
  }

  /**
   * Shows a line that counts the seconds until the next line is printed. A log can't show it.
   * @param {string} text
   */
  waiting(text) {
    this.#clearWaiting();
    if (!this.#isLive) return;
    const startedMs = Date.now();
    const update = () => {
      const seconds = Math.round((Date.now() - startedMs) / 1000);
      this.#out.write(`\r\u001b[K  ${this.#style('dim', `… ${text}${seconds > 1 ? `  ${seconds} s` : ''}`)}`);
    };
    update();
    this.#waiting = { text, timer: setInterval(update, 500) };
  }

  /** @param {string} name @param {string} detail */
  step(name, detail = '') {
    const line = detail === '' ? name : `${name.padEnd(14)}  ${this.#style('dim', detail)}`;
    this.plain(`  ${this.#style('green', '✓')} ${line}`);
  }

  /**
   * Prints a note above the line that is waiting.
   * @param {string} text
   */
  note(text) {
    const waiting = this.#waiting?.text;
    this.plain(`  ${this.#style('yellow', '!')} ${text}`);
    if (waiting !== undefined) this.waiting(waiting);
  }

  /** @param {string} name @param {string} value */
  fact(name, value) {
    this.plain(`  ${this.#style('dim', name.padEnd(10))}${value}`);
  }

  /**
   * Prints exactly this text as a line, for people and for programs that wait for it.
   * @param {string} text
   */
  plain(text) {
    this.#clearWaiting();
    this.#out.write(`${text}\n`);
  }

  /** @param {string} text */
  error(text) {
    this.#clearWaiting();
    process.stderr.write(`${text}\n`);
  }

  close() {
    this.#clearWaiting();
  }

  #clearWaiting() {
    if (this.#waiting === undefined) return;
    clearInterval(this.#waiting.timer);
    this.#waiting = undefined;
    this.#out.write('\r\u001b[K');
  }

  /** @param {'bold' | 'dim' | 'green' | 'yellow'} style @param {string} text */
  #style(style, text) {
    return styleText(style, text, { stream: this.#out });
  }
}
