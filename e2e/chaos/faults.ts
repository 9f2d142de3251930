// What is done to a running product: each of its processes is ended as a crash would, or stands still as a host
// does whose network is gone.
import { setTimeout as wait } from 'node:timers/promises';
import { listTree, readCommandLine } from '../../bench/process-tree.ts';

export type Fault = {
  readonly name: string;
  /** What must work again, and within how long (goals, "Comes back by itself"). */
  readonly back: 'picture' | 'calls';
  readonly aimMs: number;
  /** Does it, and returns when what it broke may come back. */
  strike(rootPid: number): Promise<void>;
};

const programs = {
  api: 'apps/api/src/main.ts',
  agent: 'apps/agent/src/main.ts',
  phones: 'packages/virtual-phone/src/main.ts',
  sandbox: 'packages/payment-sandbox/src/main.ts',
  mailbox: 'apps/mailbox/src/main.ts',
} as const;

const cutMs = 8_000;

/** The process below `rootPid` that runs this; undefined while it is gone. */
function find(rootPid: number, isMeant: (command: string) => boolean): number | undefined {
  return listTree(rootPid).find((pid) => isMeant(readCommandLine(pid)));
}

function kill(rootPid: number, isMeant: (command: string) => boolean, signal: NodeJS.Signals): boolean {
  const pid = find(rootPid, isMeant);
  if (pid === undefined) return false;
  process.kill(pid, signal);
  return true;
}

/** Ends one of the product's programs as a crash would; its supervisor starts it again. */
export function killProgram(rootPid: number, name: keyof typeof programs): void {
  mustStrike(name, kill(rootPid, isProgram(programs[name]), 'SIGKILL'));
}

const isProgram = (entry: string) => (command: string) => command.includes(entry);
const isPostgres = (command: string): boolean => /\/postgres .*-D/.test(command);

export const faults: readonly Fault[] = [
  killed('the API and its relay', programs.api, 'picture', 3_000),
  killed('the agent', programs.agent, 'picture', 5_000),
  {
    name: 'PostgreSQL killed',
    back: 'calls',
    aimMs: 5_000,
    strike: async (root) => mustStrike('PostgreSQL', kill(root, isPostgres, 'SIGKILL')),
  },
  {
    name: 'PostgreSQL restarted',
    back: 'calls',
    aimMs: 5_000,
    // Fast shutdown, as an administrator restarts it: clients are cut, a checkpoint is written.
    strike: async (root) => mustStrike('PostgreSQL', kill(root, isPostgres, 'SIGINT')),
  },
  killed('the payment sandbox', programs.sandbox, 'calls', 5_000),
  killed('the mailbox', programs.mailbox, 'calls', 5_000),
  killed('the phones', programs.phones, 'picture', 15_000),
  {
    name: `the agent’s link cut for ${cutMs / 1_000} s`,
    back: 'picture',
    // A cut longer than the link's 6 seconds: the host was shown offline and has to come back.
    aimMs: 5_000,
    strike: async (root) => {
      mustStrike('the agent', kill(root, isProgram(programs.agent), 'SIGSTOP'));
      await wait(cutMs);
      kill(root, isProgram(programs.agent), 'SIGCONT');
    },
  },
];

function killed(what: string, entry: string, back: Fault['back'], aimMs: number): Fault {
  return {
    name: `${what} killed`,
    back,
    aimMs,
    strike: async (root) => mustStrike(what, kill(root, isProgram(entry), 'SIGKILL')),
  };
}

function mustStrike(what: string, isDone: boolean): void {
  if (!isDone) throw new Error(`${what} is not running`);
}
