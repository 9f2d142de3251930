// How every mail of ours looks: one column, one button, readable without pictures, and the same words as
// plain text. Everything that comes from a customer is escaped.
import { brand } from '@pocketfleet/rules';

export type MailContent = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Small print below the button. */
  notes: string[];
};

export function renderMail(content: MailContent): { subject: string; html: string; text: string } {
  return { subject: content.subject, html: renderHtml(content), text: renderText(content) };
}

function renderText({ greeting, paragraphs, button, notes }: MailContent): string {
  const action = button === undefined ? [] : [`${button.label}:\n${button.url}`];
  return [greeting, ...paragraphs, ...action, ...notes, `${brand.name}`].join('\n\n');
}

function renderHtml({ subject, greeting, paragraphs, button, notes }: MailContent): string {
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const lines = [greeting, ...paragraphs]
    .map(
      (text) =>
        `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2937">${escapeHtml(text)}</p>`,
    )
    .join('\n');
  const action =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 24px;
border-radius:8px;background:#2563eb;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">
${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#6b7280;word-break:break-all">Or open this address:
${escapeHtml(button.url)}</p>`;
  const small = notes
    .map(
      (text) =>
        `<p style="margin:0 0 8px;font-size:13px;line-height:20px;color:#6b7280">${escapeHtml(text)}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;${font}">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#111827">${escapeHtml(brand.name)}</p>
${lines}
${action}
${small}
</div></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
