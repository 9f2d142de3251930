/** An error that the user can fix. Only its message is printed, as one line without a stack. */
export class Refusal extends Error {}
