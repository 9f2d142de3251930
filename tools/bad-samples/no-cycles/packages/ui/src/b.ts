import { bad } from './a.ts';

export const value = bad;
