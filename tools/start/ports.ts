import { join } from 'node:path';
import { Refusal } from '../bootstrap/refusal.mjs';
import { findFreePort, findPortError } from '../postgres/free-port.ts';
import { readJson, writeJson } from './data-folder.ts';
import { startOnFreePorts, type WantedPort } from './start-command.ts';

/** Ports of the inner programs. They are chosen once and kept in ports.json. */
export type InnerPorts = {
  readonly database: number;
  readonly smtp: number;
  readonly mailbox: number;
  readonly sandbox: number;
  /** Of the relay: for viewers, for agents, and for its status. */
  readonly relay: number;
  readonly relayAgents: number;
  readonly relayStatus: number;
  readonly phones: readonly number[];
};

/** Throws a Refusal with the remedy if one of the three public ports can't be used. */
export async function refuseTakenPorts(wanted: readonly WantedPort[], dataDir?: string): Promise<void> {
  for (const { name, port, host } of wanted) {
    const errorCode = await findPortError(port, host);
    if (errorCode === undefined) continue;
    if (errorCode === 'EACCES') {
      throw new Refusal(`${name} is ${port}, which this user may not open. Choose a port from 1024 on.`);
    }
    if (errorCode !== 'EADDRINUSE') {
      throw new Refusal(
        `HOST is "${host}", which is not an address of this computer (${errorCode}). Unset it, or choose another one.`,
      );
    }
    throw new Refusal(
      `Port ${port} is used by another program. Stop that program, or choose other ports: ${await startOnFreePorts(wanted, dataDir)}`,
    );
  }
}

/** Keeps the ports of the last start where they are still free. */
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
    throw new Refusal('This machine has no free port. Stop some programs and start again.');
  };
  const phones: number[] = [];
  const database = await next(earlier.database);
  const smtp = await next(earlier.smtp);
  const mailbox = await next(earlier.mailbox);
  const sandbox = await next(earlier.sandbox);
  const relay = await next(earlier.relay);
  const relayAgents = await next(earlier.relayAgents);
  const relayStatus = await next(earlier.relayStatus);
  for (let index = 0; index < phoneCount; index += 1) phones.push(await next(earlier.phones?.[index]));
  const ports: InnerPorts = {
    database,
    smtp,
    mailbox,
    sandbox,
    relay,
    relayAgents,
    relayStatus,
    phones,
  };
  writeJson(path, ports);
  return ports;
}

const singlePorts = ['database', 'smtp', 'mailbox', 'sandbox', 'relay', 'relayAgents', 'relayStatus'];

function readEarlier(path: string): Partial<InnerPorts> {
  const found = readJson(path);
  if (typeof found !== 'object' || found === null) return {};
  const record = found as Record<string, unknown>;
  const phones = Array.isArray(record['phones']) ? record['phones'].filter(isPort) : [];
  const single = singlePorts.filter((name) => isPort(record[name]));
  return { phones, ...Object.fromEntries(single.map((name) => [name, record[name]])) };
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}
