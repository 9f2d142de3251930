import { createTestWorld, type TestWorld } from '@pocketfleet/android-shell/testing/test-world';
import { shownTexts } from '@pocketfleet/phone-parts/testing/shown-texts';
import { createSystem, type System } from '@pocketfleet/phone-screen';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_APPS } from './app-list.ts';

const SIZE = { width: 360, height: 800 };
let world: TestWorld;
let system: System;

beforeEach(() => {
  world = createTestWorld({ ...SIZE, density: 160 });
  system = createSystem(world, DEMO_APPS);
  system.screen.startActivity({ package: 'com.android.notes' });
});

let typed = '';
/** Height of a line, in pixels at this density. */
const LINE = 28;

afterEach(() => {
  system.stop();
  world[Symbol.dispose]();
});

const type = (text: string) => {
  typed = text;
  system.screen.text(text);
};

/** The first and last column in which a line of the note has ink. */
function inkOf(line: number): { from: number; to: number } {
  const note = shownTexts(system.screen).find((entry) => entry.text === typed);
  if (!note) throw new Error('the note is not shown');
  const at = { y: note.y + LINE * line };
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
  type(`one\n${text}`);
  const { from, to } = inkOf(1);
  expect(to).toBeGreaterThan(SIZE.width - 24 - 6);
  expect(from).toBeGreaterThan(SIZE.width / 2);
  expect(inkOf(0).to).toBeLessThan(SIZE.width / 2);
});

test('a paragraph of Latin letters is not affected by the one before it', () => {
  type('abc שלום');
  expect(inkOf(0).from).toBeLessThan(30);
});
