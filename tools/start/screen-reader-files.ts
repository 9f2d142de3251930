// Downloads the two helpers of agent-device 0.21.5, which the agent installs on phones to read the screen and to type. See
// docs/decisions/110-the-screen-reader.md.
import { join } from 'node:path';
import { type Carrier, ensureCarriedFiles } from './npm-carrier.ts';

const version = '0.21.5';
const carrier: Carrier = {
  title: 'The screen reader',
  spec: `agent-device@${version}`,
  members: [
    {
      path: `android/snapshot-helper/dist/agent-device-android-snapshot-helper-${version}.apk`,
      sha256: 'e77b65f51664e95680379cd1a5c8331926b63cf506261df56151854673787514',
      savedAs: 'snapshot-helper.apk',
    },
    {
      path: `android/ime-helper/dist/agent-device-android-ime-helper-${version}.apk`,
      sha256: '2b8fe19f9cf38877dbc4e0bd9400e4d1aebc7b8c2f6063e04f5f198d1564c08d',
      savedAs: 'ime-helper.apk',
    },
    // The MIT licence asks that its notice goes with the files.
    { path: 'LICENSE', sha256: '64f25cb04776a886b0acd79fe7345a7ae09bed9952fa6774a5b2041ecba763f3' },
  ],
};

/** Returns the folder with the verified files, and downloads them through npm where they are missing. */
export function ensureScreenReader(cacheDir: string): Promise<string> {
  return ensureCarriedFiles(carrier, join(cacheDir, 'screen-reader', version));
}
