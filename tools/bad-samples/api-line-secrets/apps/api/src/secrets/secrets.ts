import { pay } from '../payments/payments.ts';

export const secrets = pay;
