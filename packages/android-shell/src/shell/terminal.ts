import type { WindowSize } from '@pocketfleet/adb-device';
import { runScript, type ShellDeps, type ShellIo, type ShellState } from './interpreter.ts';
import { createLineEditor } from './line-editor.ts';
import { createPipe, type Pipe } from './pipe.ts';

/** A pseudo-terminal: its input and its window. */
export interface Terminal {
  readonly input: Pipe;
  size: WindowSize;
}

const CTRL_C = 0x03;
const CTRL_D = 0x04;

/**
 * Runs one command, or an interactive shell if `command` is empty, on a terminal: input is echoed and edited, line
 * feeds are written as CR LF, ^C stops the running command and ^D ends the input.
 */
export async function runTerminal(
  deps: ShellDeps,
  state: ShellState,
  command: string,
  terminal: Terminal,
  io: ShellIo,
  closed: AbortSignal,
): Promise<number> {
  const session = new TerminalSession(deps, state, terminal, io, closed);
  return command === '' ? session.interactive() : session.single(command);
}

class TerminalSession {
  private readonly deps: ShellDeps;
  private readonly state: ShellState;
  private readonly terminal: Terminal;
  private readonly io: ShellIo;
  private readonly closed: AbortSignal;
  private readonly history: string[] = [];
  /** Input that was typed before a program or the prompt has read it. */
  private ahead: Buffer = Buffer.alloc(0);
  private inputEnded = false;
  private reading: Promise<Buffer | null> | null = null;

  constructor(deps: ShellDeps, state: ShellState, terminal: Terminal, io: ShellIo, closed: AbortSignal) {
    this.deps = deps;
    this.state = state;
    this.terminal = terminal;
    this.io = io;
    this.closed = closed;
  }

  async interactive(): Promise<number> {
    let code = 0;
    for (;;) {
      const line = await this.readLine(code);
      if (line === null) return code;
      if (line.trim() === '') continue;
      code = await this.single(line);
      if (this.closed.aborted || this.state.exited !== undefined) return code;
    }
  }

  /** Runs one script with the terminal as its input and output. */
  async single(script: string): Promise<number> {
    const interrupt = new AbortController();
    const signal = AbortSignal.any([this.closed, interrupt.signal]);
    const stdin = createPipe();
    const finished = new AbortController();
    const io: ShellIo = {
      stdin,
      out: (data) => this.io.out(crlf(data)),
      err: (data) => this.io.out(crlf(data)),
    };
    this.state.env.set('COLUMNS', String(this.terminal.size.columns));
    this.state.env.set('LINES', String(this.terminal.size.rows));
    const feeding = this.feed(stdin, interrupt, finished.signal);
    try {
      return await runScript(this.deps, this.state, script, io, signal);
    } finally {
      finished.abort();
      stdin.end();
      await feeding;
      // As in a real terminal, input that the program has not read goes to the shell.
      this.ahead = Buffer.concat([stdin.takeUnread(), this.ahead]);
    }
  }

  /** Canonical mode: a line is sent to the program when it is complete. */
  private async feed(stdin: Pipe, interrupt: AbortController, finished: AbortSignal): Promise<void> {
    let line = '';
    for (;;) {
      const typed = await this.nextTyped(finished);
      if (typed === null) {
        if (finished.aborted) this.ahead = Buffer.from(line, 'latin1');
        else stdin.end();
        return;
      }
      for (let at = 0; at < typed.length; at++) {
        const byte = typed[at] ?? 0;
        if (byte === CTRL_C) {
          await this.show('^C\n');
          line = '';
          interrupt.abort();
          stdin.end();
        } else if (byte === CTRL_D && line === '') {
          stdin.end();
        } else if (byte === 0x0d || byte === 0x0a) {
          await this.show('\n');
          void stdin.push(Buffer.from(`${line}\n`, 'latin1'));
          line = '';
        } else if (byte === 0x7f || byte === 0x08) {
          if (line.length > 0) await this.show('\b \b');
          line = line.slice(0, -1);
        } else if (line.length < 4096) {
          line += String.fromCharCode(byte);
          await this.io.out(Buffer.from([byte]));
        }
        if (finished.aborted) {
          this.ahead = Buffer.concat([Buffer.from(line, 'latin1'), typed.subarray(at + 1)]);
          return;
        }
      }
    }
  }

  /** mksh's prompt begins with the code of a failed command. */
  private async readLine(code: number): Promise<string | null> {
    const failure = code === 0 ? '' : `${code}|`;
    const prompt = `${failure}${this.deps.world.model.device}:${this.state.cwd} $ `;
    const show = (text: string) => void this.io.out(Buffer.from(text));
    const editor = createLineEditor(prompt, this.terminal.size.columns, this.history, show);
    for (;;) {
      const typed = await this.nextTyped(this.closed);
      if (typed === null) return null;
      const result = editor.type(typed);
      if (result === undefined) continue;
      this.ahead = result.rest;
      return result.line;
    }
  }

  /** The next input; null at its end and when `stop` is aborted. An abort loses no input. */
  private async nextTyped(stop: AbortSignal): Promise<Buffer | null> {
    if (this.ahead.length > 0) {
      const ahead = this.ahead;
      this.ahead = Buffer.alloc(0);
      return ahead;
    }
    if (this.inputEnded || stop.aborted) return null;
    this.reading ??= this.terminal.input.read();
    const reading = this.reading;
    const stopped = new Promise<'stopped'>((resolve) => {
      stop.addEventListener('abort', () => resolve('stopped'), { once: true });
    });
    const result = await Promise.race([reading, stopped]);
    if (result === 'stopped') return null;
    this.reading = null;
    if (result === null) this.inputEnded = true;
    return result;
  }

  private async show(text: string): Promise<void> {
    await this.io.out(crlf(Buffer.from(text)));
  }
}

function crlf(data: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(data).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
