import { expect, test } from 'vitest';
import { renderMail } from './mail-layout.ts';

const content = {
  subject: 'Your order',
  title: 'Thank you.',
  greeting: 'Hello <b>Marta</b>,',
  paragraphs: ['Your phones are ready.'],
  button: { label: 'View your phones', url: 'https://pocketfleet.example/devices?a=1&b="2"' },
  facts: [['Phones', '8 <script>']] as const,
  notes: ['Questions? Reply to this mail.'],
};

test('HTML contains each value, escaped', () => {
  const { html } = renderMail({ ...content, facts: [...content.facts] });
  expect(html).toContain('Hello &lt;b&gt;Marta&lt;/b&gt;,');
  expect(html).toContain('8 &lt;script&gt;');
  expect(html).toContain('href="https://pocketfleet.example/devices?a=1&amp;b=&quot;2&quot;"');
  expect(html).not.toMatch(/<b>|<script>|<img/);
});

test('plain text contains the same values, with the link on a line of its own', () => {
  const { text } = renderMail({ ...content, facts: [...content.facts] });
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'Thank you.',
      'Your phones are ready.',
      'https://pocketfleet.example/devices?a=1&b="2"',
      'Phones: 8 <script>',
      'Questions? Reply to this mail.',
    ]),
  );
});

test('a button that opens a mail shows its recipient', () => {
  const button = { label: 'Reply', url: 'mailto:jo%2Bus%40brightside.example?subject=Your%20message' };
  const { html, text } = renderMail({ ...content, button, facts: [] });
  expect(text).toContain('Reply:\njo+us@brightside.example\n');
  expect(html).toContain('Or write to:<br>');
  expect(html).toContain('href="mailto:jo%2Bus%40brightside.example?subject=Your%20message"');
  expect(html).toContain('>jo+us@brightside.example</a>');
});

test('only the address of a one-time link is shown beside its button, and the text has every address', () => {
  const button = { label: 'Verify email', url: 'https://pocketfleet.example/verify-email?token=abc' };
  const pasted = 'Or paste this link into your browser:';
  expect(renderMail({ ...content, button, facts: [] }).html).not.toContain(pasted);
  expect(renderMail({ ...content, button, facts: [] }).text).toContain(button.url);
  expect(renderMail({ ...content, button: { ...button, isOneTime: true }, facts: [] }).html).toContain(
    pasted,
  );
});

test('the number of an order is in the head of the mail', () => {
  const { html, text } = renderMail({ ...content, facts: [], reference: 'PF-2026-00418' });
  expect(html).toContain('>PF-2026-00418</td>');
  expect(text.startsWith('PF-2026-00418\n')).toBe(true);
});

test('a mail without a title begins with its subject', () => {
  const { title: _, ...untitled } = content;
  expect(renderMail({ ...untitled, facts: [] }).text.startsWith('Your order\n')).toBe(true);
});
