// Plain HTML without scripts. All text of a mail is escaped here; a mail's own HTML is served only
// as a separate document without permissions, inside a sandboxed frame.
import type { ReadMail } from './read-mail.ts';

const previewLetters = 140;

export function listPage(mails: readonly ReadMail[]): string {
  const rows = mails.map(
    (
      mail,
    ) => `<li><a href="/mail/${mail.id}"><span class="meta"><span class="to">${escapeHtml(mail.to.join(', '))}</span>${timeOf(mail)}</span>
<span class="subject">${escapeHtml(mail.subject)}</span><span class="preview">${escapeHtml(previewOf(mail))}</span></a></li>`,
  );
  const empty =
    '<p class="empty"><b>No mail yet</b>Mails that the product sends appear here. Reload this page to look again.</p>';
  return page('Mail', `<h1>Mail</h1>${rows.length === 0 ? empty : `<ul>${rows.join('\n')}</ul>`}`);
}

/** `isText`: its plain text, for mail programs that show no HTML. */
export function mailPage(mail: ReadMail, isText = false): string {
  const view = (label: string, query: string, isShown: boolean) =>
    `<a href="/mail/${mail.id}${query}"${isShown ? ' aria-current="page"' : ''}>${label}</a>`;
  const views =
    mail.html === ''
      ? ''
      : `<nav class="views" aria-label="Views">${view('HTML', '', !isText)}${view('Plain text', '?view=text', isText)}</nav>`;
  return page(
    mail.subject,
    `<div class="tools"><a class="back" href="/mail">All mail</a>${views}</div><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd>
<dt>Received</dt><dd>${timeOf(mail)}</dd></dl>
<iframe title="Text of the mail" src="/mail/${mail.id}/body${isText ? '?view=text' : ''}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`,
  );
}

/** The document inside the frame. Links open in a new tab. */
export function bodyPage(mail: ReadMail, isText = false): string {
  const base = '<base target="_blank">';
  if (mail.html !== '' && !isText) return `<!doctype html><meta charset="utf-8">${base}${mail.html}`;
  const linked = escapeHtml(mail.text).replace(
    /https?:\/\/[^\s&<>"']+(?:&amp;[^\s&<>"']+)*/g,
    '<a href="$&" rel="noreferrer">$&</a>',
  );
  return `<!doctype html><meta charset="utf-8">${base}<pre style="margin:24px;max-width:72ch;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.6 ui-monospace,monospace">${linked}</pre>`;
}

export function notFoundPage(): string {
  return page(
    'Not found',
    '<h1>Mail not found</h1><p class="empty">Only the newest 500 mails are kept.<br><a href="/mail">All mail</a></p>',
  );
}

/** Our pages may load nothing but their own style. */
export const ownPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A mail may style itself; it may not run, load or send anything. */
export const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Pocketfleet demo</title><style>${style}</style></head>
<body><header><a href="/mail">${mark}<b>Pocketfleet</b></a><span>Demo mailbox: no mail leaves this computer</span></header>
<main>${content}</main></body></html>`;
}

const mark = `<svg width="22" height="24" viewBox="0 0 22 24" fill="none" aria-hidden="true"><path d="M1.5 9v6M4.75 6.5v11" stroke="var(--field)" stroke-width="1.75" stroke-linecap="round"/><rect x="8.4" y="2.4" width="12.2" height="19.2" rx="4" stroke="currentColor" stroke-width="2"/><circle cx="14.5" cy="12" r="2.6" fill="#c8f560" stroke="currentColor"/></svg>`;

const style = `
:root { color-scheme: light dark; --main: light-dark(#0b0d11, #f4f3ee); --page: light-dark(#fafaf7, #0b0d11); --surface: light-dark(#fff, #111419); --line: light-dark(#e4e2db, #22262c); --field: light-dark(#8e8b82, #6e737b); --second: light-dark(#4e4f52, #b4b4b0); --third: light-dark(#6b6a66, #8b8d8e); --hover: light-dark(#f3f2ed, #171b20) }
* { box-sizing: border-box } body { margin: 0; background: var(--page); color: var(--main); font: 14px/20px Geist, system-ui, sans-serif; font-variant-numeric: tabular-nums }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; padding: 14px 20px; border-bottom: 1px solid var(--line); color: var(--third) }
header a { display: inline-flex; align-items: center; gap: 10px; color: var(--main); text-decoration: none; font-size: 17px; letter-spacing: -.025em } header b { font-weight: 600 }
main { max-width: 860px; margin: 0 auto; padding: 32px 20px } h1 { margin: 0 0 20px; font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -.022em; overflow-wrap: anywhere }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden } li + li { border-top: 1px solid var(--line) }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none } li a:hover { background: var(--hover) } a:focus-visible { outline: 2px solid var(--main); outline-offset: -2px }
.meta { display: flex; justify-content: space-between; gap: 16px; color: var(--third); font-size: 13px } .to { overflow-wrap: anywhere } time { white-space: nowrap; color: inherit }
.subject { display: block; margin-top: 2px; font-weight: 600; overflow-wrap: anywhere } .preview { display: block; color: var(--second); white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
a { color: inherit; text-underline-offset: 4px } .tools { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; min-height: 36px; margin-bottom: 16px } .back::before { content: "← " }
.views { display: inline-flex; padding: 2px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface) } .views a { padding: 4px 12px; border-radius: 6px; color: var(--second); text-decoration: none } .views a[aria-current] { background: var(--hover); color: var(--main); font-weight: 500 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 20px } dt { color: var(--second) } dd { margin: 0; overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 72vh; border: 1px solid var(--line); border-radius: 12px; background: light-dark(#fff, #0b0d11) } .empty { margin: 0; padding: 64px 24px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--second); text-align: center } .empty b { display: block; color: var(--main); font-size: 16px; line-height: 24px }`;

/** The beginning of the text, without the repeated subject and addresses. */
function previewOf({ text, subject }: ReadMail): string {
  const words = text
    .split('\n')
    .filter((line) => line.trim() !== '' && line.trim() !== subject && !/^https?:/.test(line))
    .join(' ');
  return words.slice(0, previewLetters);
}

const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

function timeOf({ received_at }: ReadMail): string {
  return `<time datetime="${received_at}">${moments.format(new Date(received_at))} UTC</time>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
