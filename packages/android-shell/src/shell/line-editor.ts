// Reads one line at the shell's prompt: Node's readline edits it, with its keys and its history.
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';

export interface LineEditor {
  /**
   * Takes typed bytes. `line` is the finished line, empty after ^C, or null for ^D; the bytes behind it are `rest`,
   * and belong to the program that the line starts.
   */
  type(bytes: Buffer): { readonly line: string | null; readonly rest: Buffer } | undefined;
}

const MAX_HISTORY = 200;

/** `show` receives the bytes for the terminal. `history` has the newest line first, and is extended. */
export function createLineEditor(
  prompt: string,
  columns: number,
  history: string[],
  show: (text: string) => void,
): LineEditor {
  let isPrompting = true;
  const input = new PassThrough();
  const output = Object.assign(
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        if (!isPrompting) show(text);
        done();
      },
    }),
    { columns, isTTY: true },
  );
  const editor = createInterface({
    input,
    output,
    terminal: true,
    prompt,
    history,
    historySize: MAX_HISTORY,
  });
  let line: string | null | undefined;
  editor.on('history', (next: string[]) => history.splice(0, history.length, ...next));
  editor.on('line', (text) => {
    line = text;
  });
  editor.on('SIGINT', () => {
    show('^C\r\n');
    line = '';
  });
  editor.on('close', () => {
    line ??= null;
  });
  // Readline would clear the line first; a shell only writes its prompt.
  editor.prompt();
  isPrompting = false;
  show(prompt);
  return {
    type(bytes) {
      for (let at = 0; at < bytes.length; at++) {
        // Byte by byte, so that nothing behind the line is taken.
        input.emit('data', bytes.subarray(at, at + 1));
        if (line === undefined) continue;
        const result = { line, rest: Buffer.from(bytes.subarray(at + 1)) };
        editor.close();
        if (line === null) show('\r\n');
        return result;
      }
      return undefined;
    },
  };
}
