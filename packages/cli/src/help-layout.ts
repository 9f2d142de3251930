// How help is laid out: its lists fit a terminal of 80 columns, and an argument that most commands have is described once.
import { allCommands } from '@pocketfleet/command-line';
import type { Command } from 'commander';

/** Of an argument of this name that has no description of its own. */
const descriptions: Readonly<Record<string, string>> = {
  phone: 'its tag, its id, or a label that only one of your phones has',
};

export function layOutHelp(program: Command): void {
  // Each command has options. To say so beside each would leave no room for what the command does.
  program.configureHelp({
    subcommandTerm: (command) =>
      [
        command.name(),
        ...command.registeredArguments.map((each) => {
          const name = `${each.name()}${each.variadic ? '...' : ''}`;
          return each.required ? `<${name}>` : `[${name}]`;
        }),
      ].join(' '),
  });
  for (const { registeredArguments } of allCommands(program)) {
    for (const argument of registeredArguments) argument.description ||= descriptions[argument.name()] ?? '';
  }
}
