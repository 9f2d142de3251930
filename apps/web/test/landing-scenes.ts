// The phone screens of the landing page's cards, as HTML: what our customers do, with invented people and shops.

const bar = (time: string) => `<div class="bar"><b>${time}</b><span>5G&nbsp; 82%</span></div>`;
const avatar = (color: string, letter: string) =>
  `<i class="avatar" style="background:${color}">${letter}</i>`;
const picture = (from: string, to: string, height: number) =>
  `<div class="picture" style="height:${height}px;background:radial-gradient(circle at 74% 26%,#fff6 0 26px,transparent 27px),linear-gradient(170deg,${from} 52%,${to} 53%)"></div>`;

const profile = `${bar('9:41')}
<h1>harbor.nights</h1>
<div class="row">${avatar('#d9496e', 'H')}<div class="stats"><b>214</b>posts</div><div class="stats"><b>18.4K</b>followers</div><div class="stats"><b>96</b>following</div></div>
<p>Ferries, fog and late coffee.<br>Seattle, WA</p>
<div class="row"><span class="button dark">Edit profile</span><span class="button">Insights</span></div>
<div class="grid">${[
  ['#f6a04d', '#2b3a55'],
  ['#5b7fb8', '#1e2a3a'],
  ['#e8a7a1', '#5a3a4a'],
  ['#7cc0a8', '#1f4a44'],
  ['#f2d28b', '#8a5a2b'],
  ['#8f7bff', '#2b2350'],
  ['#9cc9f5', '#2b6fd0'],
  ['#f5a9d0', '#64305a'],
  ['#c8d8a0', '#46603a'],
]
  .map(([from = '', to = '']) => picture(from, to, 100))
  .join('')}</div>`;

const post = `${bar('9:42')}
<div class="head"><span>Cancel</span><b>New post</b><span class="blue">Share</span></div>
${picture('#f6a04d', '#2b3a55', 300)}
<div class="field">Last ferry of the summer. See you in May.</div>
<div class="line"><span>Tag people</span><span>›</span></div>
<div class="line"><span>Location</span><span>Seattle, WA ›</span></div>
<div class="line"><span>Schedule</span><span>Today, 6:00 PM ›</span></div>
<div class="line"><span>Audience</span><span>Everyone ›</span></div>`;

const testRun = `${bar('14:07')}
<h1>Shop 4.2</h1>
<p class="muted">Build 4213, installed just now</p>
<div class="card">${[
  ['Opens in 0.8 s', true],
  ['Sign in with a code', true],
  ['Search finds the product', true],
  ['Cart keeps its items', true],
  ['Pay with a saved card', false],
]
  .map(
    ([step, isRight]) =>
      `<div class="line"><span>${step}</span><b class="${isRight ? 'green' : 'red'}">${isRight ? '✓' : '✕'}</b></div>`,
  )
  .join('')}</div>
<div class="log">E CheckoutActivity: timeout after 30 s<br>&nbsp;&nbsp;at pay.Client.confirm(Client.kt:88)<br>I Recorder: saved run-4213.mp4</div>
<div class="row"><span class="button dark">Run again</span><span class="button">Share log</span></div>`;

const inbox = `${bar('11:15')}
<h1>Chats</h1>
<div class="field pale">Search</div>
${[
  ['#2b6fd0', 'D', 'Dana Whitfield', 'Is the blue one back in stock?', '11:14', 2],
  ['#1e9e5c', 'M', 'Marco', 'Great, see you at 3 then', '11:02', 0],
  ['#b64b93', 'P', 'Priya N.', 'Photo', '10:48', 1],
  ['#f6a04d', 'L', 'Lakeside Bikes', 'Your order has been shipped', '10:31', 0],
  ['#5b43d6', 'T', 'Theo', 'Thanks for the quick reply!', '9:57', 0],
  ['#7c8798', 'A', 'Aunt Rosa’s Bakery', 'Two dozen for Saturday?', '9:20', 3],
]
  .map(
    ([color, letter, name, words, time, unread]) =>
      `<div class="row chat">${avatar(String(color), String(letter))}<div class="grow"><b>${name}</b><br><span class="muted">${words}</span></div><div class="end"><span class="muted small">${time}</span>${unread ? `<u>${unread}</u>` : ''}</div></div>`,
  )
  .join('')}`;

const chat = `${bar('11:16')}
<div class="row chat head2">${avatar('#2b6fd0', 'D')}<div class="grow"><b>Dana Whitfield</b><br><span class="green small">online</span></div></div>
<div class="talk"><p class="in">Hi! Is the blue one back in stock?</p><p class="out">Hi Dana, yes, since this morning. Shall I keep one for you?</p><p class="in">Please! Can I pick it up today?</p><p class="out">Sure, we’re open until 7.</p><p class="in">Perfect, thank you!</p></div>
<div class="field round">See you then!<span class="caret"></span></div>`;

