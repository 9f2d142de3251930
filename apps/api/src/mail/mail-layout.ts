// The layout of all mails: the mark, one column, one button, facts in rows, no pictures to load, light and dark; and the same
// text as plain text. All values are escaped.
import { brand } from '@pocketfleet/rules';

export type MailContent = {
  subject: string;
  /** The large line; without it the subject. */
  title?: string;
  greeting?: string;
  paragraphs: string[];
  /** `isOneTime`: its address holds a secret, and is also shown to copy, for mail programs that don't open links. */
  button?: { label: string; url: string; isOneTime?: boolean };
  /** The number of the order, at the top right. */
  reference?: string;
  /** Label and value, shown as rows. */
  facts?: (readonly [label: string, value: string])[];
  /** Small print in the foot. */
  notes: string[];
};

export function renderMail(content: MailContent): { subject: string; html: string; text: string } {
  return { subject: content.subject, html: renderHtml(content), text: renderText(content) };
}

function renderText({
  subject,
  title,
  greeting,
  paragraphs,
  button,
  facts = [],
  notes,
  reference,
}: MailContent): string {
  const action = button === undefined ? [] : [`${button.label}:\n${addressText(button.url)}`];
  const rows = facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
  return [
    ...(reference === undefined ? [] : [reference]),
    title ?? subject,
    ...linesOf({ greeting, paragraphs }),
    ...action,
    ...rows,
    ...notes,
    brand.name,
  ].join('\n\n');
}

const sans = "Geist,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "'Geist Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

// Mail programs with a dark mode apply these styles; others use the light styles of the elements.
const darkStyles = `
@media (prefers-color-scheme: dark) {
  .pf-page { background: #080a0d !important; }
  .pf-card { background: #0b0d11 !important; border-color: #22262c !important; }
  .pf-line { border-color: #22262c !important; }
  .pf-main { color: #f4f3ee !important; }
  .pf-second { color: #b4b4b0 !important; }
  .pf-third { color: #8b8d8e !important; }
  .pf-mark { background: #8b8d8e !important; }
  .pf-body { border-color: #f4f3ee !important; }
  .pf-dot { background: #c8f560 !important; }
  .pf-foot { background: #111419 !important; }
  .pf-button { background: #c8f560 !important; color: #0b0d11 !important; }
}
@media (max-width: 480px) {
  .pf-page { padding: 12px !important; }
  .pf-pad { padding-left: 22px !important; padding-right: 22px !important; }
  .pf-title { font-size: 24px !important; line-height: 30px !important; }
  .pf-button { display: block !important; text-align: center !important; }
}`;

function renderHtml(content: MailContent): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title><style>${darkStyles}</style></head>
<body class="pf-page" style="margin:0;padding:32px 16px;background:#f3f2ed;font-family:${sans}">
<div class="pf-card" style="max-width:640px;margin:0 auto;border:1px solid #e4e2db;border-radius:12px;background:#ffffff;overflow:hidden">
<div class="pf-pad pf-line" style="padding:24px 40px;border-bottom:1px solid #e4e2db">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><tr>
<td style="padding:0;white-space:nowrap">${mark}<span class="pf-main" style="font-size:17px;line-height:24px;font-weight:600;letter-spacing:-0.025em;color:#0b0d11;vertical-align:middle">${escapeHtml(brand.name)}</span></td>
<td class="pf-third" align="right" style="padding:0;font-family:${mono};font-size:13px;line-height:24px;color:#6b6a66">${escapeHtml(content.reference ?? '')}</td>
</tr></table>
</div>
<div class="pf-pad" style="padding:40px 40px 32px">
<h1 class="pf-main pf-title" style="margin:0 0 16px;font-size:30px;line-height:36px;font-weight:600;letter-spacing:-0.035em;color:#0b0d11;overflow-wrap:anywhere">${escapeHtml(content.title ?? content.subject)}</h1>
${linesOf(content).map(renderParagraph).join('\n')}
${content.button === undefined ? '' : renderButton(content.button)}
${content.facts === undefined ? '' : renderFacts(content.facts)}
</div>
<div class="pf-pad pf-line pf-foot" style="padding:24px 40px;border-top:1px solid #e4e2db;background:#fafaf7">
${content.notes.map(renderNote).join('\n')}
</div>
</div></body></html>`;
}

/** The mark of the brand, drawn with borders: many mail programs show no SVG and load no pictures. */
const mark = [
  '<span class="pf-mark" style="display:inline-block;width:2px;height:8px;margin-right:2px;background:#9b9a94;vertical-align:middle"></span>',
  '<span class="pf-mark" style="display:inline-block;width:2px;height:12px;margin-right:2px;background:#6b6a66;vertical-align:middle"></span>',
  '<span class="pf-body" style="display:inline-block;width:9px;height:17px;margin-right:9px;border:2px solid #0b0d11;border-radius:4px;text-align:center;vertical-align:middle;line-height:17px;font-size:0">',
  '<span class="pf-dot" style="display:inline-block;width:5px;height:5px;border-radius:50%;background:#7fa11f;vertical-align:middle"></span></span>',
].join('');

function linesOf({
  greeting,
  paragraphs,
}: {
  greeting?: string | undefined;
  paragraphs: string[];
}): string[] {
  return greeting === undefined ? paragraphs : [greeting, ...paragraphs];
}

function renderParagraph(text: string): string {
  return `<p class="pf-second" style="margin:0 0 16px;font-size:16px;line-height:26px;color:#4e4f52;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

function renderButton({ label, url, isOneTime = false }: NonNullable<MailContent['button']>): string {
  const address = escapeHtml(url);
  const isMail = url.startsWith('mailto:');
  const lead = isMail ? 'Or write to:' : 'Or paste this link into your browser:';
  const button = `<p style="margin:24px 0 20px"><a class="pf-button" href="${address}" style="display:inline-block;padding:13px 22px;border-radius:12px;background:#0b0d11;color:#fafaf7;font-size:16px;line-height:22px;font-weight:500;text-decoration:none">${escapeHtml(label)}</a></p>`;
  if (!isMail && !isOneTime) return button;
  return `${button}
<p class="pf-third" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#6b6a66">${lead}<br><a class="pf-second" href="${address}" style="color:#4e4f52;overflow-wrap:anywhere;word-break:break-all">${escapeHtml(addressText(url))}</a></p>`;
}

/** The address as a reader would copy it: the URL, or the recipient of a mailto link. */
function addressText(url: string): string {
  return url.startsWith('mailto:')
    ? decodeURIComponent(url.slice('mailto:'.length).split('?')[0] ?? '')
    : url;
}

function renderFacts(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ([label, value]) => `<tr>
<td class="pf-second pf-line" style="padding:10px 16px 10px 0;border-top:1px solid #e4e2db;font-size:14px;line-height:20px;color:#4e4f52;vertical-align:top">${escapeHtml(label)}</td>
<td class="pf-main pf-line" align="right" style="padding:10px 0;border-top:1px solid #e4e2db;font-family:${mono};font-size:13px;line-height:20px;color:#0b0d11;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 8px;border-collapse:collapse">
${rows.join('\n')}</table>`;
}

function renderNote(text: string): string {
  return `<p class="pf-third" style="margin:0 0 4px;font-size:13px;line-height:20px;color:#6b6a66">${escapeHtml(text)}</p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
