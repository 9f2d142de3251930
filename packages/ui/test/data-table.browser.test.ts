import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/data-table/data-table.fixture.tsx'));

const narrow = { viewport: { width: 390, height: 800 } };
const rows = (page: Page) => page.locator('tbody tr[data-index]');
const tags = (page: Page) => rows(page).locator('td:first-child').allInnerTexts();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('sorting', () => {
  it('compares numbers in texts as numbers, and turns round at the second press', async () => {
    const page = await open();
    expect(await tags(page)).toEqual(['PF-8', 'PF-9', 'PF-10', 'PF-11']);
    const head = page.getByRole('columnheader', { name: 'Tag' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    expect(await tags(page)).toEqual(['PF-11', 'PF-10', 'PF-9', 'PF-8']);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
  });

  it('puts missing values last in both directions, and equal ones in the order of the first column', async () => {
    const page = await open('sort=battery');
    expect(await tags(page)).toEqual(['PF-8', 'PF-11', 'PF-9', 'PF-10']);
    await page.getByRole('button', { name: 'Battery' }).click();
    expect(await tags(page)).toEqual(['PF-9', 'PF-8', 'PF-11', 'PF-10']);
  });

  it('sorts by the first column when the address names a column that does not exist or does not sort', async () => {
    for (const key of ['nonsense', 'host']) {
      const page = await open(`sort=${key}`);
      expect(await tags(page)).toEqual(['PF-8', 'PF-9', 'PF-10', 'PF-11']);
    }
  });
});

describe('a long list', () => {
  it('renders only the rows near the window, and tells screen readers how many there are', async () => {
    const page = await open('rows=500');
    await page.getByText('PF-8', { exact: true }).waitFor();
    expect(await rows(page).count()).toBeLessThan(60);
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('501');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = rows(page).filter({ hasText: 'PF-507' });
    await last.waitFor();
    expect(await last.getAttribute('aria-rowindex')).toBe('501');
    expect(await rows(page).count()).toBeLessThan(60);
  });

  it('renders all of up to 100 rows, so that the browser finds them', async () => {
    const page = await open('rows=100');
    await page.getByText('PF-107', { exact: true }).waitFor({ state: 'attached' });
    expect(await rows(page).count()).toBe(100);
  });

  it('keeps the row with the focus when it is scrolled away, and goes on from it', async () => {
    const page = await open('rows=500');
    await rows(page).filter({ hasText: 'PF-10' }).first().focus();
    await page.evaluate(() => window.scrollTo(0, 12_000));
    await rows(page).filter({ hasText: 'PF-310' }).waitFor();
    expect(await focusedText(page)).toContain('PF-10');
    // The first press brings the row back with its neighbours, the second moves on.
    await page.keyboard.press('ArrowDown');
    await rows(page).filter({ hasText: 'PF-11' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedText(page)).toContain('PF-11');
  });
});

it('opens the row that arrow keys have reached with Enter, but leaves a button in it its own keys', async () => {
  const page = await open();
  const opened = page.getByRole('status');
  await page.getByRole('button', { name: 'Actions for PF-9' }).focus();
  await page.keyboard.press('Enter');
  expect(await opened.textContent()).toBe('Opened: ');
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await opened.textContent()).toBe('Opened: PF-9');
});

describe('in a narrow frame', () => {
  it.each(['facts', 'lines'])(
    'folds its rows into %s, and nothing has to be scrolled for',
    async (folding) => {
      const page = await open(`folding=${folding}`, narrow);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      const [host, button] = await Promise.all([
        rows(page).first().getByText('host-0').boundingBox(),
        page.getByRole('button', { name: 'Actions for PF-8' }).boundingBox(),
      ]);
      expect((host?.x ?? 999) + (host?.width ?? 999)).toBeLessThan(390);
      expect((button?.x ?? 999) + (button?.width ?? 999)).toBeLessThan(390);
    },
  );

  it('has wide buttons below the facts, and narrow ones beside the name', async () => {
    const isBelow = async (page: Page) => {
      const [host, button] = await Promise.all([
        rows(page).first().getByText('host-0').boundingBox(),
        page.getByRole('button', { name: 'Actions for PF-8' }).boundingBox(),
      ]);
      return (button?.y ?? 0) >= (host?.y ?? 0) + (host?.height ?? 0);
    };
    expect(await isBelow(await open('folding=facts', narrow))).toBe(false);
    expect(await isBelow(await open('folding=facts&actions=200', narrow))).toBe(true);
  });

  it('shows the title of a column before each fact, but not before lines', async () => {
    const titleOf = (page: Page) =>
      rows(page)
        .first()
        .locator('td[data-label="Host"]')
        .evaluate((cell) => getComputedStyle(cell, '::before').content);
    expect(await titleOf(await open('folding=facts', narrow))).toBe('"Host"');
    expect(await titleOf(await open('folding=lines', narrow))).toBe('none');
  });

  it('sorts from the bar above the rows, as it has no heads to press', async () => {
    const page = await open('', narrow);
    await page.getByLabel('Sort by').selectOption('Battery');
    expect(await tags(page)).toEqual(['PF-8', 'PF-11', 'PF-9', 'PF-10']);
    await page.getByRole('button', { name: /^Ascending/ }).click();
    expect(await tags(page)).toEqual(['PF-9', 'PF-8', 'PF-11', 'PF-10']);
  });

  it('becomes a table again when the window grows', async () => {
    const page = await open('', narrow);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('columnheader', { name: 'Tag' }).getByRole('button').waitFor();
  });
});
