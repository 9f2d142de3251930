import { expect, it } from 'vitest';
import { stylesOfPage, takeFaces } from './page-styles.ts';

const page = '<main><p class="text-lead sm:px-8 space-y-3 mt-0.5">Rent</p><a class="group">x</a></main>';

it.each([
  ['a rule whose classes are on the page', '.text-lead{font-size:18px}'],
  ['escaped names', '.sm\\:px-8{padding:1px}.mt-0\\.5{margin:1px}'],
  ['one of a list', '.other,.text-lead{color:red}'],
  ['conditions on what may come later', ':where(.space-y-3>:not(.gone)){margin:0}p:has(.later){margin:0}'],
  ['elements and the document itself', 'main>p{margin:0}:root[data-theme=dark],.on-ink{color:red}'],
  ['attributes, quotes and brackets in them', '[data-a="x{y}"]{content:"a;b"}'],
  ['rules in rules', '@layer utilities{@media (min-width:640px){.text-lead{color:red}}}'],
  ['focus, which a keyboard may bring at once', '.group:focus-visible{outline:none}'],
  ['the order of layers', '@layer theme,base;'],
])('keeps %s', (_, css) => expect(stylesOfPage(css, page)).toBe(css));

it.each([
  ['classes that the page has not', '.other{color:red}'],
  ['two classes of which it has one', '.text-lead .other{color:red}'],
  ['elements that it has not', 'table{border:0}'],
  ['what is done later', '.text-lead:hover{color:red}'],
  ['blocks that become empty', '@layer utilities{@media print{.other{color:red}}}'],
  ['typefaces', '@font-face{font-family:A;src:url(a.woff2)}'],
  ['key frames that nothing names', '@keyframes spin{to{rotate:1turn}}'],
  ['comments', '/*! licence { */'],
])('leaves out %s', (_, css) => expect(stylesOfPage(css, page)).toBe(''));

it('keeps custom properties that a rule or the page names, through one another', () => {
  const css =
    ':root{--a:var(--b);--b:1px;--c:2px;--d:3px}@property --b{syntax:"*"}@property --c{syntax:"*"}p{margin:var(--a)}';
  const withD = page.replace('<p ', '<p style="margin:var(--d)" ');
  expect(stylesOfPage(css, withD)).toBe(
    ':root{--a:var(--b);--b:1px;--d:3px}@property --b{syntax:"*"}p{margin:var(--a)}',
  );
});

it('keeps the key frames of an animation', () => {
  const css = '.group{animation:44s linear infinite spin}@keyframes spin{to{rotate:1turn}}';
  expect(stylesOfPage(css, page)).toBe(css);
});

it('takes the typefaces out and leaves all else in its order', () => {
  const sheet = 'p{margin:0}@font-face{src:url(a.woff2)}@font-face{src:url(b.woff2)}a{color:red}';
  expect(takeFaces(sheet)).toEqual({
    faces: '@font-face{src:url(a.woff2)}@font-face{src:url(b.woff2)}',
    rest: 'p{margin:0}a{color:red}',
  });
});
