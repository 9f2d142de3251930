import type { WindowSize } from '@pocketfleet/adb-device';
import { runScript, type ShellIo, type ShellState } from './interpreter.ts';
import { createLineEditor } from './line-editor.ts';
import { createPipe, type Pipe } from './pipe.ts';
import type { ShellWorld } from './shell-world.ts';

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
  world: ShellWorld,
  state: ShellState,
  command: string,
  terminal: Terminal,
  io: ShellIo,
  closed: AbortSignal,
): Promise<number> {
  const history: string[] = [];
  const typed = createTypedInput(terminal.input);
  const show = (data: Uint8Array) => io.out(crlf(data));

  /** Runs one script with the terminal as its input and output. */
  const runOne = async (script: string): Promise<number> => {
    const interrupt = new AbortController();
    const signal = AbortSignal.any([closed, interrupt.signal]);
    const stdin = createPipe();
    const finished = new AbortController();
    state.env.set('COLUMNS', String(terminal.size.columns));
    state.env.set('LINES', String(terminal.size.rows));
    const feeding = feed(stdin, interrupt, finished.signal);
    try {
      return await runScript(world, state, script, { stdin, out: show, err: show }, signal);
    } finally {
      finished.abort();
      stdin.end();
      await feeding;
      // As in a real terminal, input that the program has not read goes to the shell.
      typed.putBack(stdin.takeUnread());
    }
  };

  /** Canonical mode: a line is sent to the program when it is complete. */
  const feed = async (stdin: Pipe, interrupt: AbortController, finished: AbortSignal): Promise<void> => {
    let line = '';
    for (;;) {
      const bytes = await typed.next(finished);
      if (bytes === null) {
        if (finished.aborted) typed.putBack(Buffer.from(line, 'latin1'));
        else stdin.end();
        return;
      }
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0;
        if (byte === CTRL_C) {
          await show(Buffer.from('^C\n'));
          line = '';
          interrupt.abort();
          stdin.end();
        } else if (byte === CTRL_D && line === '') {
          stdin.end();
        } else if (byte === 0x0d || byte === 0x0a) {
          await show(Buffer.from('\n'));
          void stdin.push(Buffer.from(`${line}\n`, 'latin1'));
          line = '';
        } else if (byte === 0x7f || byte === 0x08) {
          if (line.length > 0) await show(Buffer.from('\b \b'));
          line = line.slice(0, -1);
        } else if (line.length < 4096) {
          line += String.fromCharCode(byte);
          await io.out(Buffer.from([byte]));
        }
        if (!finished.aborted) continue;
        typed.putBack(bytes.subarray(at + 1));
        typed.putBack(Buffer.from(line, 'latin1'));
        return;
      }
    }
  };

  /** mksh's prompt begins with the code of a failed command. */
  const readLine = async (code: number): Promise<string | null> => {
    const prompt = `${code === 0 ? '' : `${code}|`}${world.model.device}:${state.cwd} $ `;
    const echo = (text: string) => void io.out(Buffer.from(text));
    const editor = createLineEditor(prompt, terminal.size.columns, history, echo);
    for (;;) {
      const bytes = await typed.next(closed);
      if (bytes === null) return null;
      const result = editor.type(bytes);
      if (result === undefined) continue;
      typed.putBack(result.rest);
      return result.line;
    }
  };

  if (command !== '') return runOne(command);
  let code = 0;
  for (;;) {
    const line = await readLine(code);
    if (line === null) return code;
    if (line.trim() === '') continue;
    code = await runOne(line);
    if (closed.aborted || state.exited !== undefined) return code;
  }
}

/** Typed input, a part of which can be put back for the next reader. */
function createTypedInput(input: Pipe) {
  let ahead: Buffer = Buffer.alloc(0);
  let isEnded = false;
  let reading: Promise<Buffer | null> | null = null;
  return {
    putBack(bytes: Buffer) {
      ahead = Buffer.concat([bytes, ahead]);
    },
    /** The next input; null at its end and when `stop` is aborted. An abort loses no input. */
    async next(stop: AbortSignal): Promise<Buffer | null> {
      if (ahead.length > 0) {
        const bytes = ahead;
        ahead = Buffer.alloc(0);
        return bytes;
      }
      if (isEnded || stop.aborted) return null;
      reading ??= input.read();
      const stopped = new Promise<'stopped'>((resolve) => {
        stop.addEventListener('abort', () => resolve('stopped'), { once: true });
      });
      const result = await Promise.race([reading, stopped]);
      if (result === 'stopped') return null;
      reading = null;
      if (result === null) isEnded = true;
      return result;
    },
  };
}

function crlf(data: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(data).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
