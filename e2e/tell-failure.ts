// After a failed journey: the pages as a screen reader reads them, and the latest warnings of the product's programs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const browsers = new Set<Browser>();
const maxPages = 6;
const maxPageLetters = 6_000;
const maxLogLines = 30;
const pageLimitMs = 5_000;
/** pino's number for a warning. */
const warning = 40;

/** Its pages are told after a failure, until it ends. */
export function watchBrowser(browser: Browser): void {
  browsers.add(browser);
  browser.once('disconnected', () => browsers.delete(browser));
}

export async function tellFailure(title: string, dataDir: string): Promise<void> {
  const pages = [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
  const told = await Promise.all(pages.slice(0, maxPages).map(describePage));
  console.error([`after "${title}":`, ...told, ...latestWarnings(join(dataDir, 'logs'))].join('\n'));
}

async function describePage(page: Page): Promise<string> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: pageLimitMs })
    .catch((error: Error) => error.message);
  return `page ${page.url()}\n${tree.slice(0, maxPageLetters)}`;
}

function latestWarnings(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.log'));
  return files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n').filter(isWarning);
    return lines.slice(-maxLogLines).map((line) => `${file}: ${line.slice(0, 500)}`);
  });
}

/** Or a line that is no JSON and speaks of an error, as PostgreSQL and Node.js write them. */
function isWarning(line: string): boolean {
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return level === undefined ? /\b(ERROR|FATAL|PANIC)\b|Error/.test(line) : Number(level) >= warning;
}
