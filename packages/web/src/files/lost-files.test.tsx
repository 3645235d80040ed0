import { CallError } from '@ronghui/client';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityStore } from '../session/identity.ts';
import { useLostFiles } from './lost-files.ts';
import { useUpload } from './upload.ts';

const photo = new File(['a'], '合同照片.jpg');
const slip = new File(['b'], '回单.pdf');
const text = '附件未能保留，请重新添加：合同照片.jpg、回单.pdf';
const enter = (userId: string, tenantId: string) => act(() => identityStore.set(`${userId} ${tenantId}`));
const leave = () => act(() => identityStore.set(undefined));
const open = (form = 'variance-ZD1') => renderHook(() => useLostFiles(form));
const keep = (form: ReturnType<typeof open>, ...files: File[]) => act(() => form.result.current.keep(files));
/** The session ends, the page goes to the login and comes back. */
const loginAgain = (form: { unmount: () => void }) => {
  leave();
  form.unmount();
  enter('u1', 't1');
};

beforeEach(() => {
  sessionStorage.clear();
  enter('u1', 't1');
});
afterEach(leave);

describe('R1.1 files that waited in a form', () => {
  it('R1.1 are asked for again after a new login, by their names, until others are chosen', () => {
    const form = open();
    expect(form.result.current.lost).toBeUndefined();
    keep(form, photo, slip);
    expect(form.result.current.lost).toBeUndefined();
    loginAgain(form);
    const again = open();
    expect(again.result.current.lost).toBe(text);
    keep(again, photo);
    expect(again.result.current.lost).toBeUndefined();
  });

  it('R1.1 are forgotten once they were sent, or taken out', () => {
    const form = open();
    keep(form, photo);
    keep(form);
    loginAgain(form);
    expect(open().result.current.lost).toBeUndefined();
  });

  it('R6.3 are of one form, and of one user in one tenant', () => {
    const form = open();
    keep(form, photo, slip);
    loginAgain(form);
    expect(open('variance-ZD2').result.current.lost).toBeUndefined();
    leave();
    enter('u2', 't1');
    expect(open().result.current.lost).toBeUndefined();
    expect(Object.values(sessionStorage).join()).not.toContain('合同照片');
  });
});

describe('R1.1 a file that is uploaded when it is chosen', () => {
  const field = (store: () => Promise<string>) =>
    renderHook(() => useUpload({ name: 'licence', kinds: ['jpeg'], store, onStored: () => undefined }));
  const upload = (form: ReturnType<typeof field>) => act(() => form.result.current.upload(photo));
  const over = () =>
    Promise.reject(new CallError({ kind: 'reply', operationId: 'file.upload', status: 401, errCode: 'RHSY401' }));
  const stored = () => Promise.resolve('f1');

  it('R5.7 is asked for again where the session ended meanwhile', async () => {
    const form = field(over);
    await upload(form);
    loginAgain(form);
    const again = field(stored);
    expect(again.result.current.fault).toBe('附件未能保留，请重新添加：合同照片.jpg');
    await upload(again);
    expect(again.result.current.fault).toBeUndefined();
    again.unmount();
    expect(field(stored).result.current.fault).toBeUndefined();
  });

  it('R5.7 is asked for again where the form was left before it had arrived', async () => {
    let arrive = (_id: string): void => undefined;
    const form = field(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    act(() => void form.result.current.upload(photo));
    form.unmount();
    arrive('f1');
    await Promise.resolve();
    expect(field(stored).result.current.fault).toContain('附件未能保留');
  });

  it('R5.7 is not asked for again after a refusal, which was shown', async () => {
    const form = field(() =>
      Promise.reject(new CallError({ kind: 'reply', operationId: 'file.upload', status: 422, errCode: 'RHSY422' })),
    );
    await upload(form);
    expect(form.result.current.fault).toBeDefined();
    form.unmount();
    expect(field(stored).result.current.fault).toBeUndefined();
  });
});
