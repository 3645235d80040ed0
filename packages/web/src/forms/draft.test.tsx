import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityStore } from '../session/identity.ts';
import { useDraft } from './draft.ts';

const initial = { name: '', mobile: '', code: '' };
const open = () => renderHook(() => useDraft('member-invite', initial, { secret: ['code'] }));
const enter = (userId: string, tenantId: string) => act(() => identityStore.set(`${userId} ${tenantId}`));
const leave = () => act(() => identityStore.set(undefined));
const type = (form: ReturnType<typeof open>, changes: Partial<typeof initial>) =>
  act(() => form.result.current.change(changes));

beforeEach(() => {
  leave();
  sessionStorage.clear();
});
afterEach(leave);

describe('R1.1 a draft', () => {
  it('R6.3 of one tenant is not shown in another tenant of the same user, and is removed', () => {
    enter('u1', 't1');
    const first = open();
    type(first, { mobile: '13800000001' });
    first.unmount();
    expect(open().result.current.fields.mobile).toBe('13800000001');
    enter('u1', 't2');
    expect(open().result.current.fields).toEqual(initial);
    expect(Object.values(sessionStorage).join()).not.toContain('13800000001');
    enter('u1', 't1');
    expect(open().result.current.fields).toEqual(initial);
  });

  it('R6.3 is cleared from an open form when another tenant is entered', () => {
    enter('u1', 't1');
    const form = open();
    type(form, { mobile: '13800000001', code: '123456' });
    enter('u1', 't2');
    expect(form.result.current.fields).toEqual(initial);
    type(form, { mobile: '13800000002' });
    expect(Object.keys(sessionStorage)).toEqual(['draft:@u1 t2 member-invite']);
  });

  it('R1.1 is kept over the end of a session, for the same user only', () => {
    enter('u1', 't1');
    type(open(), { mobile: '13800000001' });
    leave();
    expect(open().result.current.fields).toEqual(initial);
    enter('u1', 't1');
    expect(open().result.current.fields.mobile).toBe('13800000001');
    leave();
    enter('u2', 't1');
    expect(open().result.current.fields).toEqual(initial);
    expect(Object.values(sessionStorage).join()).not.toContain('13800000001');
  });

  it('R1.1 passes from a visitor to the user who logs in, the newest text first, and to no other user', () => {
    enter('u1', 't1');
    type(open(), { name: '旧', mobile: '13800000001' });
    leave();
    const form = open();
    type(form, { mobile: '13800000002', code: '123456' });
    enter('u1', 't1');
    expect(form.result.current.fields).toEqual({ name: '', mobile: '13800000002', code: '123456' });
    leave();
    enter('u2', 't2');
    expect(open().result.current.fields).toEqual(initial);
  });

  it('R1.1 is cleared with the form, also during a login', () => {
    const form = open();
    type(form, { mobile: '13800000001' });
    act(() => {
      identityStore.set('u1 t1');
      form.result.current.clear();
    });
    expect(Object.values(sessionStorage).join()).not.toContain('13800000001');
    expect(open().result.current.fields).toEqual(initial);
  });

  it('R1.1 does not come back when it is cleared right after a change', () => {
    const form = open();
    act(() => {
      form.result.current.change({ mobile: '13800000001' });
      form.result.current.clear();
    });
    expect(form.result.current.fields).toEqual(initial);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});
