// Reserves a phone for one piece of work, through the restarts that the work itself asks for. When the connection is
// lost in another way, the work fails at once: a request on a lost connection may never settle (Tango opens a service
// without a timeout), and the control plane can send the command again as soon as the phone is back.
import type { Adb } from '@yume-chan/adb';

/** The phone, as the work that holds it may use it. */
export interface HeldPhone {
  /** The phone's connection. Waits for one after a restart; rejects when the phone does not come back. */
  adb(): Promise<Adb>;
  /** Restarts it and resolves when it is back. */
  restart(): Promise<void>;
  /** Writes scrcpy's server to the phone, over any file there. */
  pushServer(): Promise<void>;
}

/** The phone's state is unknown now, so the work has to start from its beginning. */
export class PhoneLostError extends Error {
  override name = 'PhoneLostError';
}

export class PhoneHold {
  #isRestarting = false;
  #lost: PhoneLostError | undefined;
  #abort: (error: PhoneLostError) => void = () => undefined;

  /** Settles as the work does; rejects with PhoneLostError as soon as the phone is lost. */
  run<Result>(phone: HeldPhone, work: (phone: HeldPhone) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#abort = reject;
      work(this.#guard(phone)).then(resolve, reject);
    });
  }

  connectionLost(): void {
    if (this.#isRestarting) return;
    this.#lost = new PhoneLostError('the phone was disconnected in the middle of it');
    this.#abort(this.#lost);
  }

  /** Work that was aborted may still run for a while; it must not use the phone once it is back. */
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
