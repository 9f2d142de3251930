import { expect, test } from 'vitest';
import { type SeatEvent, SharedSeat } from './shared-seat.ts';

type Person = { id: string };

/** Nodes that receive all events in one order, each when `deliver` is called, as with LISTEN/NOTIFY. */
function network() {
  let nowMs = 0;
  const order: SeatEvent[] = [];
  const nodes = new Map<
    string,
    { seat: SharedSeat<Person>; viewers: Set<Person>; lost: (Person | undefined)[] }
  >();
  return {
    node: (nodeId: string) => {
      const viewers = new Set<Person>();
      const lost: (Person | undefined)[] = [];
      const seat = new SharedSeat<Person>(viewers, {
        nodeId,
        now: () => nowMs,
        publish: (event) => order.push(event),
        onChanged: (before) => lost.push(before),
      });
      nodes.set(nodeId, { seat, viewers, lost });
      const join = (id: string): Person => {
        const person = { id };
        viewers.add(person);
        seat.takeIfFree(person);
        if (viewers.size === 1) seat.ask();
        else seat.publishCount();
        return person;
      };
      return { seat, join, lost };
    },
    deliver: () => {
      for (let event = order.shift(); event !== undefined; event = order.shift()) {
        for (const { seat } of nodes.values()) seat.receive(event);
      }
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    countPublished: () => order.length,
  };
}

test('a viewer on a second node watches while one on the first controls, and can take control', () => {
  const { node, deliver } = network();
  const [a, b] = [node('a'), node('b')];
  const ada = a.join('ada');
  deliver();
  const bob = b.join('bob');
  deliver();
  expect([a.seat.holder, b.seat.holder]).toEqual([ada, undefined]);
  expect([a.seat.viewerCount, b.seat.viewerCount]).toEqual([2, 2]);
  expect(b.seat.use(bob)).toBe('refused');
  b.seat.take(bob);
  deliver();
  expect([a.seat.holder, b.seat.holder]).toEqual([undefined, bob]);
  expect(a.lost).toContain(ada);
  expect(a.seat.use(ada)).toBe('refused');
});

test('when two nodes take control at once, one of them has it', () => {
  const { node, deliver } = network();
  const [a, b] = [node('a'), node('b')];
  const [ada, bob] = [a.join('ada'), b.join('bob')];
  deliver();
  const second = a.join('second');
  deliver();
  a.seat.take(second);
  b.seat.take(bob);
  deliver();
  expect([a.seat.holder, b.seat.holder]).toEqual([undefined, bob]);
  expect(ada).toBeDefined();
});

test('two nodes whose first viewers come at once agree on one', () => {
  const { node, deliver } = network();
  const [a, b] = [node('a'), node('b')];
  a.join('ada');
  b.join('bob');
  deliver();
  const holders = [a.seat.holder, b.seat.holder].filter((holder) => holder !== undefined);
  expect(holders).toHaveLength(1);
});

test('control that is used on another node stays there, and is free after 30 idle seconds or when that node is gone', () => {
  const { node, deliver, wait } = network();
  const [a, b] = [node('a'), node('b')];
  const ada = a.join('ada');
  deliver();
  const bob = b.join('bob');
  deliver();
  for (let count = 0; count < 4; count += 1) {
    wait(10_000);
    a.seat.use(ada);
    deliver();
  }
  expect(b.seat.use(bob)).toBe('refused');
  wait(31_000);
  expect(b.seat.use(bob)).toBe('taken');
  deliver();
  expect(a.seat.holder).toBeUndefined();
  a.seat.keepNodes(new Set(['a']));
  expect(a.seat.use(ada)).toBe('taken');
});

test('a node alone publishes one question and nothing after it', () => {
  const { node, countPublished, deliver } = network();
  const a = node('a');
  const ada = a.join('ada');
  expect(countPublished()).toBe(1);
  deliver();
  a.seat.use(ada);
  a.seat.take(a.join('second'));
  a.seat.leave(ada);
  expect(countPublished()).toBe(0);
});
