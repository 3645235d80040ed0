import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFormType, parseForm } from '#kernel/http/bodies/form';
import { isUploadType } from '#kernel/http/bodies/upload';

const codeOf = (body: string | Buffer): string => {
  try {
    parseForm(Buffer.from(body as string));
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.message : 'other';
  }
};

describe('R7.2 the form of a call', () => {
  it('R7.2 whatever the data holds, it comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (data) => {
        expect(parseForm(Buffer.from(new URLSearchParams({ channel: 'OAPP', data }).toString())).data).toBe(data);
        expect(parseForm(Buffer.from(`data=${encodeURIComponent(data)}&channel=OAPP`)).data).toBe(data);
      }),
    );
  });

  it('R7.2 repeated, unknown, bracketed, nameless and unfinished fields are malformed', () => {
    const bodies = [
      'data=1&data=1',
      'channel=OAPP&x=1',
      'data[]=1',
      'data[a]=1',
      '=1',
      'data',
      '&data=1',
      'data=1&&sign=2',
      '%64ata=1',
      'Data=1',
      'data=%',
      'data=%4',
      'data=%zz',
      '__proto__=1',
      'constructor=1',
      'toString=1',
    ];
    for (const body of bodies) expect(codeOf(body), body).toBe('RHSY400');
    expect(codeOf('data=1&')).toBe('read');
    expect(codeOf('')).toBe('read');
  });

  it('R7.2 bad UTF-8 is malformed, written plainly or escaped', () => {
    for (const body of ['data=%ff', 'data=%c0%80', 'data=%ed%a0%80', 'data=%e4%bd', 'data=%f5%80%80%80']) {
      expect(codeOf(body), body).toBe('RHSY400');
    }
    expect(codeOf(Buffer.from([...Buffer.from('data='), 0xff]))).toBe('RHSY400');
    expect(parseForm(Buffer.from('data=你+好')).data).toBe('你 好');
  });

  it('R7.2 arbitrary bytes are read or refused, and never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(['read', 'RHSY400']).toContain(codeOf(Buffer.from(bytes)));
      }),
    );
  });

  it('R7.2 only the one content type in UTF-8 is a call', () => {
    const right = [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=UTF-8',
      'application/x-www-form-urlencoded;charset=utf-8',
      'Application/X-WWW-Form-Urlencoded; Charset="utf-8"',
    ];
    const wrong = [
      undefined,
      '',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded; charset=gbk',
      'application/x-www-form-urlencoded; charset=utf-8; x=1',
      'application/x-www-form-urlencoded;',
      ' application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded\t',
    ];
    for (const type of right) expect(isFormType(type), type).toBe(true);
    for (const type of wrong) expect(isFormType(type), String(type)).toBe(false);
    expect(isUploadType('multipart/form-data; boundary=----x')).toBe(true);
    expect(isUploadType('multipart/mixed; boundary=x')).toBe(false);
  });
});
