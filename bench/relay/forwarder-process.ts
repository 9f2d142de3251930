// The forwarder as a child process: its ports, its requests, its CPU use.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { ForwarderMessage } from './forwarder.ts';

/** The product's relay; plain websockets that are only joined; or a raw pipe. */
export type ForwarderKind = 'relay' | 'sockets' | 'pipe';
export type Forwarder = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ports: { agents: number; viewers: number };
  /** The relay requests a channel from this stream's agent. */
  onOpenChannel(listener: (stream: string) => void): void;
  /** The next message of this type. */
  next<Type extends ForwarderMessage['type']>(type: Type): Promise<ForwarderMessage & { type: Type }>;
  cpuSeconds(): Promise<number>;
  stop(): void;
};

const answerWithinMs = 60_000;

export async function startForwarder(kind: ForwarderKind): Promise<Forwarder> {
  const child = fork(join(import.meta.dirname, 'forwarder.ts'), [kind], { execArgv: [] });
  const next = <Type extends ForwarderMessage['type']>(type: Type) => answerOf(child, type);
  const ports = await next('ports');
  return {
    child,
    pid: child.pid ?? 0,
    ports,
    onOpenChannel: (listener) =>
      void child.on('message', (message: ForwarderMessage) => {
        if (message.type === 'open_channel') listener(message.stream);
      }),
    next,
    cpuSeconds: async () => {
      const answer = next('cpu');
      child.send('cpu');
      return (await answer).seconds;
    },
    stop: () => child.disconnect(),
  };
}

function answerOf<Type extends ForwarderMessage['type']>(
  child: ChildProcess,
  type: Type,
): Promise<ForwarderMessage & { type: Type }> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => finish(new Error(`the forwarder says no ${type}`)), answerWithinMs);
    const onMessage = (message: ForwarderMessage): void => {
      if (message.type === type) finish(message as ForwarderMessage & { type: Type });
    };
    const onExit = (): void => finish(new Error('the forwarder ended'));
    const finish = (outcome: Error | (ForwarderMessage & { type: Type })): void => {
      clearTimeout(limit);
      child.off('message', onMessage).off('exit', onExit);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    child.on('message', onMessage).once('exit', onExit);
  });
}
