// How common programs are told of an MCP server, from their own documentation of November 2026.
import * as texts from '#language/agents';

export type AgentClient = {
  readonly id: string;
  readonly name: string;
  /** Where the lines go, or steps in words where there are none. */
  readonly where: string;
  readonly lines?: (address: string) => string;
};

const json = (value: object): string => JSON.stringify(value, null, 2);

export const agentClients: readonly AgentClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    where: texts.inATerminal,
    lines: (address) => `claude mcp add --transport http pocketfleet ${address}`,
  },
  { id: 'claude', name: 'Claude', where: texts.claudeSteps },
  { id: 'chatgpt', name: 'ChatGPT', where: texts.chatGptSteps },
  {
    id: 'cursor',
    name: 'Cursor',
    where: texts.inFile('~/.cursor/mcp.json'),
    lines: (address) => json({ mcpServers: { pocketfleet: { url: address } } }),
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    where: texts.inATerminal,
    lines: (address) =>
      `code --add-mcp '${JSON.stringify({ name: 'pocketfleet', type: 'http', url: address })}'`,
  },
  {
    id: 'other',
    name: texts.anyProgram,
    where: texts.inItsSettings,
    lines: (address) => json({ mcpServers: { pocketfleet: { type: 'http', url: address } } }),
  },
];

/** The same with a key, for programs that open no browser. */
export function linesWithKey(address: string): string {
  const headers = { Authorization: `Bearer ${texts.yourKey}` };
  return json({ mcpServers: { pocketfleet: { type: 'http', url: address, headers } } });
}
