import type { PaymentConfig } from '../config.ts';
import type { OrdersDeps } from '../orders/orders.ts';
import type { Log } from '../platform/log.ts';
import type { PaymentProvider } from '../platform/stripe.ts';

export type PaymentsDeps = OrdersDeps & {
  provider: PaymentProvider;
  config: { publicUrl: string; payments: PaymentConfig | undefined };
  log: Log;
};
