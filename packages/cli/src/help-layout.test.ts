import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCommands, createTerminal, runProgram } from '@pocketfleet/command-line';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from './cli.ts';

const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()];

it.each([[], ...allCommands(createProgram(createTerminal({}))).map(pathOf)])(
  'the help of "%s %s" fits a terminal of 80 columns, names each argument, and shows no JSON',
  async (...path) => {
    let help = '';
    const terminal = { ...createTerminal({}), write: (text: string) => (help += text) };
    expect(await runProgram(createProgram(terminal), [...path, '--help'], terminal)).toBe(0);
    const lines = help.split('\n');
    // An example is one line, so that it can be copied.
    const long = lines.filter((line) => line.length > 80 && !line.startsWith('  $ '));
    // The one sentence about a command may be longer: the terminal breaks it.
    expect(long.filter((line) => line !== lines[2])).toEqual([]);
    const options = lines.slice(lines.indexOf('Options:'), lines.indexOf('Examples:'));
    expect(options.join('\n')).not.toContain('{"');
    if (lines[0]?.includes(' <phone>')) expect(help).toMatch(/^ {2}phone +its tag/m);
  },
);

it('a period that there isn’t is refused with those that there are', async () => {
  let error = '';
  const terminal = { ...createTerminal({}), writeError: (text: string) => (error += text) };
  const args = ['rent', '--period', 'year'];
  expect(await runProgram(createProgram(terminal), args, terminal)).toBe(2);
  expect(error).toContain('It must be one of day, week, 2-weeks,');
});

it('the guide’s table names each command', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/use/command-line.md'), 'utf8');
  const table = /^## Commands\n([\s\S]*?)^## /m.exec(guide)?.[1] ?? '';
  // Of a group, a cell has its name once: `webhooks list`, `add`, …; `completion bash` is a command with its argument.
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => {
    const quoted = [...cell.matchAll(/`([a-z- ]+)/g)].map(([, words = '']) => words.trim());
    const group = quoted[0]?.split(' ').slice(0, -1).join(' ') ?? '';
    return quoted.flatMap((words) => [words, `${group} ${words}`, words.split(' ')[0] ?? '']);
  });
  const leaves = allCommands(createProgram(createTerminal({})))
    .filter(({ commands }) => commands.length === 0)
    .map((command) => pathOf(command).join(' '));
  expect(leaves.length).toBeGreaterThan(35);
  expect(leaves.filter((name) => !named.includes(name))).toEqual([]);
});
