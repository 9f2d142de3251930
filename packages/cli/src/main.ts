#!/usr/bin/env node
// The process of the command `pocketfleet`; cli.ts has the commands.
import './node-20.ts';
import { createTerminal, runProgram } from '@pocketfleet/command-line';
import { createProgram } from './cli.ts';

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const terminal = createTerminal(process.env);
process.exitCode = await runProgram(createProgram(terminal), process.argv.slice(2), terminal);
process.stdin.destroy();
if (process.connected) process.disconnect();
