// What `adb bugreport` asks: a version, then a zip on the phone that it pulls, or the text itself.
import { buildZip } from '../../files/zip.ts';
import { type Command, type CommandContext, type CommandTable, complain, print } from '../command.ts';
import { dumpsys } from './dumpsys.ts';
import { logcat } from './logcat.ts';

const FOLDER = '/data/local/tmp/bugreports';
const SERVICES = ['battery', 'display', 'window', 'activity', 'wifi'];

/** The sections of a real one that this phone can fill. */
async function report(context: CommandContext): Promise<string> {
  const { model, properties, now } = context.world;
  const sections = [
    `${'='.repeat(56)}\n== dumpstate: ${new Date(now()).toISOString().slice(0, 19).replace('T', ' ')}\n${'='.repeat(56)}\n`,
    `Build: ${model.model} Android ${model.androidVersion}\n`,
    `------ SYSTEM PROPERTIES (getprop) ------\n${[...properties.entries()]
      .map(([name, value]) => `[${name}]: [${value}]\n`)
      .join('')}`,
    `------ SYSTEM LOG (logcat -d) ------\n${await said(logcat, ['-d'], context)}`,
  ];
  for (const service of SERVICES)
    sections.push(`DUMP OF SERVICE ${service}:\n${await said(dumpsys, [service], context)}`);
  return sections.join('\n');
}

/** What a command prints. */
async function said(command: Command, args: readonly string[], context: CommandContext): Promise<string> {
  const pieces: Buffer[] = [];
  const out = async (data: string | Uint8Array): Promise<boolean> => {
    pieces.push(Buffer.from(data));
    return true;
  };
  await command(args, { ...context, out });
  return Buffer.concat(pieces).toString();
}

const bugreport: Command = async (_args, context) => print(context, await report(context));

/** `bugreportz -v`, and `bugreportz [-p]`: `-p` tells its progress. */
const bugreportz: Command = async (args, context) => {
  if (args[0] === '-v') {
    // adb reads the version where a usage text would be.
    await context.err('1.1\n');
    return 0;
  }
  if (args[0] !== undefined && args[0] !== '-p') return complain(context, 'usage: bugreportz [-hpv]');
  const time = new Date(context.world.now())
    .toISOString()
    .slice(0, 19)
    .replace('T', '-')
    .replaceAll(':', '-');
  const name = `bugreport-${context.world.model.device}-${time}`;
  const path = `${FOLDER}/${name}.zip`;
  if (args[0] === '-p') await context.out(`BEGIN:${path}\nPROGRESS:0/100\n`);
  const zip = buildZip({ [`${name}.txt`]: Buffer.from(await report(context)) });
  await context.files.mkdirs(FOLDER);
  await context.files.writeFile(path, zip);
  if (args[0] === '-p') await context.out('PROGRESS:100/100\n');
  return print(context, `OK:${path}\n`);
};

export const bugreportCommands: CommandTable = { bugreport, bugreportz };
