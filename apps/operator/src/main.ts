#!/usr/bin/env node
import { createTerminal } from '@pocketfleet/command-line';
// The process of the command `pocketfleet`; cli.ts has the commands.
import { runCommand } from './cli.ts';

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await runCommand(process.argv.slice(2), createTerminal(process.env));
process.stdin.destroy();
