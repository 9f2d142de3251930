// Faults of a running product: each of its processes is killed as by a crash, or the agent's link is frozen as when a
// host loses its network.
import { setTimeout as wait } from 'node:timers/promises';
import { listTree, readCommandLine } from '../../bench/process-tree.ts';

export type Fault = {
  readonly name: string;
  /** The check that must work again, and the time limit for it. */
  readonly back: 'picture' | 'calls';
  readonly aimMs: number;
  /** Causes the fault, and returns when the recovery may begin. */
  strike(rootPid: number): Promise<void>;
};

const programs = {
  api: 'apps/api/src/main.ts',
  relay: 'apps/relay/src/main.ts',
  agent: 'apps/agent/src/main.ts',
  phones: 'packages/virtual-phone/src/main.ts',
  sandbox: 'packages/payment-sandbox/src/main.ts',
  mailbox: 'apps/mailbox/src/main.ts',
} as const;

const cutMs = 8_000;

/** The descendant of `rootPid` that runs this program; undefined while there is none. */
function find(rootPid: number, isMeant: (command: string) => boolean): number | undefined {
  return listTree(rootPid).find((pid) => isMeant(readCommandLine(pid)));
}

function kill(rootPid: number, isMeant: (command: string) => boolean, signal: NodeJS.Signals): boolean {
  const pid = find(rootPid, isMeant);
  if (pid === undefined) return false;
  process.kill(pid, signal);
  return true;
}

/** Kills one of the product's programs; its supervisor starts it again. */
export function killProgram(rootPid: number, name: keyof typeof programs): void {
  mustStrike(name, kill(rootPid, isProgram(programs[name]), 'SIGKILL'));
}

/** Stops one of the product's programs as a machine that hangs does, or lets it go on. */
export function holdProgram(rootPid: number, name: keyof typeof programs, isHeld: boolean): void {
  mustStrike(name, kill(rootPid, isProgram(programs[name]), isHeld ? 'SIGSTOP' : 'SIGCONT'));
}

const isProgram = (entry: string) => (command: string) => command.includes(entry);
const isPostgres = (command: string): boolean => /\/postgres .*-D/.test(command);

export const faults: readonly Fault[] = [
  killed('the API', programs.api, 'calls', 3_000),
  killed('the relay', programs.relay, 'picture', 3_000),
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
    // Fast shutdown, as in a restart by an administrator: clients are disconnected, a checkpoint is written.
    strike: async (root) => mustStrike('PostgreSQL', kill(root, isPostgres, 'SIGINT')),
  },
  killed('the payment sandbox', programs.sandbox, 'calls', 5_000),
  killed('the mailbox', programs.mailbox, 'calls', 5_000),
  killed('the phones', programs.phones, 'picture', 15_000),
  {
    name: `the agent’s link cut for ${cutMs / 1_000} s`,
    back: 'picture',
    // The cut is longer than the link's timeout of 6 seconds, so the host was shown offline and has to reconnect.
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
