// Completion scripts for shells, made from the commands themselves. A script is static: it asks no server. Arguments are
// completed as file names, which push, pull and install take.
import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

type Verb = {
  name: string;
  about: string;
  options: { flag: string; about: string }[];
  /** Of a group such as `webhooks`. */
  verbs: { name: string; about: string }[];
};

export function completionScript(program: Command, shell: Shell): string {
  const verbs = program.commands.map((command): Verb => {
    const options = command.options.map(({ long, description }) => ({
      flag: long ?? '',
      about: description,
    }));
    const help = { flag: '--help', about: 'how the command is used' };
    return {
      name: command.name(),
      about: command.description(),
      options: [...options, help],
      verbs: command.commands.map((each) => ({ name: each.name(), about: each.description() })),
    };
  });
  return { bash, zsh, fish }[shell](program.name(), verbs);
}

function bash(program: string, verbs: readonly Verb[]): string {
  const cases = verbs.map(
    ({ name, options, verbs: inner }) =>
      `    ${name}) words=${quote([...inner.map((verb) => verb.name), ...options.map(({ flag }) => flag)].join(' '))} ;;`,
  );
  return `_${program}() {
  local words=
  if [ "$COMP_CWORD" = 1 ]; then
    words=${quote(verbs.map(({ name }) => name).join(' '))}
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _${program} ${program}
`;
}

function zsh(program: string, verbs: readonly Verb[]): string {
  const commands = verbs.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`);
  const cases = verbs.map(({ name, options, verbs: inner }) => {
    if (inner.length > 0) {
      const described = inner.map((verb) => quote(`${verb.name}:${verb.about}`));
      return `    ${name}) local -a verbs; verbs=(${described.join(' ')}); _describe command verbs ;;`;
    }
    const flags = options.map(({ flag, about }) => quote(`${flag}[${about.replace(/[[\]]/g, '')}]`));
    return `    ${name}) _arguments ${flags.join(' ')} '*:file:_files' ;;`;
  });
  return `#compdef ${program}
_${program}() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _${program} ${program}
`;
}

function fish(program: string, verbs: readonly Verb[]): string {
  const lines = verbs.flatMap(({ name, about, options, verbs: inner }) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
    ...inner.map(
      (verb) =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -f -a ${verb.name} -d ${quote(verb.about)}`,
    ),
    ...options.map(
      ({ flag, about: meaning }) =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)} -d ${quote(meaning)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

/** One word of a shell. Descriptions are ours, and a straight apostrophe in one must not end the word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
