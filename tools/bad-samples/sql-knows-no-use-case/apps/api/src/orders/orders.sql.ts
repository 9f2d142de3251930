import { value } from './orders.ts';

export const bad = value;
