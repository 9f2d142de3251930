import { value } from '../streaming/streaming.ts';

export const bad = value;