const search = `${bar('16:30')}
<div class="field round pale">running shoes near me</div>
<div class="row tabs"><b>All</b><span>Shopping</span><span>Maps</span><span>Videos</span></div>
<p class="muted small">Results for Austin, TX 78701</p>
${[
  ['#9cc9f5', '#2b6fd0', 'Trail Runner 3', '$89.00', 'Congress Ave Sports · free pickup today'],
  ['#f5a9d0', '#b64b93', 'Swift Road', '$64.50', 'Lamar Outdoor · 15% off this week'],
  ['#c8d8a0', '#46603a', 'Cloud Step', '$112.00', 'Ships to Texas in 2 days'],
]
  .map(
    ([from = '', to = '', name, price, words]) =>
      `<div class="row result"><div style="width:84px">${picture(from, to, 84)}</div><div class="grow"><b>${name}</b><br><b class="price">${price}</b><br><span class="muted small">${words}</span></div></div>`,
  )
  .join('')}
<div class="card"><b>Sponsored</b><br><span class="muted">Free next-day delivery in Austin</span></div>`;

export const scenes = { profile, post, 'test-run': testRun, inbox, chat, search };

export const sceneStyle = `
*{box-sizing:border-box}body{margin:0;width:322px;height:715px;overflow:hidden;background:#fff;color:#14161b;font:15px/21px Geist,sans-serif}
.bar,.head,.line,.row{display:flex;align-items:center;justify-content:space-between;gap:10px}.bar{padding:12px 22px 8px;font-size:13px}
h1{margin:8px 18px 6px;font-size:25px;line-height:32px;letter-spacing:-.02em}p{margin:8px 18px}.row{padding:8px 18px}.head{padding:10px 18px}
.muted{color:#6b6a66}.small{font-size:12px}.blue{color:#2b6fd0;font-weight:600}.green{color:#0b7340}.red{color:#b3261e}.price{font-size:17px}
.avatar{flex:none;width:46px;height:46px;border-radius:50%;color:#fff;font:600 20px/46px Geist;text-align:center}.stats{text-align:center;font-size:12px}.stats b{display:block;font-size:17px}
.button{flex:1;padding:8px 0;border:1px solid #dcdad2;border-radius:9px;text-align:center;font-weight:600;font-size:14px}.dark{background:#14161b;color:#fff;border-color:#14161b}
.grid{display:grid;grid-template-columns:1fr 1fr 1fr;gap:3px;margin-top:8px}.picture{border-radius:4px}.field{margin:12px 18px;padding:11px 14px;border:1px solid #dcdad2;border-radius:11px}.pale{background:#f3f2ed;color:#4e4f52;border-color:#f3f2ed}
.line{padding:12px 18px;border-top:1px solid #ebe9e3}.card{margin:12px 18px;padding:4px 0;border:1px solid #dcdad2;border-radius:12px}.card>b,.card>span{margin:0 14px}.card .line:first-child{border-top:0}
.log{margin:12px 18px;padding:11px;border-radius:11px;background:#14161b;color:#f4f3ee;font:11px/17px "Geist Mono",monospace}
.grow{flex:1;min-width:0}.chat{padding:9px 18px}.chat .muted{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.chat br{display:none}.end{text-align:right}u{display:inline-block;min-width:20px;padding:0 6px;border-radius:10px;background:#1e9e5c;color:#fff;font:600 12px/20px Geist;text-decoration:none;text-align:center}
.head2{border-bottom:1px solid #ebe9e3}.head2 b{display:block}.talk{display:flex;flex-direction:column;gap:8px;padding:14px}.talk p{margin:0;max-width:235px;padding:9px 13px;border-radius:17px;background:#f0efea}.talk .out{align-self:flex-end;background:#d9f4e4}.round{border-radius:22px}.caret{display:inline-block;width:2px;height:16px;margin-left:2px;background:#14161b;vertical-align:-2px}
.tabs span{color:#6b6a66}.tabs b{border-bottom:2px solid #14161b}.result{align-items:flex-start}`;

/** Of the card about whole fleets, in CSS pixels. */
export const wallSize = { width: 336, height: 236 };

/** The home screens of twelve of our phones, each in a body. `addressOf` gives the address of a recorded screen. */
export function wallOf(addressOf: (name: string) => string): string {
  const phones = Array.from({ length: 12 }, (_, index) => {
    const name = `wall-${String(index + 1).padStart(2, '0')}.webp`;
    return `<img src="${addressOf(name)}">`;
  });
  return `<style>body{margin:0;display:grid;grid-template-columns:repeat(6,49px);gap:12px 8px;justify-content:center}
img{width:49px;height:104px;object-fit:cover;border:1.5px solid #0b0d11;border-radius:8px;outline:1px solid #8e8b82;outline-offset:-.5px}</style>${phones.join('')}`;
}
