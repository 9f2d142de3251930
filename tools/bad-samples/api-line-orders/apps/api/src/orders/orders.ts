import { value } from '../payments/payments.ts';

export const bad = value;
