// Answers command-line arguments: with the help, or with an error for an argument that would otherwise be ignored.

export type Answer = { readonly text: string; readonly code: 0 | 2 };

export type Command = {
  /** The command as it is typed: `npm start`. */
  readonly name: string;
  readonly help: string;
  /** True when it accepts arguments that don't begin with a dash. */
  readonly takesPaths?: boolean;
};

/** The text to print instead of running the command; undefined where it may run. Pure. */
export function answerArguments(command: Command, args: readonly string[]): Answer | undefined {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { text: command.help, code: 0 };
  const unknown = args.find((arg) => arg.startsWith('-') || command.takesPaths !== true);
  if (unknown === undefined) return undefined;
  const takes = command.takesPaths === true ? 'no options, only paths' : 'no arguments';
  return {
    text: `${command.name} does not know "${unknown}": it takes ${takes}. Remove it, or see: ${command.name} -- --help`,
    code: 2,
  };
}

/** Ends this process if the arguments ask for help or are not valid. */
export function answerOrGoOn(command: Command, args: readonly string[]): void {
  const answer = answerArguments(command, args);
  if (answer === undefined) return;
  if (answer.code === 0) console.log(answer.text);
  else console.error(answer.text);
  process.exit(answer.code);
}
