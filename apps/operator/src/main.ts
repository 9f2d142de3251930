#!/usr/bin/env node
// pocketfleet: see cli.ts.
import { runCommand } from './cli.ts';
import { createTerminal } from './terminal.ts';

// Whoever reads only the first lines closes the pipe: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await runCommand(process.argv.slice(2), createTerminal(process.env));
process.stdin.destroy();
