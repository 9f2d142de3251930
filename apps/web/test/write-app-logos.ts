// Writes the logos that the landing page shows into one small file, so that no page carries them as script.
// `node apps/web/test/write-app-logos.ts` after simple-icons has changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  siAndroid,
  siDiscord,
  siFacebook,
  siInstagram,
  siReddit,
  siSnapchat,
  siTelegram,
  siThreads,
  siTiktok,
  siWhatsapp,
  siX,
  siYoutube,
} from 'simple-icons';

const icons = [
  siInstagram,
  siTiktok,
  siWhatsapp,
  siFacebook,
  siTelegram,
  siYoutube,
  siX,
  siSnapchat,
  siDiscord,
  siReddit,
  siThreads,
  siAndroid,
];
const symbols = icons.map(
  ({ slug, path }) => `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
);
writeFileSync(
  join(import.meta.dirname, '../src/media/app-logos.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg">\n<title>App logos</title>\n${symbols.join('\n')}\n</svg>\n`,
);
