// The customers' command line: everything goes through the same API as the panel.
import type { Terminal } from '@pocketfleet/command-line';
import { Argument, Command } from 'commander';
import { addAccount } from './commands/account.ts';
import { addActivity } from './commands/activity.ts';
import { addAgents } from './commands/agents.ts';
import { addBridges } from './commands/bridges.ts';
import { addPhoneWork } from './commands/phone-work.ts';
import { addPhones } from './commands/phones.ts';
import { addQuestions } from './commands/questions.ts';
import { addRecordings } from './commands/recordings.ts';
import { addRenting } from './commands/renting.ts';
import { addScreen } from './commands/screen.ts';
import { addSeat } from './commands/seat.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { completionScript, type Shell, shells } from './completion.ts';
import { addExamples } from './help-examples.ts';
import { layOutHelp } from './help-layout.ts';
import { version } from './version.ts';

export function createProgram(terminal: Terminal): Command {
  const program = new Command('pocketfleet')
    .description('Your rented phones on the command line.')
    .version(version())
    .enablePositionalOptions()
    .addHelpText('after', examples);
  addAccount(program, terminal);
  addPhones(program, terminal);
  addBridges(program, terminal);
  addPhoneWork(program, terminal);
  addScreen(program, terminal);
  addSeat(program, terminal);
  addRecordings(program, terminal);
  addRenting(program, terminal);
  addWebhooks(program, terminal);
  addAgents(program, terminal);
  addQuestions(program, terminal);
  addActivity(program, terminal);
  addExamples(program);
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .description('print a script that completes commands and options in your shell')
    .addHelpText('after', completionHelp)
    .action((shell: Shell) => void terminal.write(completionScript(program, shell)));
  layOutHelp(program);
  return program;
}

const examples = `
Examples:
  $ pocketfleet login            sign in once: a code here, your yes on the site
  $ pocketfleet phones           what you rent, and until when
  $ pocketfleet connect PF-001   adb devices shows the phone from now on
  $ pocketfleet shell PF-001 getprop ro.product.model
  $ pocketfleet push PF-001 photo.jpg /sdcard/Download/
  $ pocketfleet screen PF-001    what is on its screen, with names such as n12
  $ pocketfleet tap PF-001 n12

A phone is named by its tag, its id, or a label that only one of yours has.

Environment:
  POCKETFLEET_URL        the site that you rent from
  POCKETFLEET_KEY        a key from its page Programs: signs scripts in
  POCKETFLEET_WORKSPACE  the team to act in

Exit statuses: 0 done, 1 failed, 2 wrong usage, 3 not signed in, 4 not allowed,
5 not found, 6 refused, 7 server unreachable, 9 rental ended, 10 line lost,
11 waited in vain, 12 no usable adb here.`;

const completionHelp = `
Put one of these into the file that your shell reads when it starts:
  bash  source <(pocketfleet completion bash)
  zsh   source <(pocketfleet completion zsh)
  fish  pocketfleet completion fish | source`;
