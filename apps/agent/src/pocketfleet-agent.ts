#!/usr/bin/env node
// The command line of a host. `join` enrols with a one-time code and runs the agent; `run` runs it on a host that has
// joined. The agent itself is main.ts, a child process that ends with this program.
import { type ChildProcess, spawn } from 'node:child_process';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { readHostId } from './agent-files.ts';
import { type AgentSettings, createEnvironment, readSettings, writeSettings } from './agent-settings.ts';

type Options = { data: string; name: string; phone: string[]; scrcpyServer?: string; screenReader?: string };

const exitUsage = 2;
const defaultData = join(homedir(), '.local', 'share', 'pocketfleet-agent');

const program = new Command('pocketfleet-agent').description(
  'Connects this computer’s phones to Pocketfleet.',
);

program
  .command('join')
  .description('join with a one-time code from the team, then run')
  .argument('<address>', 'the control plane’s address: wss://agents.example.com')
  .argument('<code>', 'the enrolment code, valid for 10 minutes')
  .option('--data <folder>', 'folder for keys and settings', defaultData)
  .option('--name <name>', 'the host’s name in the team’s console', hostname())
  .option('--phone <host:port...>', 'a phone reached over TCP adb; may be given more than once', [])
  .option('--scrcpy-server <file>', 'the scrcpy-server 3.3.3 file; or SCRCPY_SERVER')
  .option('--screen-reader <folder>', 'the folder with the screen reader’s files; or SCREEN_READER')
  .action((address: string, code: string, options: Options) => {
    const dataDir = resolve(options.data);
    if (readHostId(dataDir) !== undefined)
      refuse(`this host has joined already: pocketfleet-agent run --data ${dataDir}`);
    const scrcpy_server = options.scrcpyServer ?? process.env['SCRCPY_SERVER'];
    if (scrcpy_server === undefined) refuse('the path of the scrcpy-server file is missing: --scrcpy-server');
    const screen_reader = options.screenReader ?? process.env['SCREEN_READER'];
    const settings: AgentSettings = {
      control_plane_url: address.replace(/\/$/, ''),
      name: options.name,
      phones: options.phone,
      scrcpy_server: resolve(scrcpy_server),
      ...(screen_reader ? { screen_reader: resolve(screen_reader) } : {}),
    };
    try {
      writeSettings(dataDir, settings);
    } catch {
      refuse('the address must begin with ws:// or wss://, and the name must have 1 to 100 characters');
    }
    runAgent(dataDir, settings, code);
  });

program
  .command('run', { isDefault: true })
  .description('run a host that has joined')
  .option('--data <folder>', 'folder for keys and settings', defaultData)
  .action((options: Options) => {
    const dataDir = resolve(options.data);
    const settings = readSettings(dataDir);
    if (settings === undefined || readHostId(dataDir) === undefined) {
      refuse('this host has not joined: pocketfleet-agent join ADDRESS CODE');
    }
    runAgent(dataDir, settings, '');
  });

function runAgent(dataDir: string, settings: AgentSettings, code: string): void {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...createEnvironment(dataDir, settings, code) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', () => console.error(`${settings.name} is connected to ${settings.control_plane_url}.`));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => refuse(error.message));
  child.once('exit', (status) => process.exit(status ?? 1));
}

function refuse(reason: string): never {
  console.error(`pocketfleet-agent: ${reason}`);
  process.exit(exitUsage);
}

program.parse();
