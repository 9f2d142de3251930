// How common programs are told of an MCP server, from their own documentation of November 2026.
import * as texts from '#language/agents';

export type AgentClient = {
  readonly id: string;
  readonly name: string;
  /** Where the lines go, or steps in words where there are none. */
  readonly where: string;
  readonly lines?: (address: string) => string;
  /** The same with a key, for programs that open no browser. Without it, the program takes no key. */
  readonly withKey?: (address: string) => string;
};

const json = (value: object): string => JSON.stringify(value, null, 2);
const bearer = `Bearer ${texts.yourKey}`;
const headers = { Authorization: bearer };

export const agentClients: readonly AgentClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    where: texts.inATerminal,
    lines: (address) => `claude mcp add --transport http pocketfleet ${address}`,
    withKey: (address) =>
      `claude mcp add --transport http pocketfleet ${address} --header "Authorization: ${bearer}"`,
  },
  { id: 'claude', name: 'Claude', where: texts.claudeSteps },
  { id: 'chatgpt', name: 'ChatGPT', where: texts.chatGptSteps },
  {
    id: 'cursor',
    name: 'Cursor',
    where: texts.inFile('~/.cursor/mcp.json'),
    lines: (address) => json({ mcpServers: { pocketfleet: { url: address } } }),
    withKey: (address) => json({ mcpServers: { pocketfleet: { url: address, headers } } }),
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    // As a file: shells quote the JSON of `code --add-mcp` differently.
    where: texts.inFile('.vscode/mcp.json'),
    lines: (address) => json({ servers: { pocketfleet: { type: 'http', url: address } } }),
    withKey: (address) => json({ servers: { pocketfleet: { type: 'http', url: address, headers } } }),
  },
  {
    id: 'other',
    name: texts.anyProgram,
    where: texts.inItsSettings,
    lines: (address) => json({ mcpServers: { pocketfleet: { type: 'http', url: address } } }),
    withKey: (address) => json({ mcpServers: { pocketfleet: { type: 'http', url: address, headers } } }),
  },
];

/** For programs that start their servers themselves. Nothing has to be installed before but Node. */
export const localLines = (site: string): string =>
  json({
    mcpServers: {
      pocketfleet: {
        command: 'npx',
        args: ['-y', `${site}/programs/pocketfleet.tgz`, 'mcp'],
        env: { POCKETFLEET_URL: site, POCKETFLEET_KEY: texts.yourKey },
      },
    },
  });
