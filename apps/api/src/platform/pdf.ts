// One-page receipts as PDF: the mark, the facts in columns, a table of what was bought, totals, small print. Only this file
// knows pdfkit.

type Block = { title: string; lines: readonly string[] };
type Amount = { label: string; value: string; isStrong?: boolean };

export type PrintedPage = {
  title: string;
  /** Written into the file's properties. */
  createdAt: Date;
  /** The name of the seller, beside the mark. */
  heading: string;
  /** The number of the receipt, at the top right. */
  number: string;
  /** Columns below the title, such as seller and buyer. */
  blocks: readonly Block[];
  item: {
    description: string;
    details: readonly string[];
    quantity: string;
    unitPrice: string;
    amount: string;
  };
  amounts: readonly Amount[];
  notes: readonly string[];
};

const ink = '#0b0d11';
const grey = '#6b6a66';
const line = '#e4e2db';
const lime = '#c8f560';
const margin = 56;
/** Left edges of the columns of the table, and the width of the last three. */
const columns = { quantity: 318, unitPrice: 378, amount: 459, width: 80 } as const;

type Pdf = PDFKit.PDFDocument;

export async function renderPdf(page: PrintedPage): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first receipt, because loading it takes a tenth of a node's start.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    info: { Title: page.title, CreationDate: page.createdAt },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  drawHead(pdf, page);
  const blocksEnd = drawBlocks(pdf, page.blocks);
  drawItem(pdf, page.item, Math.max(290, blocksEnd + 28));
  drawAmounts(pdf, page.amounts);
  const width = pdf.page.width - 2 * margin;
  // At the foot of the page, or below a long list.
  const foot = Math.max(700, pdf.y + 20);
  drawRule(pdf, foot);
  pdf.font('Helvetica').fontSize(9).fillColor(grey);
  pdf.text(page.notes.join('\n'), margin, foot + 14, { width, lineGap: 3 });
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

function drawHead(pdf: Pdf, { heading, number, title }: PrintedPage): void {
  const right = pdf.page.width - margin;
  pdf.roundedRect(margin, 52, 15, 24, 4).lineWidth(2).strokeColor(ink).stroke();
  pdf
    .circle(margin + 7.5, 64, 3.2)
    .fillColor(lime)
    .fill();
  pdf
    .font('Helvetica-Bold')
    .fontSize(14)
    .fillColor(ink)
    .text(heading, margin + 25, 58, { width: 220 });
  pdf.font('Courier').fontSize(10).fillColor(grey);
  pdf.text(number, margin, 60, { width: right - margin, align: 'right' });
  drawRule(pdf, 92);
  pdf.font('Helvetica-Bold').fontSize(26).fillColor(ink).text(title, margin, 116);
}

/** Returns where the longest column ends. */
function drawBlocks(pdf: Pdf, blocks: readonly Block[]): number {
  const width = (pdf.page.width - 2 * margin) / blocks.length;
  let end = 0;
  blocks.forEach(({ title, lines }, at) => {
    const left = margin + at * width;
    pdf
      .font('Helvetica')
      .fontSize(9)
      .fillColor(grey)
      .text(title, left, 172, { width: width - 16 });
    pdf
      .fontSize(10)
      .fillColor(ink)
      .text(lines.join('\n'), left, 188, { width: width - 16, lineGap: 3 });
    end = Math.max(end, pdf.y);
  });
  return end;
}

function drawItem(pdf: Pdf, item: PrintedPage['item'], top: number): void {
  const cells = (texts: { quantity: string; unitPrice: string; amount: string }, y: number) => {
    const format = { width: columns.width, align: 'right' } as const;
    pdf.text(texts.quantity, columns.quantity, y, { ...format, width: 50 });
    pdf.text(texts.unitPrice, columns.unitPrice, y, format);
    pdf.text(texts.amount, columns.amount, y, format);
  };
  pdf.font('Helvetica').fontSize(9).fillColor(grey).text('Description', margin, top);
  cells({ quantity: 'Quantity', unitPrice: 'Unit price', amount: 'Amount' }, top);
  drawRule(pdf, top + 18);
  pdf.fontSize(10).fillColor(ink);
  cells(item, top + 30);
  pdf.font('Helvetica-Bold').text(item.description, margin, top + 30, { width: 250 });
  pdf.font('Helvetica').fontSize(9).fillColor(grey);
  pdf.text(item.details.join('\n'), margin, top + 46, { width: 250, lineGap: 3 });
  drawRule(pdf, pdf.y + 12);
  pdf.y += 12;
}

function drawAmounts(pdf: Pdf, amounts: readonly Amount[]): void {
  const left = 250;
  const right = pdf.page.width - margin;
  for (const { label, value, isStrong } of amounts) {
    const top = pdf.y + 10;
    pdf.font(isStrong ? 'Helvetica-Bold' : 'Helvetica').fontSize(isStrong ? 12 : 10);
    pdf.fillColor(ink).text(value, left, top, { width: right - left, align: 'right' });
    pdf.fillColor(isStrong ? ink : grey).text(label, left, top, { width: right - left - 110 });
  }
}

function drawRule(pdf: Pdf, y: number): void {
  const right = pdf.page.width - margin;
  pdf.moveTo(margin, y).lineTo(right, y).strokeColor(line).lineWidth(0.7).stroke();
}

/** True when the built-in font (Latin 1) has all characters of a text; it would print other characters wrong. */
export function isPrintable(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(text);
}
