import { value } from '../../orders/orders.ts';

export const bad = value;
