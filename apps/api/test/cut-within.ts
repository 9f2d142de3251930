/**
 * The longest time, in milliseconds, until open sockets are closed in a test that takes a right away. The product needs a second
 * (`revocation.test.ts` prints how long it took), and a machine that is busy with other tests needs longer. It is far below the
 * minute of a lease, the only other end of these sockets.
 */
export const cutWithinMs = 5_000;
