// A shell on the phone in this terminal, or one command of it.
import type { Adb } from '@yume-chan/adb';

type Bytes = AsyncIterable<Uint8Array>;
type InputWriter = { write: (bytes: Uint8Array) => Promise<void>; close: () => Promise<void> };

/** Returns the exit status: the command's own, or 255 when the shell was cut. */
export async function runShell(adb: Adb, command: string): Promise<number> {
  const shell = adb.subprocess.shellProtocol;
  if (shell === undefined) throw new Error('This phone’s adb is too old for a shell with exit statuses.');
  return command === '' ? runTerminal(await shell.pty()) : runCommand(await shell.spawn(command));
}

type Child = Awaited<ReturnType<NonNullable<Adb['subprocess']['shellProtocol']>['spawn']>>;
type Pty = Awaited<ReturnType<NonNullable<Adb['subprocess']['shellProtocol']>['pty']>>;

async function runCommand(child: Child): Promise<number> {
  const stopInput = forwardInput(child.stdin.getWriter() as unknown as InputWriter);
  try {
    await Promise.all([
      copy(child.stdout as unknown as Bytes, process.stdout),
      copy(child.stderr as unknown as Bytes, process.stderr),
    ]);
    return await Promise.resolve(child.exited).catch(() => 255);
  } finally {
    stopInput();
  }
}

async function runTerminal(pty: Pty): Promise<number> {
  const isTerminal = process.stdin.isTTY === true;
  const resize = (): void => {
    if (process.stdout.isTTY) void pty.resize(process.stdout.rows, process.stdout.columns);
  };
  if (isTerminal) process.stdin.setRawMode(true);
  process.stdout.on('resize', resize);
  resize();
  const stopInput = forwardInput(pty.input.getWriter() as unknown as InputWriter);
  try {
    await copy(pty.output as unknown as Bytes, process.stdout);
    return await Promise.resolve(pty.exited).catch(() => 255);
  } finally {
    stopInput();
    process.stdout.off('resize', resize);
    if (isTerminal) process.stdin.setRawMode(false);
  }
}

/** Sends what is typed or piped in; returns a function that stops it. */
function forwardInput(writer: InputWriter): () => void {
  const { stdin } = process;
  const onData = (chunk: Buffer): void => {
    stdin.pause();
    writer.write(chunk).then(
      () => stdin.resume(),
      () => undefined,
    );
  };
  const onEnd = (): void => void writer.close().catch(() => undefined);
  stdin.on('data', onData);
  stdin.once('end', onEnd);
  return () => {
    stdin.off('data', onData);
    stdin.off('end', onEnd);
    stdin.pause();
  };
}

async function copy(from: Bytes, to: NodeJS.WriteStream): Promise<void> {
  for await (const chunk of from) {
    if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve));
  }
}
