import { hash } from '@node-rs/argon2';

/**
 * A password hash in the product's format with argon2's smallest cost. A hash states its own cost, so every sign-in of a
 * test user is checked in microseconds; hashes of passwords that a test sets through the product cost what the product's do.
 */
export function cheapPasswordHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}
