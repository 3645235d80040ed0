import { describe, expect, it } from 'vitest';
import { fileNameFault, kindOfBytes, kindOfMime, kindOfName } from './file-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const kindOf = (text: string) => kindOfBytes(bytes(text).subarray(0, 1024), bytes(text).subarray(-2048));

describe('R5.7 kinds of files', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n…', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['%PDF-1.7\n1 0 obj\n%%EOF\n', 'pdf'],
    ['PK\x03\x04', 'xlsx'],
    ['借据号,金额\n1,2', 'csv'],
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
  ])('R5.7 %j is none that is taken', (text) => {
    expect(kindOf(text)).toBeUndefined();
  });

  it('R5.7 a name speaks by its last ending alone', () => {
    expect(['a.PDF', 'a.jpg', 'a.jpeg', '账单.2026.xlsx', 'a.csv'].map(kindOfName)).toEqual([
      'pdf',
      'jpeg',
      'jpeg',
      'xlsx',
      'csv',
    ]);
    expect(['a', 'pdf', 'a.pdf.exe', 'a.xlsm', 'a.svg', 'a.html', 'a.'].map(kindOfName)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
    expect(kindOfMime('image/png')).toBe('png');
    expect(kindOfMime('image/svg+xml')).toBeUndefined();
  });

  it('R5.1 a form says what is wrong with a chosen file', () => {
    const asked = { kinds: ['png', 'jpeg'], maxBytes: 20 * 1024 * 1024 } as const;
    expect(fileNameFault('a.png', 5, asked)).toBeUndefined();
    expect(fileNameFault('a.pdf', 5, asked)).toBe('请选择 PNG、JPEG 格式的文件');
    expect(fileNameFault('a.png', 0, asked)).toBe('文件是空的，请重新选择');
    expect(fileNameFault('a.png', 21 * 1024 * 1024, asked)).toBe('文件超过 20 MB，请压缩后重新选择');
  });
});
