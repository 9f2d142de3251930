import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createTerminal } from '../../command-line/src/index.ts';
import { createProgram } from './cli.ts';
import { completionScript, shells } from './completion.ts';

const program = createProgram(createTerminal({}));
const names = program.commands.map((command) => command.name());

it.each(shells)('the script for %s has every command and its options', (shell) => {
  const script = completionScript(program, shell);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect(script).toMatch(new RegExp(`(?:^|[ '])${name}(?:[ ':)]|$)`, 'm'));
  expect(script).toContain('foreground');
});

it.each(shells)('the script for %s has the commands of a group', (shell) => {
  expect(completionScript(program, shell)).toMatch(/\bdeliveries\b/);
});

it.each(['connect', 'shell', 'push', 'pull', 'install', 'rent', 'extend', 'hand-back', 'webhooks'])(
  'the help of %s has examples, which name options that there are',
  async (name) => {
    const command = program.commands.find((each) => each.name() === name);
    let help = '';
    command?.configureOutput({ writeOut: (text) => (help += text) });
    command?.outputHelp();
    const examples = help.slice(help.indexOf('Examples:'));
    expect(examples).toContain(`$ pocketfleet ${name}`);
    const all = [command, ...(command?.commands ?? [])].flatMap((each) => each?.options ?? []);
    for (const [flag] of examples.matchAll(/--[a-z-]+/g)) expect(all.map(({ long }) => long)).toContain(flag);
  },
);

it.each([
  ['pocketfleet con', ['connect']],
  ['pocketfleet dis', ['disconnect']],
  ['pocketfleet connect PF-001 --fo', ['--foreground']],
  ['pocketfleet disconnect --a', ['--all']],
  ['pocketfleet phones --fo', []],
  ['pocketfleet webhooks li', ['list', 'listen']],
])('bash completes %j with %j', (line, expected) => {
  const words = line.split(' ');
  const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _pocketfleet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${completionScript(program, 'bash')}\n${ask}`], {
    encoding: 'utf8',
  });
  expect({ stderr, words: stdout.split('\n').filter((word) => word !== '') }).toEqual({
    stderr: '',
    words: expected,
  });
});
