import { value } from './orders.sql.ts';

export const bad = value;
