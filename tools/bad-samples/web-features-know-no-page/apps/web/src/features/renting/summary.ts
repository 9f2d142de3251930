import { value } from '../../pages/rent-page.ts';

export const bad = value;
