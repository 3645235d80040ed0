/**
 * A small writer of PDF files in Chinese. It names the standard font STSong-Light with the encoding UniGB-UTF16-H (PDF 32000-1, 9.7.5.2) and
 * embeds nothing: every reader shows it in a Chinese font of its own.
 */

/** Operators of a page. */
export type PdfPart = string;

/** @unit points, from the lower left corner of an A4 page */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly align?: 'left' | 'center' | 'right';
}

/** UTF-16 with the high byte first. */
const hexOf = (words: string): string => Buffer.from(words, 'utf16le').swap16().toString('hex').toUpperCase();

/** ASCII is half an em wide, as `/W` says; all else is one. */
const widthOf = (words: string, size: number): number =>
  [...words].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) < 128 ? size / 2 : size), 0);

/** Words in lines that are no wider than a width. @unit width: points */
export const wrapped = (
  words: string,
  { width, size }: { readonly width: number; readonly size: number },
): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const char of words) {
    if (line !== '' && widthOf(line + char, size) > width) {
      lines.push(line);
      line = '';
    }
    line += char;
  }
  return [...lines, line];
};

const shares = { left: 0, center: 0.5, right: 1 } as const;

/** Words on a page. */
export const text = ({ x, y, size, align = 'left' }: Place, words: string): PdfPart => {
  const at = x - widthOf(words, size) * shares[align];
  return `BT /F1 ${size} Tf ${at} ${y} Td <${hexOf(words)}> Tj ET`;
};

/** A thin line. */
export const line = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): PdfPart =>
  `0.5 w ${x1} ${y1} m ${x2} ${y2} l S`;

/** Words in light grey across the page. */
export const watermark = (words: string): PdfPart => {
  const start = -widthOf(words, 48) / 2;
  return `q 0.88 g 0.866 0.5 -0.5 0.866 297 420 cm BT /F1 48 Tf ${start} 0 Td <${hexOf(words)}> Tj ET Q`;
};

const font = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>',
  `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >>
/FontDescriptor 5 0 R /DW 1000 /W [1 95 500 814 907 500] >>`,
  `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120
/CapHeight 880 /StemV 93 >>`,
];
const firstPage = 7;

/** A PDF file of A4 pages. */
export const pdfOf = (pages: readonly (readonly PdfPart[])[], title: string): Buffer => {
  const kids = pages.map((_, at) => `${firstPage + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    ...font,
    `<< /Title <FEFF${hexOf(title)}> >>`,
    ...pages.flatMap((parts, at) => {
      const content = parts.join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
};
