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

it.each([
  ['pocketfleet con', ['connect']],
  ['pocketfleet dis', ['disconnect']],
  ['pocketfleet connect PF-001 --fo', ['--foreground']],
  ['pocketfleet disconnect --a', ['--all']],
  ['pocketfleet phones --fo', []],
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
