import { value } from '../housekeeping/housekeeping.ts';

export const bad = value;
