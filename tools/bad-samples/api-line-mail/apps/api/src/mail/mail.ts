import { value } from '../accounts/accounts.ts';

export const bad = value;
