// What our commands say to arguments: help, or a refusal of what they would otherwise pass over in silence. Pure.

export type Answer = { readonly text: string; readonly code: 0 | 2 };

export type Command = {
  /** As it is typed: `npm start`. */
  readonly name: string;
  readonly help: string;
  /** Where it takes more than options: anything that begins with no dash. */
  readonly takesPaths?: boolean;
};

/** What to print, and the exit code, in place of running the command; undefined where it may run. */
export function answerArguments(command: Command, args: readonly string[]): Answer | undefined {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { text: command.help, code: 0 };
  const unknown = args.find((arg) => arg.startsWith('-') || command.takesPaths !== true);
  if (unknown === undefined) return undefined;
  const takes = command.takesPaths === true ? 'no options, only paths' : 'no arguments';
  return {
    text: `${command.name} does not know "${unknown}": it takes ${takes}. Leave it out, or see: ${command.name} -- --help`,
    code: 2,
  };
}

/** Ends this process with the answer, if there is one. */
export function answerOrGoOn(command: Command, args: readonly string[]): void {
  const answer = answerArguments(command, args);
  if (answer === undefined) return;
  if (answer.code === 0) console.log(answer.text);
  else console.error(answer.text);
  process.exit(answer.code);
}
