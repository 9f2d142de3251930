import { Pool } from 'pg';

export const bad = new Pool();
