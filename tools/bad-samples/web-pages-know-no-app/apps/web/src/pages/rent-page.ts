import { value } from '../app/router.ts';

export const bad = value;
