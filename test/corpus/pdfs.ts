/** Small PDFs, written by hand. PDF.js finds the objects without a cross-reference table. */

type PageOf = { readonly content: string; readonly resources?: string };

const size = { width: 600, height: 300 };

export function pdf(pages: readonly PageOf[], { objects = '', trailer = '' } = {}): Buffer {
  const kids = pages.map((_, n) => `${10 + 2 * n} 0 R`).join(' ');
  const written = pages.map(
    ({ content, resources = '' }, n) => `${10 + 2 * n} 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Resources << ${resources} >> /Contents ${11 + 2 * n} 0 R >>
endobj
${11 + 2 * n} 0 obj
<< /Length ${content.length} >>
stream
${content}
endstream
endobj`,
  );
  return Buffer.from(`%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>
endobj
3 0 obj
<< /Title (A paper) >>
endobj
${written.join('\n')}
${objects}
trailer
<< /Root 1 0 R /Info 3 0 R ${trailer} >>
%%EOF`);
}

const fill = (colour: string) => `${colour} rg 0 0 ${size.width} ${size.height} re f`;
const bar = '/F1 200 Tf 0 0 0 rg 50 100 Td';
const chinese = `4 0 obj
<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>
endobj
5 0 obj
<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 6 0 R >>
endobj
6 0 obj
<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /Ascent 880 /Descent -120 /CapHeight 880 /ItalicAngle 0 /StemV 80 /FontBBox [-25 -254 1000 880] >>
endobj`;

export const pdfs = {
  /** Three pages of 800 × 400 CSS pixels, in three colours. */
  coloured: pdf([{ content: fill('1 0 0') }, { content: fill('0 1 0') }, { content: fill('0 0 1') }]),
  /** A letter as wide as the page, in a font that the PDF does not contain. */
  written: pdf([
    {
      content: `BT ${bar} (HHH) Tj ET`,
      resources: '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >>',
    },
  ]),
  /** Needs a character map of PDF.js and a font of the machine. */
  chinese: pdf([{ content: `BT ${bar} <4E2D6587> Tj ET`, resources: '/Font << /F1 4 0 R >>' }], { objects: chinese }),
  /** An image of one blue pixel, as large as the page. */
  scanned: pdf([
    {
      content: `${size.width} 0 0 ${size.height} 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID 0000FF> EI`,
    },
  ]),
  many: pdf(Array.from({ length: 40 }, () => ({ content: fill('1 0 0') }))),
  locked: pdf([{ content: fill('1 0 0') }], {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'28'.repeat(32)}> /U <${'29'.repeat(32)}> /P -4 >> /ID [<00> <00>]`,
  }),
  broken: Buffer.from('%PDF-1.7\nnothing that follows is a PDF'),
};
