import { value } from '../platform/clock.ts';

export const bad = value;
