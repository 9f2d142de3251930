import { value } from './forms/index.ts';

export const bad = value;
