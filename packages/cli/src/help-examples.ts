// Examples that `pocketfleet COMMAND --help` shows after the options, for the commands whose use isn't plain from their arguments.
import type { Command } from 'commander';

/** A wider example gets its effect on a line of its own. */
const columns = 80;

/** Of a command: each line as typed, and what it does. */
const examples: Readonly<Record<string, readonly (readonly [typed: string, effect: string])[]>> = {
  login: [['login --url https://phones.example.com', 'shows a code, which you enter on the site']],
  connect: [
    ['connect PF-001', 'until you disconnect it'],
    ['connect PF-001 --foreground', 'in this terminal, until Ctrl-C'],
    ['connect PF-001 --json', 'for scripts: {"phone", "serial", "user"}'],
  ],
  disconnect: [
    ['disconnect PF-001', 'one phone'],
    ['disconnect --all', 'all that are connected here'],
  ],
  shell: [
    ['shell PF-001', 'a shell in this terminal'],
    ['shell PF-001 getprop ro.product.model', 'one command'],
    ['shell PF-001 "pm list packages | grep com.example"', 'quoted, so that the phone runs the pipe'],
    ['shell --json PF-001 id', 'output and exit status as JSON; options stand before the phone'],
  ],
  push: [
    ['push PF-001 photo.jpg', 'to /sdcard/Download'],
    ['push PF-001 photo.jpg /sdcard/Pictures/', 'to another folder'],
  ],
  pull: [
    ['pull PF-001 /sdcard/Download/photo.jpg', 'into this folder'],
    ['pull PF-001 /sdcard/Download/photo.jpg a.jpg', 'under another name'],
  ],
  install: [['install PF-001 app-debug.apk', 'for your own Android user']],
  screenshot: [
    ['screenshot PF-001', 'a file in this folder, named after the phone and the time'],
    ['screenshot PF-001 home.png', 'under another name'],
  ],
  take: [['take PF-001', 'then: tap, type, … and in the end: give PF-001']],
  give: [['give PF-001', 'lets others act on it']],
  record: [
    ['record start PF-001 --name "Launch week"', 'until you stop it'],
    ['record stop PF-001', 'prints how to save it'],
    ['record list PF-001', 'the newest first'],
  ],
  rent: [
    ['rent', 'one phone for a week: shows the price and asks'],
    ['rent --phones 3 --period month', 'three for a month'],
  ],
  extend: [['extend PF-001 --period week', 'shows the price and asks']],
  'hand-back': [['hand-back PF-001', 'asks, then ends the rental; everything on the phone is erased']],
  webhooks: [
    ['webhooks add https://example.com/hook --event rental.ended', 'prints the secret, once'],
    ['webhooks listen --forward-to localhost:3000/hook', 'events on your own computer'],
    ['webhooks deliveries https://example.com/hook', 'what was sent, and what was answered'],
  ],
  activity: [
    ['activity --phone PF-001 --since 2030-01-31', 'what happened on one phone'],
    ['activity --who ada --json', 'what one person or key did, as JSON'],
  ],
  questions: [['questions --all', 'also what was answered']],
};

export function addExamples(program: Command): void {
  for (const [name, lines] of Object.entries(examples)) {
    const command = program.commands.find((each) => each.name() === name);
    if (command === undefined) throw new Error(`no command is called ${name}`);
    const width = Math.max(...lines.map(([typed]) => typed.length));
    const beside = lines.map(([typed, effect]) => `  $ ${program.name()} ${typed.padEnd(width)}   ${effect}`);
    const below = lines.map(([typed, effect]) => `  $ ${program.name()} ${typed}\n      ${effect}`);
    const text = beside.some((line) => line.length > columns) ? below : beside;
    command.addHelpText('after', `\nExamples:\n${text.join('\n')}`);
  }
}
