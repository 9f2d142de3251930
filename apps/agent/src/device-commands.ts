// Runs the control plane's commands, one at a time for each device. A command may be sent again after a lost link: it
// is not run again, but its outcome is sent again once there is one.

import { join } from 'node:path';
import type { CommandMessage, CommandResult } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { createTenantUser } from './cleaning/android-users.ts';
import { createCheckResult, describeFailures } from './cleaning/checks.ts';
import { cleanPhone } from './cleaning/clean.ts';
import { takeBaseline } from './cleaning/take-baseline.ts';
import type { DeviceRunner } from './device-runner.ts';
import { wipeSpool } from './files/spool.ts';
import { endScreen } from './screen/device-screen.ts';
import { forgetScreens } from './screen/screen-memory.ts';
import { takeScreenshot } from './screenshot.ts';

const maxRemembered = 500;
const maxWaitingPerDevice = 4;

type Outcome = Omit<CommandResult, 'type' | 'command_id' | 'device_id'>;

export interface CommandDeps {
  readonly dataDir: string;
  readonly log: Logger;
  readonly runnerOf: (deviceId: string) => DeviceRunner | undefined;
  /** The tenant's time on this phone is over. */
  readonly onCleaning: (deviceId: string) => void;
  /** Returns false while there is no link; the control plane sends the command again. */
  readonly send: (result: CommandResult) => boolean;
}

export function createDeviceCommands(deps: CommandDeps): (command: CommandMessage) => void {
  const outcomes = new Map<string, Outcome | 'running'>();
  const queues = new Map<string, { waiting: number; last: Promise<void> }>();

  const reply = ({ command_id, device_id }: CommandMessage, outcome: Outcome): void => {
    deps.send({ type: 'command_result', command_id, device_id, ...outcome });
  };
  const remember = (id: string, outcome: Outcome | 'running'): void => {
    outcomes.delete(id);
    outcomes.set(id, outcome);
    for (const [oldId, old] of outcomes) {
      if (outcomes.size <= maxRemembered) break;
      if (old !== 'running') outcomes.delete(oldId);
    }
  };

  return (command) => {
    const known = outcomes.get(command.command_id);
    if (known === 'running') return;
    if (known !== undefined) return reply(command, known);
    const queue = queues.get(command.device_id) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= maxWaitingPerDevice) return reply(command, refusal('the phone is busy'));
    queue.waiting++;
    queues.set(command.device_id, queue);
    remember(command.command_id, 'running');
    queue.last = queue.last
      .then(() => runDeviceCommand(deps, command))
      .catch((error: unknown) => refusal(error instanceof Error ? error.message : String(error)))
      .then((outcome) => {
        queue.waiting--;
        // A command for an absent phone is sent again under the same id, and must run once the phone is there.
        if (deps.runnerOf(command.device_id) === undefined) outcomes.delete(command.command_id);
        else remember(command.command_id, outcome);
        if (!outcome.ok)
          deps.log.warn({ command: command.command, detail: outcome.detail }, 'a command failed');
        reply(command, outcome);
      });
  };
}

async function runDeviceCommand(deps: CommandDeps, command: CommandMessage): Promise<Outcome> {
  const runner = deps.runnerOf(command.device_id);
  if (runner === undefined) return refusal('the phone is not on this host');
  switch (command.command) {
    case 'take_baseline':
      return runner.hold(async (phone) => {
        const { baseline, evidence } = await takeBaseline(phone);
        return { ...toOutcome(evidence), baseline };
      });
    case 'clean': {
      const { baseline } = command;
      if (baseline === undefined) return refusal('the command has no baseline');
      deps.onCleaning(command.device_id);
      runner.tenantUser = undefined;
      endScreen(runner);
      const identity = runner.identity ?? '';
      forgetScreens(deps.dataDir, identity);
      const spool = { wipeSpool: () => wipeSpool(join(deps.dataDir, 'transfers'), identity) };
      return runner.hold(async (phone) => toOutcome(await cleanPhone({ ...phone, ...spool }, baseline)));
    }
    case 'prepare_tenant': {
      const { assignment_id } = command;
      if (assignment_id === undefined) return refusal('no assignment was named');
      const user = await runner.hold(async (phone) => createTenantUser(await phone.adb(), assignment_id));
      runner.tenantUser = user;
      return {
        ok: true,
        detail: '',
        tenant_user: user,
        evidence: [createCheckResult('tenant_user', `user ${user}`, [])],
      };
    }
    case 'reboot':
      await runner.hold((phone) => phone.restart());
      return { ok: true, detail: '' };
    case 'screenshot': {
      if (runner.tenantUser !== undefined) return refusal('a tenant has this phone');
      return { ok: true, detail: '', picture: await runner.withAdb(takeScreenshot) };
    }
    default:
      return refusal('this agent has no such command');
  }
}

function toOutcome(evidence: NonNullable<Outcome['evidence']>): Outcome {
  const detail = describeFailures(evidence);
  return { ok: detail === '', detail, evidence };
}

function refusal(detail: string): Outcome {
  return { ok: false, detail: detail.slice(0, 2_000) };
}
