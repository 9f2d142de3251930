import { value } from '../features/devices/list.ts';

export const bad = value;
