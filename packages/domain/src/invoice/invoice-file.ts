/** The files in which the tax bureau issues an invoice, each with its media type. @source R5.7, R15.4 */
export const invoiceFileKinds = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  xml: 'application/xml',
} as const;
export type InvoiceFileKind = keyof typeof invoiceFileKinds;

/** What each is to those who keep books. */
export const invoiceFileNames: Readonly<Record<InvoiceFileKind, string>> = {
  pdf: 'PDF（版式文件，供打印）',
  ofd: 'OFD（版式文件）',
  xml: 'XML（电子发票原件，请归档）',
};

const isKind = (ending: string): ending is InvoiceFileKind => Object.hasOwn(invoiceFileKinds, ending);

/** The kind of a name's extension. */
export const invoiceFileKindOf = (name: string): InvoiceFileKind | undefined => {
  const ending = /\.([A-Za-z]{3})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return isKind(ending) ? ending : undefined;
};

/** What is asked for where another file is chosen. */
export const invoiceFileAsked = '请选择 PDF、OFD 或 XML 格式的发票文件';

/** The message for a file that cannot be an invoice by name and size, or undefined; the server checks the bytes as well. */
export const invoiceFileFault = (
  { name, size }: { readonly name: string; readonly size: number },
  megabytes: number,
): string | undefined => {
  if (invoiceFileKindOf(name) === undefined) return invoiceFileAsked;
  if (size === 0) return '文件是空的，请重新选择';
  return size > megabytes * 1024 * 1024 ? `文件超过 ${megabytes}\u00a0MB，请重新选择` : undefined;
};

/** Namespaces whose elements a browser runs; an address that is written in references may be one of them. */
const ofBrowsers = /w3\.org\/(?:1999\/xhtml|2000\/svg)|xmlns[^=<>]{0,60}=\s{0,9}["'][^"'<>&]{0,300}&/i;

/** Whether XML is an invoice's data and nothing that a program would run: text that declares no grammar, style or page. @source security 4.8 */
export const isPlainXml = (text: string): boolean =>
  /^\ufeff?\s*</.test(text) &&
  !text.includes('\0') &&
  !/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(?:[\w-]{1,20}:)?(?:html|svg|script)\b/i.test(text) &&
  !ofBrowsers.test(text);
