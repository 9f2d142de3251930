#!/usr/bin/env node
// The process of the command `pocketfleet`; cli.ts has the commands.
import { runCommand } from './cli.ts';
import { createTerminal } from './terminal.ts';

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await runCommand(process.argv.slice(2), createTerminal(process.env));
process.stdin.destroy();
