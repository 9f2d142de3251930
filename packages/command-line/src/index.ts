// The frame of our two command lines, the customers' `pocketfleet` and our team's `pocketfleet-team`: exit statuses, output
// for people and as JSON, questions, and the file of the session. It knows no command.
export { CommandError, type Exit, exitCodes, exitOf, toCommandError } from './exit-codes.ts';
export { type Column, createOutput, type Output, usd } from './output.ts';
export { instantsInWords, jsonLine, oneLine } from './printable.ts';
export { allCommands, ExitStatus, runProgram } from './run-program.ts';
export { createSessionFile, type Environment, type Session, type SessionFile } from './session-file.ts';
export { createTerminal, type Terminal } from './terminal.ts';
