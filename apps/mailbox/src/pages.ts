// Plain HTML without scripts. All text of a mail is escaped here; a mail's own HTML is served only
// as a separate document without permissions, inside a sandboxed frame.
import type { ReadMail } from './read-mail.ts';

export function listPage(mails: readonly ReadMail[]): string {
  const rows = mails.map(
    (mail) => `<li><a href="/mail/${mail.id}"><span class="subject">${escapeHtml(mail.subject)}</span>
<span class="meta"><span>to ${escapeHtml(mail.to.join(', '))}</span><time datetime="${mail.received_at}">${shortTime(mail.received_at)}</time></span></a></li>`,
  );
  const empty =
    '<p class="empty">No mail yet. What the product sends is shown here; reload to look again.</p>';
  return page('Mail', `<h1>Mail</h1>${rows.length === 0 ? empty : `<ul>${rows.join('\n')}</ul>`}`);
}

export function mailPage(mail: ReadMail): string {
  return page(
    mail.subject,
    `<p><a class="back" href="/mail">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd>
<dt>Received</dt><dd><time datetime="${mail.received_at}">${escapeHtml(mail.received_at)}</time></dd></dl>
<iframe title="Text of the mail" src="/mail/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`,
  );
}

/** The document inside the frame. Links open in a new tab. */
export function bodyPage(mail: ReadMail): string {
  const base = '<base target="_blank">';
  if (mail.html !== '') return `<!doctype html><meta charset="utf-8">${base}${mail.html}`;
  const linked = escapeHtml(mail.text).replace(
    /https?:\/\/[^\s&<>"']+(?:&amp;[^\s&<>"']+)*/g,
    '<a href="$&" rel="noreferrer">$&</a>',
  );
  return `<!doctype html><meta charset="utf-8">${base}<pre style="white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace">${linked}</pre>`;
}

export function notFoundPage(): string {
  return page(
    'Not found',
    '<h1>Not found</h1><p>This mail is gone, or never came. <a href="/mail">All mail</a></p>',
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
<body><main>${content}</main></body></html>`;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#0b0d11, #fafaf7); --paper: light-dark(#fafaf7, #0b0d11); --line: light-dark(#dedcd5, #2a2d33); --soft: light-dark(#5e5c55, #a3a19a); }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 860px; margin: 0 auto; padding: 32px 20px } h1 { font-size: 22px; margin: 0 0 16px; overflow-wrap: anywhere }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line) } li { border-bottom: 1px solid var(--line) }
li a { display: block; padding: 10px 8px; color: inherit; text-decoration: none } li a:hover, li a:focus-visible { background: color-mix(in srgb, var(--ink) 6%, transparent) }
.subject { display: block; font-weight: 600; overflow-wrap: anywhere } .meta { display: flex; justify-content: space-between; gap: 16px; color: var(--soft); font-size: 13px; overflow-wrap: anywhere }
a { color: inherit } dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 16px } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 8px; background: #fff } .empty { color: var(--soft) }`;

function shortTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
