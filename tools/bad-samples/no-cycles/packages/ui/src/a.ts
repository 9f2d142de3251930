import { value } from './b.ts';

export const bad = value;
