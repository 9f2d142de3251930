import { expect, test } from 'vitest';
import { parseTree } from './tree.ts';

const parse = (inside: string): ReturnType<typeof parseTree> =>
  parseTree(
    Buffer.from(
      `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${inside}</hierarchy>`,
    ),
  );

test('windows, their kinds and their nodes are read', () => {
  const [app, keyboard] = parse(
    `<node index="0" window-index="0" window-type="1" window-layer="3" window-active="true" window-focused="true" window-bounds="[0,0][1080,2400]" class="a.B" package="shop.demo" bounds="[0,0][1080,2400]">` +
      `<node index="0" text="Tea &amp; &quot;more&quot;&#10;2" hint-showing="false" editable="false" scrollable="true" can-scroll-forward="true" can-scroll-backward="false" visible-to-user="false" bounds="[48,-10][47,0]" /></node>` +
      `<node window-type="2" window-layer="9" bounds="[0,1400][1080,2400]"></node>`,
  );
  expect(app).toMatchObject({ type: 'app', layer: 3, isActive: true, isFocused: true });
  expect(app?.root.children[0]).toMatchObject({
    text: 'Tea & "more"\n2',
    isVisible: false,
    scroll: { forward: true, backward: false },
    box: { left: 48, top: -10, right: 47, bottom: 0 },
  });
  expect(keyboard).toMatchObject({ type: 'keyboard', isActive: false });
});

test('a dump of uiautomator is the window of the active app, with the state of switches', () => {
  const [window] = parse(
    `<node index="0" class="android.widget.Switch" package="p" checkable="true" checked="true" bounds="[0,0][9,9]" />`,
  );
  expect(window).toMatchObject({ type: 'app', isActive: true, root: { isChecked: true, isVisible: true } });
});

test.each([
  ['control characters and half characters', '<node text="a\u0001b\u001b[2J\ud800c" />', 'ab[2J\ufffdc'],
  ['an entity that is not XML’s own', '<node text="&boom; &#x41;&#99999999;" />', '&boom; A&#99999999;'],
  ['a number beyond Unicode', '<node text="a&#x110000;b" />', 'ab'],
  ['a text that looks like a node', '<node text="&lt;node text=&quot;x&quot; /&gt;" />', '<node text="x" />'],
])('%s does no harm', (_name, xml, text) => {
  expect(parse(xml)[0]?.root.text).toBe(text);
});

test('a text has a limit', () => {
  expect(parse(`<node text="${'x'.repeat(50_000)}" />`)[0]?.root.text).toHaveLength(10_000);
});

test.each([
  ['nothing', ''],
  ['another document', '<html></html>'],
  ['a tree that ends too early', '<hierarchy><node><node>'],
  ['a node that was never opened', '<hierarchy></node></hierarchy>'],
  ['a million nodes', `<hierarchy>${'<node />'.repeat(1_000_000)}</hierarchy>`],
  ['a deep tree', `<hierarchy>${'<node>'.repeat(100_000)}</hierarchy>`],
])('%s is refused', (_name, xml) => {
  expect(() => parseTree(Buffer.from(xml))).toThrow(/tree/);
});
