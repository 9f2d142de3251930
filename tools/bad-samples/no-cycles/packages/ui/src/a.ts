import type { B } from './b.ts';

export type A = { b: B };
