// What `adb reverse` has asked for through one bridge. It is the only list of what the phone may open on this computer.

export class ReverseTable {
  readonly #targets = new Map<string, string>();

  /** Whether some reverse leads to this target, such as "tcp:8081". */
  has(target: string): boolean {
    return [...this.#targets.values()].includes(target);
  }

  list(): string[] {
    return [...this.#targets].map(([address, target]) => `${address} ${target}`);
  }

  /** The services that make the same reverses again. */
  commands(): string[] {
    return [...this.#targets].map(([address, target]) => `reverse:forward:${address};${target}`);
  }

  /** Notes a request that the phone has answered; only a request with OKAY counts. */
  note(service: string, answer: string): void {
    if (!answer.startsWith('OKAY')) return;
    const forward = /^reverse:forward:(?:norebind:)?([^;]+);([\s\S]+)$/.exec(service);
    if (forward !== null) {
      // For port 0 the phone has chosen one: four hex digits, then the port.
      const chosen = answer.slice(8);
      const address = forward[1] === 'tcp:0' && chosen !== '' ? `tcp:${chosen}` : (forward[1] ?? '');
      this.#targets.set(address, forward[2] ?? '');
      return;
    }
    const killed = /^reverse:killforward:([\s\S]+)$/.exec(service)?.[1];
    if (killed !== undefined) this.#targets.delete(killed);
    if (service === 'reverse:killforward-all') this.#targets.clear();
  }
}
