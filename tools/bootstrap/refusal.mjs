/** An error that the user can fix. Only its message is printed, as one line without a stack. */
export class Refusal extends Error {}

/** The package registry can not be reached. */
export class Unreachable extends Refusal {}
