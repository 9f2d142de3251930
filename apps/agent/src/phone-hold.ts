// A phone kept for one piece of work, through the restarts that the work itself asks for. When the phone goes away
// by itself, the work is over at once: what it asked of a lost connection may never be answered (Tango opens a
// service without a limit), and the control plane can have it begun anew as soon as the phone is back.
import type { Adb } from '@yume-chan/adb';

/** What the work may do with the phone. */
export interface HeldPhone {
  /** Its connection, waited for where there is none. Rejects when it stays away. */
  adb(): Promise<Adb>;
  /** Restarts it and resolves when it is back. */
  restart(): Promise<void>;
  /** Puts scrcpy's server on it, over whatever stands there. */
  pushServer(): Promise<void>;
}

/** Nothing is known of the phone's state: whoever cares begins anew. */
export class PhoneLostError extends Error {
  override name = 'PhoneLostError';
}

export class PhoneHold {
  #isRestarting = false;
  #lost: PhoneLostError | undefined;
  #breakOff: (error: PhoneLostError) => void = () => undefined;

  /** The work's own outcome; rejects with PhoneLostError as soon as the phone is lost. */
  run<Result>(phone: HeldPhone, work: (phone: HeldPhone) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#breakOff = reject;
      work(this.#guard(phone)).then(resolve, reject);
    });
  }

  connectionLost(): void {
    if (this.#isRestarting) return;
    this.#lost = new PhoneLostError('the phone went away in the middle of it');
    this.#breakOff(this.#lost);
  }

  /** What is left of broken-off work gets no hand on the phone that has come back. */
  #guard(phone: HeldPhone): HeldPhone {
    const unlessLost = <Result>(step: () => Promise<Result>): Promise<Result> =>
      this.#lost === undefined ? step() : Promise.reject(this.#lost);
    return {
      adb: () => unlessLost(() => phone.adb()),
      pushServer: () => unlessLost(() => phone.pushServer()),
      restart: () =>
        unlessLost(async () => {
          this.#isRestarting = true;
          try {
            await phone.restart();
          } finally {
            this.#isRestarting = false;
          }
        }),
    };
  }
}
