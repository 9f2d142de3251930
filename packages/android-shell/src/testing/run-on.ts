import { newShellState, runScript } from '../shell/interpreter.ts';
import type { ShellWorld } from '../shell/shell-world.ts';

/** Runs a script in the phone's shell. Returns its output and error output, in the order in which they came. */
export async function runOn(phone: { readonly world: ShellWorld }, script: string): Promise<string> {
  let printed = '';
  const print = async (data: Uint8Array) => {
    printed += Buffer.from(data).toString();
    return true;
  };
  const io = { stdin: { read: async () => null }, out: print, err: print };
  await runScript(phone.world, newShellState(), script, io, new AbortController().signal);
  return printed;
}
