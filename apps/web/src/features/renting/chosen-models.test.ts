import type { Availability } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { cutModels, freeModels, readModels, withModel } from './chosen-models.ts';

const pixel = (count: number) => ({ model: 'Pixel 7', count });
const galaxy = (count: number) => ({ model: 'Galaxy S23', count });

it.each([
  ['model=2+Pixel+7&model=1+Galaxy+S23', [pixel(2), galaxy(1)]],
  ['model=2+Pixel+7&model=3+Pixel+7', [pixel(2)]],
  ['model=0+Pixel+7', []],
  ['model=Pixel+7', []],
  ['model=-1+Pixel+7', []],
  ['model=2+', []],
  ['', []],
])('the address %j names %j', (query, models) => {
  expect(readModels(new URLSearchParams(query), 'model')).toEqual(models);
});

it.each([
  [[pixel(2), galaxy(3)], 5, [pixel(2), galaxy(3)]],
  [[pixel(2), galaxy(3)], 3, [pixel(2), galaxy(1)]],
  [[pixel(2), galaxy(3)], 1, [pixel(1)]],
])('%j for %i phones is %j', (models, phones, cut) => {
  expect(cutModels(models, phones)).toEqual(cut);
});

it.each([
  ['a first model leaves the count', { models: [], phoneCount: 3 }, 1, { models: [pixel(1)], phoneCount: 3 }],
  [
    'more than are rented raise it',
    { models: [galaxy(2)], phoneCount: 2 },
    2,
    { models: [galaxy(2), pixel(2)], phoneCount: 4 },
  ],
  [
    'none takes the model away',
    { models: [pixel(1), galaxy(1)], phoneCount: 2 },
    0,
    { models: [galaxy(1)], phoneCount: 2 },
  ],
  [
    'there are at most 50',
    { models: [galaxy(49)], phoneCount: 49 },
    9,
    { models: [galaxy(49), pixel(1)], phoneCount: 50 },
  ],
])('%s', (_name, known, count, choice) => {
  expect(withModel(known, 'Pixel 7', count)).toEqual(choice);
});

it('a choice is reduced to the free phones of each model', () => {
  const answer = {
    models: [
      { model: 'Pixel 7', free: 1, chosen: 2, next_available_start: null },
      { model: 'Galaxy S23', free: 9, chosen: 3, next_available_start: null },
    ],
  } as Partial<Availability> as Availability;
  expect(freeModels([pixel(2), galaxy(3), { model: 'Moto', count: 1 }], answer)).toEqual([
    pixel(1),
    galaxy(3),
  ]);
});
