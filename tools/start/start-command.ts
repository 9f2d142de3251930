// Builds the command that a refusal suggests. It can be pasted unchanged.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort, findPortError } from '../postgres/free-port.ts';
import type { StartConfig } from './config.ts';

export type WantedPort = { name: string; port: number; host: string };

/** The public ports with their names in the environment. */
export function publicPorts(config: StartConfig): WantedPort[] {
  const { host } = config;
  return [
    { name: 'PORT', port: config.sitePort, host },
    { name: 'OPERATOR_PORT', port: config.operatorPort, host },
    { name: 'AGENT_PORT', port: config.agentPort, host },
  ];
}

/** The command for a second Pocketfleet: with an unused data folder and free ports. */
export async function startBeside(config: StartConfig): Promise<string> {
  let next = 2;
  while (existsSync(join(resolve(config.repoDir, dataFolder(next)), 'running.json'))) next += 1;
  return startOnFreePorts(publicPorts(config), dataFolder(next));
}

/** .gitignore and Dockerfile.dockerignore exclude folders of this name. */
const dataFolder = (number: number): string => `./data-${number}`;

/** The same command with each used port raised by tens until it is free. */
export async function startOnFreePorts(wanted: readonly WantedPort[], dataDir?: string): Promise<string> {
  const parts = dataDir === undefined ? [] : [`POCKETFLEET_DATA=${inShell(dataDir)}`];
  const chosen = new Set<number>();
  for (const { name, port, host } of wanted) {
    const free = await nextFree(port, host, chosen);
    chosen.add(free);
    parts.push(`${name}=${free}`);
  }
  return [...parts, 'npm start'].join(' ');
}

async function nextFree(port: number, host: string, chosen: ReadonlySet<number>): Promise<number> {
  for (let next = port; next < port + 500 && next <= 65_535; next += 10) {
    if (!chosen.has(next) && (await findPortError(next, host)) === undefined) return next;
  }
  return findFreePort();
}

function inShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
