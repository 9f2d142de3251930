// Baseline of the adb-bridge row: the customer's computer, the relay and the agent as processes that only forward, with the
// same line between the first two.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Line, openLine, type Shape } from '../../e2e/line.ts';

export type JoinedHops = {
  /** For `adb connect`. */
  readonly port: number;
  shape(shape: Shape | undefined): void;
  stop(): Promise<void>;
};

const entry = join(import.meta.dirname, 'joined-hop.ts');

export async function joinHopsToPhone(phonePort: number): Promise<JoinedHops> {
  const children: ChildProcess[] = [];
  let line: Line | undefined;
  const hop = async (from: 'tcp' | 'ws', target: string): Promise<number> => {
    const child = fork(entry, [from, target], { execArgv: [] });
    children.push(child);
    const [port] = (await once(child, 'message')) as [number];
    return port;
  };
  const stop = async (): Promise<void> => {
    await line?.stop();
    for (const child of children) child.kill();
  };
  try {
    const agent = await hop('ws', `tcp://127.0.0.1:${phonePort}`);
    const relay = await hop('ws', `ws://127.0.0.1:${agent}`);
    line = await openLine(`http://127.0.0.1:${relay}`);
    const { shape } = line;
    return { port: await hop('tcp', `ws://127.0.0.1:${line.port}`), shape, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
