// Downloads the official scrcpy-server 3.3.3, which the agent pushes to phones. See docs/decisions/003-scrcpy-server-file.md.
import { join } from 'node:path';
import { type Carrier, ensureCarriedFiles } from './npm-carrier.ts';

const version = '3.3.3';
/** A package that contains exactly that file. */
const carrier: Carrier = {
  title: 'The scrcpy-server file',
  spec: '@midscene/android@1.7.3',
  members: [
    {
      path: 'bin/scrcpy-server',
      // As printed in scrcpy's build document.
      sha256: '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0',
    },
  ],
};

/** Returns the path of the verified file, and downloads it through npm where it is missing. */
export async function ensureScrcpyServer(cacheDir: string): Promise<string> {
  return join(await ensureCarriedFiles(carrier, join(cacheDir, 'scrcpy-server', version)), 'scrcpy-server');
}
