// `pocketfleet mcp`: an MCP server for programs that start their servers themselves.
import type { Terminal } from '@pocketfleet/command-line';
import type { Command } from 'commander';
import { openAccount } from '../account.ts';
import { bridgeMcp } from '../mcp-bridge.ts';

export function addAgents(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .description('an MCP server on standard input and output, for AI agents')
    .addHelpText('after', examples)
    .action(async () => {
      const { url, readToken } = openAccount(terminal.env);
      await bridgeMcp({ url: `${url}/api/mcp`, readToken, input: process.stdin, write: terminal.write });
    });
}

const examples = `
Your program starts it. For example:
  $ claude mcp add pocketfleet -- pocketfleet mcp
Programs that open a browser need no command: they take the address of the site
with /mcp.`;
