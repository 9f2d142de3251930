import type { Phone } from '../phone.ts';
import { COMMANDS } from '../shell/commands/command-table.ts';
import { newShellState, runScript } from '../shell/interpreter.ts';

/** What a script prints on the phone, its complaints among it. */
export async function runOn(phone: Phone, script: string): Promise<string> {
  let printed = '';
  const print = async (data: Uint8Array) => {
    printed += Buffer.from(data).toString();
    return true;
  };
  const io = { stdin: { read: async () => null }, out: print, err: print };
  const deps = { world: phone.world, commands: COMMANDS };
  await runScript(deps, newShellState(), script, io, new AbortController().signal);
  return printed;
}
