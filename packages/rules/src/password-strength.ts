// How strong a new password is (spec section 5): five checks, one point each; reset and change ask for four.
export const passwordChecks = {
  length: (password: string) => password.length >= 8,
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const;

export type PasswordCheck = keyof typeof passwordChecks;

export const requiredPasswordScore = 4;

const labels = ['Very Weak', 'Very Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** `score` is 0-5; `label` is the spec's word for it. */
export function passwordStrength(password: string): { score: number; label: string } {
  const score = Object.values(passwordChecks).filter((isMet) => isMet(password)).length;
  return { score, label: labels[score] ?? 'Very Weak' };
}
