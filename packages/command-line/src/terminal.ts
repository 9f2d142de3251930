// The command's input and output; tests replace them.
import { isCancel, password, spinner, text } from '@clack/prompts';
import { CommandError } from './exit-codes.ts';
import type { Environment } from './session-file.ts';

export type Terminal = {
  env: Environment;
  write: (text: string) => void;
  writeError: (text: string) => void;
  /** How wide stdout is now; undefined where it is no terminal. */
  readonly columns?: number | undefined;
  /** Asks the user; `isSecret` hides the input. Without a terminal it reads one line of stdin. */
  ask: (question: string, options?: { isSecret?: boolean }) => Promise<string>;
  /** Shows progress on stderr, on a terminal only. */
  progress: (title: string) => { say: (text: string) => void; end: (text: string) => void };
};

export function createTerminal(env: Environment): Terminal {
  const isInteractive = process.stdin.isTTY && process.stderr.isTTY;
  const lines = isInteractive ? undefined : readLines();
  return {
    env,
    write: (chunk) => process.stdout.write(chunk),
    writeError: (chunk) => process.stderr.write(chunk),
    get columns() {
      return process.stdout.isTTY ? process.stdout.columns : undefined;
    },
    ask: async (question, { isSecret = false } = {}) => {
      if (lines !== undefined) {
        const line = await lines.next();
        if (line.done === true) throw new CommandError('usage', `${question}: nothing was given on stdin.`);
        return line.value;
      }
      const options = { message: question, output: process.stderr };
      const answer = await (isSecret ? password(options) : text(options));
      if (isCancel(answer) || typeof answer !== 'string') throw new CommandError('usage', 'Cancelled.');
      return answer;
    },
    progress: (title) => {
      if (!isInteractive) return { say: () => undefined, end: () => undefined };
      const shown = spinner({ output: process.stderr });
      shown.start(title);
      return { say: (words) => shown.message(words), end: (words) => shown.stop(words) };
    },
  };
}

async function* readLines(): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    rest += chunk;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.slice(0, end).replace(/\r$/, '');
      rest = rest.slice(end + 1);
    }
  }
  if (rest !== '') yield rest;
}
