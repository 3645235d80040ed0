import { describe, expect, it } from 'vitest';
import { fileNameFault, kindOfBytes, kindOfMime, kindOfName, tableAdviceOf } from './file-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
/** A text in UTF-16 without a mark, the lower byte first. */
const wide = (text: string) => text.replaceAll(/[^]/g, '$&\x00');
const kindOf = (text: string) => kindOfBytes(bytes(text).subarray(0, 1024), bytes(text).subarray(-2048));

describe('R5.7 kinds of files', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n…', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['%PDF-1.7\n1 0 obj\n%%EOF\n', 'pdf'],
    ['PK\x03\x04', 'xlsx'],
    ['借据号,金额\n1,2', 'csv'],
    ['\xff\xfea\x00,\x00', 'csv'],
    ['\xfe\xff\x00a\x00,', 'csv'],
    [wide('Date,Amount\r\n'), 'csv'],
  ])('R5.7 %j is known by its bytes', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '  <!doctype html><script>1</script>',
    '\xef\xbb\xbf<?xml version="1.0"?>',
    '#!/bin/sh',
    'MZ\x90',
    '\xd0\xcf\x11\xe0\x00\x00', // a workbook in the old binary format
    'GIF89a\x00',
    'RIFF\x00\x00\x00\x00WEBP',
    '%PDF-1.7 without an end',
    'a,b\n1,\x00',
    '\xff\xfe<\x00h\x00t\x00m\x00l\x00>\x00',
    '\xfe\xff\x00 \x00<\x00a\x00>',
    wide('<html><b>1</b>'),
    wide('a,b,c,d,e,f,g\x01'),
  ])('R5.7 %j is none that is taken', (text) => {
    expect(kindOf(text)).toBeUndefined();
  });

  it('R5.7 a name speaks by its last ending alone', () => {
    expect(['a.PDF', 'a.jpg', 'a.jpeg', '账单.2026.xlsx', 'a.csv', 'a.TXT'].map(kindOfName)).toEqual([
      'pdf',
      'jpeg',
      'jpeg',
      'xlsx',
      'csv',
      'csv',
    ]);
    expect(['a', 'pdf', 'a.pdf.exe', 'a.xlsm', 'a.svg', 'a.html', 'a.'].map(kindOfName)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
    expect(kindOfMime('image/png')).toBe('png');
    expect(kindOfMime('image/svg+xml')).toBeUndefined();
  });

  it('R5.7 the message for an old, a packed table or one with macros says what to do with it', () => {
    const asked = { kinds: ['csv', 'xlsx'], maxBytes: 1000 } as const;
    expect(fileNameFault('流水.XLS', 5, asked)).toMatch(/旧版 Excel.*另存为 XLSX/);
    expect(fileNameFault('流水.xlsm', 5, asked)).toMatch(/不含宏的 XLSX/);
    expect(fileNameFault('流水.zip', 5, asked)).toMatch(/先解压/);
    expect(fileNameFault('流水.pdf', 5, asked)).toBe('请选择 CSV、XLSX 格式的文件');
    expect(fileNameFault('流水.xls', 5, { ...asked, kinds: ['png'] })).toBe('请选择 PNG 格式的文件');
    expect(tableAdviceOf('constructor')).toBeUndefined();
  });

  it('R5.1 a form says what is wrong with a chosen file', () => {
    const asked = { kinds: ['png', 'jpeg'], maxBytes: 20 * 1024 * 1024 } as const;
    expect(fileNameFault('a.png', 5, asked)).toBeUndefined();
    expect(fileNameFault('a.pdf', 5, asked)).toBe('请选择 PNG、JPEG 格式的文件');
    expect(fileNameFault('a.png', 0, asked)).toBe('文件是空的，请重新选择');
    expect(fileNameFault('a.png', 21 * 1024 * 1024, asked)).toBe('文件超过 20 MB，请压缩后重新选择');
    const small = { ...asked, maxBytes: 1.9 * 1024 * 1024 };
    expect(fileNameFault('a.png', 2 * 1024 * 1024, small)).toBe('文件超过 1.9 MB，请压缩后重新选择');
  });
});
