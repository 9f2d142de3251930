import { value } from '../assignments/assignments.ts';

export const bad = value;
