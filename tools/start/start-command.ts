// The command that a refusal offers: it works when it is pasted as it is.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort, portTrouble } from '../postgres/free-port.ts';
import type { StartConfig } from './config.ts';

export type WantedPort = { name: string; port: number; host: string };

/** What the public ports are called in the environment. */
export function publicPorts(config: StartConfig): WantedPort[] {
  const { host } = config;
  return [
    { name: 'PORT', port: config.sitePort, host },
    { name: 'OPERATOR_PORT', port: config.operatorPort, host },
    { name: 'AGENT_PORT', port: config.agentPort, host },
  ];
}

/** A second start beside the one that holds the data folder: a folder that nobody holds, and free ports. */
export async function startBeside(config: StartConfig): Promise<string> {
  let next = 2;
  while (existsSync(join(resolve(config.repoDir, dataFolder(next)), 'running.json'))) next += 1;
  return startOnFreePorts(publicPorts(config), dataFolder(next));
}

/** In the repository: one that neither git nor the image's builder takes along (.gitignore, Dockerfile.dockerignore). */
const dataFolder = (number: number): string => `./data-${number}`;

/** The same start, each port that is taken moved on by tens until it is free. */
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
    if (!chosen.has(next) && (await portTrouble(next, host)) === undefined) return next;
  }
  return findFreePort();
}

function inShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
