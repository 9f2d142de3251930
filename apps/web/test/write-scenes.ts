// Writes the phone screens of the landing page's cards to src/media: `node apps/web/test/write-scenes.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { sceneStyle, scenes, wallOf, wallSize } from './landing-scenes.ts';

const fonts = join(import.meta.dirname, '../../../packages/ui/src/fonts');
const face = (family: string, file: string) =>
  `@font-face{font-family:"${family}";font-weight:400 600;src:url(${dataOf(join(fonts, file), 'font/woff2')})}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 322, height: 715 }, deviceScaleFactor: 1.5 });
  for (const [name, html] of Object.entries(scenes)) {
    await page.setContent(
      `<!doctype html><html lang="en"><meta charset="utf-8"><style>${face('Geist', 'geist-first.woff2')}${face('Geist Mono', 'geist-mono-first.woff2')}${sceneStyle}</style><body>${html}`,
    );
    await page.evaluate(() => document.fonts.ready);
    await writeWebp(page, name);
  }
  const wall = await browser.newPage({ viewport: wallSize, deviceScaleFactor: 2 });
  await wall.setContent(
    wallOf((name) => dataOf(join(import.meta.dirname, 'home-screens', name), 'image/webp')),
  );
  await writeWebp(wall, 'wall');
} finally {
  await browser.close();
}

/** Writes the picture of the page, with its transparent parts. */
async function writeWebp(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ omitBackground: true });
  const webp = await page.evaluate(
    async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.82);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
  writeFileSync(join(import.meta.dirname, `../src/media/${name}.webp`), bytes);
  console.log(`${name}.webp ${bytes.length} bytes`);
}

function dataOf(file: string, type: string): string {
  return `data:${type};base64,${readFileSync(file).toString('base64')}`;
}
