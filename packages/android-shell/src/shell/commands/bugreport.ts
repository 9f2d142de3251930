// `adb bugreport` asks for a version, then for a zip on the phone, which it pulls; `adb shell bugreport` prints text.
import { buildZip } from '../../files/zip.ts';
import { type Command, type CommandContext, type CommandTable, print } from '../command.ts';
import { dumpsys } from './dumpsys.ts';
import { logcat } from './logcat.ts';

const FOLDER = '/data/local/tmp/bugreports';
const SERVICES = ['battery', 'window', 'activity', 'wifi'];

async function writeReport(context: CommandContext): Promise<string> {
  const { model, properties } = context.world;
  const lines = properties.entries().map(([name, value]) => `[${name}]: [${value}]\n`);
  const sections = [
    `Build: ${model.model} Android ${model.androidVersion}\n`,
    `------ SYSTEM PROPERTIES (getprop) ------\n${lines.join('')}`,
    `------ SYSTEM LOG (logcat -d) ------\n${await outputOf(logcat, '-d', context)}`,
  ];
  for (const service of SERVICES)
    sections.push(`DUMP OF SERVICE ${service}:\n${await outputOf(dumpsys, service, context)}`);
  return sections.join('\n');
}

async function outputOf(command: Command, arg: string, context: CommandContext): Promise<string> {
  let text = '';
  const out = async (data: string | Uint8Array): Promise<boolean> => {
    text += Buffer.from(data).toString();
    return true;
  };
  await command([arg], { ...context, out });
  return text;
}

/** `bugreportz [-v|-p]` */
const bugreportz: Command = async (args, context) => {
  if (args[0] === '-v') {
    // Android prints the version where it prints its usage: adb reads it from there.
    await context.err('1.1\n');
    return 0;
  }
  const name = `bugreport-${context.world.model.device}-${context.world.now()}`;
  const path = `${FOLDER}/${name}.zip`;
  const zip = buildZip({ [`${name}.txt`]: Buffer.from(await writeReport(context)) });
  await context.files.mkdirs(FOLDER);
  await context.files.writeFile(path, zip);
  const progress = args[0] === '-p' ? `BEGIN:${path}\nPROGRESS:0/100\nPROGRESS:100/100\n` : '';
  return print(context, `${progress}OK:${path}\n`);
};

export const bugreportCommands: CommandTable = {
  bugreport: async (_args, context) => print(context, await writeReport(context)),
  bugreportz,
};
