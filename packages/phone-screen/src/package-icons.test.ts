import { createCanvas, Image } from '@napi-rs/canvas';
import type { InstalledPackage } from '@pocketfleet/phone-parts';
import { expect, test } from 'vitest';
import { createPackageIcons } from './package-icons.ts';

const png = (width: number, height: number): Buffer => createCanvas(width, height).toBuffer('image/png');

test.each([
  ['its own picture', png(512, 512), true],
  ['a letter for a picture that is broken', Buffer.from('no picture'), false],
  ['a letter for one that is wider than any icon', png(4_000, 8), false],
  ['a letter for one that is higher', png(8, 4_000), false],
])('an app is shown by %s', (_, icon, isOwn) => {
  const app = { name: 'org.example.shop', label: 'Shop', icon } as unknown as InstalledPackage;
  expect(createPackageIcons([]).of(app) instanceof Image).toBe(isOwn);
});
