import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';
import { breakLines } from './text-layout.ts';

const scene = new Scene(createCanvas(1, 1), { width: 400, height: 800 }, 1, 0, undefined);
const breakAt = (text: string, width: number) => breakLines(scene, text, 16, width);

test('a long text is broken between words, and its spaces stay at the ends of lines', () => {
  const text = 'one two three four five six seven eight nine ten\neleven  twelve';
  const lines = breakAt(text, 90);
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.filter(({ text: line }) => line.startsWith(' '))).toEqual([]);
  // No text is lost, and each line has the right start.
  for (const line of lines) expect(text.slice(line.start, line.start + line.text.length)).toBe(line.text);
  expect(lines.map(({ text: line }) => line).join('')).toBe(text.replace('\n', ''));
  for (const { text: line } of lines) expect(scene.measure(line.trimEnd(), 16, 400)).toBeLessThanOrEqual(90);
});

test.each([
  ['שלום, Pixel!', true],
  ['مرحبا', true],
  ['12:30 – (שלום)', true],
  ['Pixel: שלום', false],
  ['123', false],
  ['', false],
])('the paragraph %j begins at the right: %s', (text, isRightToLeft) => {
  expect(breakAt(`one\n${text}`, 200).at(-1)?.isRightToLeft).toBe(isRightToLeft);
});

test('a word that is too long is split, and an emoji counts as one letter', () => {
  const lines = breakAt('aaaaaaaaaaaaaaaaaaaaaaaa 😀😀 b', 60);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.map(({ text }) => text).join('')).toBe('aaaaaaaaaaaaaaaaaaaaaaaa 😀😀 b');
  expect(lines.map(({ start }) => start)).toEqual(
    lines.map((_, at) => [...lines.slice(0, at).flatMap(({ text }) => [...text])].length),
  );
});
