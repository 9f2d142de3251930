import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystem, type System } from '@pocketfleet/phone-screen';
import { createTestWorld } from '@pocketfleet/phone-screen/testing/test-world';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_APPS } from './app-list.ts';

const SIZE = { width: 360, height: 800 };
let stateDir: string;
let system: System;

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'notes-'));
  system = await createSystem(createTestWorld(DEMO_APPS, { ...SIZE, density: 160 }, stateDir), DEMO_APPS);
  system.screen.startActivity({ package: 'com.android.notes' });
});

afterEach(async () => {
  await system.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

/** The first and last column in which a visible text has ink. */
function inkOf(text: string): { from: number; to: number } {
  const at = system.screen.visibleTexts().find((entry) => entry.text === text);
  if (!at) throw new Error(`"${text}" is not shown`);
  const pixels = system.picture.render(SIZE);
  const columns: number[] = [];
  for (let y = Math.round(at.y); y < at.y + 18; y += 1) {
    for (let x = 20; x < SIZE.width - 20; x += 1) {
      const start = (y * SIZE.width + x) * 4;
      const paper = (Math.round(at.y) * SIZE.width + 10) * 4;
      const differs = [0, 1, 2].some(
        (part) => Math.abs((pixels[start + part] ?? 0) - (pixels[paper + part] ?? 0)) > 60,
      );
      if (differs) columns.push(x);
    }
  }
  return { from: Math.min(...columns), to: Math.max(...columns) };
}

test.each([
  ['שלום', 'Hebrew'],
  ['مرحبا', 'Arabic'],
])('%s begins at the right, and the cursor stands left of it', (text) => {
  system.screen.text(`one\n${text}`);
  const { from, to } = inkOf(text);
  expect(to).toBeGreaterThan(SIZE.width - 24 - 6);
  expect(from).toBeGreaterThan(SIZE.width / 2);
  expect(inkOf('one').to).toBeLessThan(SIZE.width / 2);
});

test('a paragraph of Latin letters is not affected by the one before it', () => {
  system.screen.text('abc שלום');
  expect(inkOf('abc שלום').from).toBeLessThan(30);
});
