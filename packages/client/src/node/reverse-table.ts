// The reverses that adb has asked for through one bridge. It is the only list of what the phone may open on this computer.

/** `Owner`: the connection of the adb server that has asked for a reverse, and that alone takes its connections. */
export class ReverseTable<Owner> {
  readonly #reverses = new Map<string, { target: string; owner: Owner }>();

  /** Whom to ask for this target, such as "tcp:8081". Undefined where no reverse leads to it. */
  ownerOf(target: string): Owner | undefined {
    return [...this.#reverses.values()].findLast((reverse) => reverse.target === target)?.owner;
  }

  list(): string[] {
    return [...this.#reverses].map(([address, { target }]) => `${address} ${target}`);
  }

  addresses(): string[] {
    return [...this.#reverses.keys()];
  }

  /** The service that makes the same reverse again; undefined where it was removed. */
  commandFor(address: string): string | undefined {
    const reverse = this.#reverses.get(address);
    return reverse && `reverse:forward:${address};${reverse.target}`;
  }

  delete(address: string): void {
    this.#reverses.delete(address);
  }

  /** Forgets what the owner has asked for, and returns the addresses. */
  deleteAllOf(owner: Owner): string[] {
    const addresses = [...this.#reverses].flatMap(([address, of]) => (of.owner === owner ? [address] : []));
    for (const address of addresses) this.#reverses.delete(address);
    return addresses;
  }

  /** Notes a request that the phone has answered; only a request with OKAY counts. */
  note(service: string, answer: string, owner: Owner): void {
    if (!answer.startsWith('OKAY')) return;
    const forward = /^reverse:forward:(?:norebind:)?([^;]+);([\s\S]+)$/.exec(service);
    if (forward !== null) {
      // For port 0 the phone has chosen one: four hex digits, then the port.
      const chosen = answer.slice(8);
      const address = forward[1] === 'tcp:0' && chosen !== '' ? `tcp:${chosen}` : (forward[1] ?? '');
      this.#reverses.set(address, { target: forward[2] ?? '', owner });
      return;
    }
    const killed = /^reverse:killforward:([\s\S]+)$/.exec(service)?.[1];
    if (killed !== undefined) this.#reverses.delete(killed);
    if (service === 'reverse:killforward-all') this.#reverses.clear();
  }
}
