import { value } from '../accounts/list.ts';

export const bad = value;
