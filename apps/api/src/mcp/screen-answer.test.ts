import { type ActionResult, actionRefusal } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { answerAction } from './screen-answer.ts';

const result = (more: Partial<ActionResult>): ActionResult => ({
  untrusted: true,
  done: false,
  why: 'failed',
  detail: '',
  confirmed: null,
  settled: null,
  changed: [],
  text: '',
  nodes: [],
  ...more,
});
/** Of these the phone or the API gives its own sentence each time. */
const saysItself = ['id_used', 'refused', 'unavailable', 'failed'];

test.each(actionRefusal.options.filter((why) => !saysItself.includes(why)))(
  'what to do about “%s” is said, in words and beside them',
  (why) => {
    const { text, structured } = answerAction(result({ why }));
    const [, advice = ''] = /^Not done \(\w+\)\. (.+)$/.exec(text) ?? [];
    expect(advice).toMatch(/^[A-Z].+\.$/);
    expect(structured['text']).toBe(advice);
  },
);

test('a text that could not be read back is not taken for one that has arrived', () => {
  const said = (confirmed: ActionResult['confirmed']) =>
    answerAction(result({ done: true, why: null, confirmed })).text;
  expect(said('confirmed')).toContain('The text was read back: confirmed.');
  expect(said('unconfirmed')).toContain('Read the screen before you go on.');
  expect(said('different')).toContain('something else than you typed');
});
