// The holder of the phone, in the header of a session.
import type { DeviceSeat, SeatHolder } from '@pocketfleet/contract';

export function whoHasIt(holder: SeatHolder): string {
  switch (holder.kind) {
    case 'this_window':
      return 'You have the phone';
    case 'own_window':
      return 'Your other window has the phone';
    case 'nobody':
      return 'The phone is free';
    case 'key':
      return `The key ${holder.name} has the phone`;
    case 'program':
      return `The program ${holder.name} has the phone`;
    case 'guest':
      return `Your guest ${holder.name} has the phone`;
    case 'person':
      return `${holder.name} has the phone`;
  }
}
export const giveBack = 'Give back';
export const givenBack = 'The phone is free for others now.';
export const cutOff = 'Cut off';
export const cutOffTitle = (name: string) => `Cut ${name} off?`;
export const cutOffText: Readonly<Record<NonNullable<DeviceSeat['holder']>['kind'], string>> = {
  person:
    'Everything that they have open on this phone closes, shells and adb too, and you have the phone. They can open it again.',
  guest:
    'Everything that this guest has open on this phone closes, and you have the phone. End the link to keep them out.',
  key: 'Everything that this key has open on this phone closes, shells and adb too, and you have the phone. Revoke the key to keep it out.',
  program:
    'Everything that this program has open on this phone closes, shells and adb too, and you have the phone. Disconnect the program to keep it out.',
};
export const isCutOff = (name: string) => `${name} is cut off. You have the phone.`;
export const hasGone = 'Somebody else has the phone now. Check who it is, and try again.';
export const cancel = 'Cancel';
export const notDone = (reason: string | null) => reason ?? 'That didn’t work. Please try again.';
