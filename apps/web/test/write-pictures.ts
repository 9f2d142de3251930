// Writes the pictures of public/ that are made from others: icons for phones and old browsers from icon.svg, and
// the social preview from the first screen of the built site. `node apps/web/test/write-pictures.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { startFakeApi } from './fake-api.ts';
import { sampleUser } from './sample-fleet.ts';

const folder = join(import.meta.dirname, '../public');
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (const size of [192, 512])
    writeFileSync(join(folder, `icon-${size}.png`), await drawIcon(browser, size, 1));
  // Systems cut these to shapes of their own: the ground goes to the edge, the sign stays in the middle.
  writeFileSync(join(folder, 'icon-maskable-512.png'), await drawIcon(browser, 512, 0.72));
  writeFileSync(join(folder, 'apple-touch-icon.png'), await drawIcon(browser, 180, 0.84));
  writeFileSync(join(folder, 'favicon.ico'), icoOf(await drawIcon(browser, 32, 1), 32));
  writeFileSync(join(folder, 'social-preview.png'), await photographHero(browser));
} finally {
  await browser.close();
}

async function drawIcon(from: Browser, size: number, scale: number): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: size, height: size } });
  const ground = scale === 1 ? 'transparent' : '#0B0D11';
  const side = Math.round(size * scale);
  const sized = svg.replace('<svg ', `<svg width="${side}" height="${side}" `);
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">${sized}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An ICO file with one PNG in it: 6 bytes of header, 16 for the picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function photographHero(from: Browser): Promise<Buffer> {
  const api = await startFakeApi(
    Number(process.env['LOOK_PORT'] ?? 22302),
    join(import.meta.dirname, '../dist'),
    {
      user: sampleUser,
      password: '',
      isVerified: true,
      devices: [],
      assignments: [],
      broken: {},
    },
  );
  const page = await from.newPage({ viewport: { width: 1440, height: 756 }, reducedMotion: 'reduce' });
  await page.goto(api.url);
  await page.evaluate(() => document.fonts.ready);
  await page.addStyleTag({ content: 'header, #home > button { visibility: hidden }' });
  await page.evaluate(() => {
    document.documentElement.style.zoom = String(1200 / 1440);
  });
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot();
  await api.stop();
  return png;
}
