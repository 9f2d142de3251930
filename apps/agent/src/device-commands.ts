// What the control plane has a device do. One after the other for each device; a command that is sent again is
// not done again: while it runs it is answered at its end, afterwards its answer is repeated.
import { join } from 'node:path';
import type { CommandMessage, CommandResult } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { makeTenantUser } from './cleaning/android-users.ts';
import { item, reasonsOf } from './cleaning/checks.ts';
import { cleanPhone } from './cleaning/clean.ts';
import { takeBaseline } from './cleaning/take-baseline.ts';
import type { DeviceRunner } from './device-runner.ts';
import { wipeSpool } from './files/spool.ts';
import { takePicture } from './screenshot.ts';

const maxRemembered = 500;
const maxWaitingPerDevice = 4;

type Answer = Omit<CommandResult, 'type' | 'command_id' | 'device_id'>;

export interface CommandDeps {
  readonly dataDir: string;
  readonly log: Logger;
  readonly runnerOf: (deviceId: string) => DeviceRunner | undefined;
  /** False while there is no link; the control plane asks again. */
  readonly send: (result: CommandResult) => boolean;
}

export function createDeviceCommands(deps: CommandDeps): (command: CommandMessage) => void {
  const answers = new Map<string, Answer | 'running'>();
  const queues = new Map<string, { waiting: number; last: Promise<void> }>();

  const reply = ({ command_id, device_id }: CommandMessage, answer: Answer): void => {
    deps.send({ type: 'command_result', command_id, device_id, ...answer });
  };
  const remember = (id: string, answer: Answer | 'running'): void => {
    answers.delete(id);
    answers.set(id, answer);
    for (const [old, one] of answers) {
      if (answers.size <= maxRemembered) break;
      if (one !== 'running') answers.delete(old);
    }
  };

  return (command) => {
    const known = answers.get(command.command_id);
    if (known === 'running') return;
    if (known !== undefined) return reply(command, known);
    const queue = queues.get(command.device_id) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= maxWaitingPerDevice) return reply(command, refusal('the phone is busy'));
    queue.waiting++;
    queues.set(command.device_id, queue);
    remember(command.command_id, 'running');
    queue.last = queue.last
      .then(() => carryOut(deps, command))
      .catch((error: unknown) => refusal(error instanceof Error ? error.message : String(error)))
      .then((answer) => {
        queue.waiting--;
        // A phone that was away is asked again under the same id, and may then be there.
        if (deps.runnerOf(command.device_id) === undefined) answers.delete(command.command_id);
        else remember(command.command_id, answer);
        if (!answer.ok)
          deps.log.warn({ command: command.command, detail: answer.detail }, 'a command failed');
        reply(command, answer);
      });
  };
}

async function carryOut(deps: CommandDeps, command: CommandMessage): Promise<Answer> {
  const runner = deps.runnerOf(command.device_id);
  if (runner === undefined) return refusal('the phone is not on this host');
  switch (command.command) {
    case 'take_baseline':
      return runner.hold(async (phone) => {
        const { baseline, evidence } = await takeBaseline(phone);
        return { ...judged(evidence), baseline };
      });
    case 'clean': {
      const { baseline } = command;
      if (baseline === undefined) return refusal('nothing is known to clean it back to');
      runner.tenantUser = undefined;
      const spool = { wipeSpool: () => wipeSpool(join(deps.dataDir, 'transfers'), runner.identity ?? '') };
      return runner.hold(async (phone) => judged(await cleanPhone({ ...phone, ...spool }, baseline)));
    }
    case 'prepare_tenant': {
      const { assignment_id } = command;
      if (assignment_id === undefined) return refusal('no assignment was named');
      const user = await runner.hold(async (phone) => makeTenantUser(await phone.adb(), assignment_id));
      runner.tenantUser = user;
      return { ok: true, detail: '', tenant_user: user, evidence: [item('tenant_user', `user ${user}`, [])] };
    }
    case 'reboot':
      await runner.hold((phone) => phone.restart());
      return { ok: true, detail: '' };
    case 'screenshot': {
      if (runner.tenantUser !== undefined) return refusal('a tenant has this phone');
      return { ok: true, detail: '', picture: await runner.withAdb(takePicture) };
    }
    default:
      return refusal('this agent has no such command');
  }
}

function judged(evidence: NonNullable<Answer['evidence']>): Answer {
  const detail = reasonsOf(evidence);
  return { ok: detail === '', detail, evidence };
}

function refusal(detail: string): Answer {
  return { ok: false, detail: detail.slice(0, 2_000) };
}
