import { value } from '../assignments/assignments.sql.ts';

export const bad = value;
