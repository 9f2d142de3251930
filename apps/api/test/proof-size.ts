// Long proofs have two sizes: `npm test` runs the small one, `npm run proof` as much of the whole as PROOF_SIZE says,
// `whole` or in percent. The seed is printed with a failure and can be given again.
const size = process.env['PROOF_SIZE'];
const percent = size === 'whole' ? '100' : size;

export const isSmallProof = percent === undefined;

export function proofSize(small: number, whole: number): number {
  return percent === undefined ? small : Math.max(small, Math.round((whole * Number(percent)) / 100));
}

export const proofSeed = Number(process.env['PROOF_SEED'] ?? Date.now() % 2 ** 31);

/** Milliseconds that one test of a proof may take. */
export const proofTimeoutMs = isSmallProof ? 300_000 : 1_800_000;
