import { pay } from '../payments/payments.ts';

export const recordings = pay;
