import type { Client } from './client.ts';

/** The parts that open sockets need the site's origin, and calls of its API. */
export type Caller = {
  /** For example "https://phones.example.com". */
  readonly url: string;
  call: Client['call'];
};
