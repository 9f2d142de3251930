import { value } from '../devices/list.ts';

export const bad = value;
