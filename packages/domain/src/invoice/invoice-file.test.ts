import { describe, expect, it } from 'vitest';
import { invoiceFileAsked, invoiceFileFault, invoiceFileKindOf, isPlainXml } from './invoice-file.ts';

describe('R10.12 the file of an invoice', () => {
  it('R5.7 is a PDF, an OFD or an XML by its ending, whatever its case', () => {
    expect(['a.pdf', 'a.OFD', '发票.xml', 'a.pdf.exe', 'xml', 'a.docx'].map(invoiceFileKindOf)).toEqual([
      'pdf',
      'ofd',
      'xml',
      undefined,
      undefined,
      undefined,
    ]);
    expect(invoiceFileFault({ name: 'a.docx', size: 1 }, 20)).toBe(invoiceFileAsked);
    expect(invoiceFileFault({ name: 'a.ofd', size: 0 }, 20)).toBe('文件是空的，请重新选择');
    expect(invoiceFileFault({ name: 'a.ofd', size: 21 * 1024 * 1024 }, 20)).toContain('超过 20\u00a0MB');
    expect(invoiceFileFault({ name: 'a.ofd', size: 1 }, 20)).toBeUndefined();
  });

  it.each([
    ['<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header/></EInvoice>', true],
    ['\ufeff  <EInvoice/>', true],
    ['not markup', false],
    ['<!DOCTYPE x [<!ENTITY a "b">]><x/>', false],
    ['<?xml-stylesheet href="x"?><x/>', false],
    ['<x><h:script xmlns:h="http://www.w3.org/1999/xhtml"/></x>', false],
    ['<svg/>', false],
    ['<x><iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/></x>', false],
    ['<x><é:a xmlns:é="&#104;ttp://www.example.com"/></x>', false],
    ['<x xmlns:e="http://www.example.com/invoice"><e:a b="&amp;"/></x>', true],
    ['<x>\0</x>', false],
  ])('security 4.8 of XML %j it is true that it is plain: %s', (text, isPlain) => {
    expect(isPlainXml(text)).toBe(isPlain);
  });
});
