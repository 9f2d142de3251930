import { join } from 'node:path';
import { findFreePort, portTrouble } from '../postgres/free-port.ts';
import { readJson, writeJson } from './data-folder.ts';
import { Refusal } from './refusal.ts';
import { startOnFreePorts, type WantedPort } from './start-command.ts';

/** Ports that nobody needs to know beforehand: chosen once, kept in ports.json, so addresses stay. */
export type InnerPorts = {
  readonly database: number;
  readonly smtp: number;
  readonly mailbox: number;
  readonly sandbox: number;
  readonly phones: readonly number[];
};

/** Refuses with the way out if one of the three public ports is taken or can't be had. */
export async function refuseTakenPorts(wanted: readonly WantedPort[], dataDir?: string): Promise<void> {
  for (const { name, port, host } of wanted) {
    const trouble = await portTrouble(port, host);
    if (trouble === undefined) continue;
    if (trouble === 'EACCES') {
      throw new Refusal(`${name} is ${port}, which this user may not open. Choose a port from 1024 on.`);
    }
    if (trouble !== 'EADDRINUSE') {
      throw new Refusal(
        `HOST is "${host}", which is no address of this computer (${trouble}). Unset it, or take one that is.`,
      );
    }
    throw new Refusal(
      `Port ${port} is used by another program. Stop that program, or choose other ports: ${await startOnFreePorts(wanted, dataDir)}`,
    );
  }
}

/** Earlier ports are kept where they are still free. */
export async function chooseInnerPorts(
  dataDir: string,
  phoneCount: number,
  taken: number[],
): Promise<InnerPorts> {
  const path = join(dataDir, 'ports.json');
  const earlier = readEarlier(path);
  const used = new Set(taken);
  const next = async (preferred: number | undefined): Promise<number> => {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const port = await findFreePort(attempt === 0 ? preferred : undefined);
      if (used.has(port)) continue;
      used.add(port);
      return port;
    }
    throw new Refusal('There is no free port left on this machine. Stop some programs and start again.');
  };
  const phones: number[] = [];
  const database = await next(earlier.database);
  const smtp = await next(earlier.smtp);
  const mailbox = await next(earlier.mailbox);
  const sandbox = await next(earlier.sandbox);
  for (let index = 0; index < phoneCount; index += 1) phones.push(await next(earlier.phones?.[index]));
  const ports: InnerPorts = { database, smtp, mailbox, sandbox, phones };
  writeJson(path, ports);
  return ports;
}

function readEarlier(path: string): Partial<InnerPorts> {
  const found = readJson(path);
  if (typeof found !== 'object' || found === null) return {};
  const record = found as Record<string, unknown>;
  const number = (name: string): number | undefined =>
    isPort(record[name]) ? (record[name] as number) : undefined;
  const phones = Array.isArray(record['phones']) ? record['phones'].filter(isPort) : [];
  const [database, smtp, mailbox, sandbox] = ['database', 'smtp', 'mailbox', 'sandbox'].map(number);
  return {
    phones,
    ...(database !== undefined && { database }),
    ...(smtp !== undefined && { smtp }),
    ...(mailbox !== undefined && { mailbox }),
    ...(sandbox !== undefined && { sandbox }),
  };
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}
