import { describe, expect, it } from 'vitest';
import { clampCount, lastStartDate, planOf, readPlan, readSelection, writeSelection } from './selection.ts';

const zone = 'America/New_York';
const today = '2026-11-20';
const nowMs = Date.parse('2026-11-20T15:00:00Z');
const read = (query: string) => readSelection(new URLSearchParams(query), today);
const plan = (query: string) => readPlan(new URLSearchParams(query), zone, { nowMs, today });

describe('an address', () => {
  it('without anything means one phone for a month from today, without a time', () => {
    expect(read('')).toMatchObject({ startDate: today, startTime: '', phoneCount: 1 });
    expect(read('').period?.value).toBe('month');
  });

  it('comes back as it was written', () => {
    const query = 'period=2-weeks&date=2026-11-23&time=09%3A00&phones=12';
    expect(writeSelection(read(query)).toString()).toBe(query);
  });

  it('with start=now follows the clock, whatever else it names, and comes back as that', () => {
    const now = readSelection(
      new URLSearchParams('period=week&start=now&date=2026-11-23&phones=2'),
      today,
      '10:07',
    );
    expect(now).toMatchObject({ startDate: today, startTime: '10:07', isNow: true });
    expect(writeSelection(now).toString()).toBe('period=week&start=now&phones=2');
  });

  it('with models comes back as it was written', () => {
    const query = 'period=week&date=2026-11-23&time=09%3A00&phones=4&model=2+Pixel+7&model=1+Galaxy+S23';
    expect(read(query).models).toEqual([
      { model: 'Pixel 7', count: 2 },
      { model: 'Galaxy S23', count: 1 },
    ]);
    expect(writeSelection(read(query)).toString()).toBe(query);
  });

  it('names no period when it names an unknown one', () => {
    expect(read('period=decade').period).toBeUndefined();
  });

  it.each([
    ['date=2026-11-19&time=09:00', 'a past date'],
    ['date=2027-05-21&time=09:00', 'a date beyond six months'],
    ['period=day&date=2026-11-28&time=09:00', 'a date beyond seven days for a daily period'],
    ['date=2026-02-30&time=09:00', 'a date that does not exist'],
    ['date=2027-02-29&time=09:00', 'a leap day of a year without one'],
    ['date=soon&time=09:00', 'a date that is none'],
  ])('%s falls back to today without a time: %s', (query) => {
    expect(read(query)).toMatchObject({ startDate: today, startTime: '' });
  });

  it.each(['24:00', '9:00', '09:60', 'noon'])('takes no time such as %s', (time) => {
    expect(read(`time=${time}`).startTime).toBe('');
  });
});

it.each([
  ['', 1],
  ['many', 1],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['50', 50],
  ['51', 50],
  ['12', 12],
])('a count of %j becomes %d', (text, count) => {
  expect(clampCount(text)).toBe(count);
});

it('the calendar ends 7 days ahead for a daily period, otherwise 6 months, at a month’s last day', () => {
  expect(lastStartDate(read('period=day').period, today)).toBe('2026-11-27');
  expect(lastStartDate(read('period=week').period, today)).toBe('2027-05-20');
  expect(lastStartDate(read('period=week').period, '2026-08-31')).toBe('2027-02-28');
});

describe('a plan', () => {
  it('has its start in the customer’s zone, its end by calendar months, and the table’s price', () => {
    const found = plan('period=month&date=2026-11-23&time=09:00&phones=12');
    expect(found).toMatchObject({
      startMs: Date.parse('2026-11-23T14:00:00Z'),
      endMs: Date.parse('2026-12-23T14:00:00Z'),
      totalCents: 156_000,
    });
  });

  it.each([
    ['', 'nothing'],
    ['period=month&date=2026-11-23&phones=12', 'no time'],
    ['period=decade&date=2026-11-23&time=09:00&phones=1', 'an unknown period'],
    ['period=month&date=2026-11-19&time=09:00&phones=1', 'a past date'],
    ['period=month&date=2026-11-20&time=09:00&phones=1', 'a time that is over'],
    ['period=month&date=2026-11-23&time=09:00&phones=51', 'too many phones'],
    ['period=month&date=2026-11-23&time=09:00&phones=1.5', 'half a phone'],
    ['period=month&date=2026-11-23&time=09:00&phones=1&model=2+Pixel+7', 'more of a model than phones'],
    ['period=month&date=2026-11-23&time=09:00&phones=1&model=Pixel+7', 'a model without a count'],
    ['period=month&date=2027-03-14&time=02:30&phones=1', 'an hour that summer time skips'],
  ])('is none for %j: %s', (query) => {
    expect(plan(query)).toBeNull();
  });

  it('may start up to 15 minutes ago: it then begins when the phones are held', () => {
    expect(plan('period=month&date=2026-11-20&time=09:46&phones=1')).not.toBeNull();
    expect(plan('period=month&date=2026-11-20&time=09:44&phones=1')).toBeNull();
  });

  it('says what is wrong with a selection', () => {
    const planFor = (query: string) => planOf(read(query), zone, nowMs);
    expect(planFor('period=decade&time=12:00')).toEqual({ error: 'unknown_period' });
    expect(planFor('')).toEqual({ error: 'no_time' });
    expect(planFor('time=00:01')).toEqual({ error: 'past' });
    expect(planFor('date=2027-03-14&time=02:30')).toEqual({ error: 'no_such_time' });
  });
});
