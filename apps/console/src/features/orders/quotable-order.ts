import type { OperatorOrder } from '@pocketfleet/contract';

/** The part of a request that the dialog of a quote shows. */
export type QuotableOrder = Pick<
  OperatorOrder,
  | 'id'
  | 'number'
  | 'state'
  | 'is_request'
  | 'request_note'
  | 'amount'
  | 'quote'
  | 'customer_name'
  | 'phone_count'
  | 'models'
  | 'start_date'
  | 'end_date'
  | 'period'
  | 'number_of_periods'
>;

export type TypedDates = Pick<OperatorOrder, 'period' | 'number_of_periods'> & {
  /** Undefined while the typed start is no moment. */
  start_date: string | undefined;
};
