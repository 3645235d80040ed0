import { CallError } from '@ronghui/client';
import { describe, expect, it } from 'vitest';
import { navigate } from '../navigation/hash-location.ts';
import { makeStepUp } from './step-up.ts';

const refused = (errCode: string): CallError =>
  new CallError({ kind: 'reply', operationId: 'member.invite', errCode, status: 403 });

/** A server that takes one ticket, and notes what it was sent. */
const server = (taken: string) => {
  const sent: (string | undefined)[] = [];
  const send = async (ticket: string | undefined): Promise<string> => {
    sent.push(ticket);
    if (ticket !== taken) throw refused('RHAC003');
    return 'done';
  };
  return { sent, send };
};

const waiting = async ({ stepUpStore }: ReturnType<typeof makeStepUp<'normal' | 'other'>>) => {
  await expect.poll(() => stepUpStore.get()).not.toBeNull();
  const pending = stepUpStore.get();
  if (pending === null) throw new Error('no step waits');
  return pending;
};

describe('R10.9 R11.1 a step that needs a fresh proof', () => {
  it('R10.9 R11.1 is sent with the proof, which is asked for again once it is over, until the server takes it', async () => {
    const stepUp = makeStepUp<'normal' | 'other'>('normal');
    const { sent, send } = server('t3');
    const end = stepUp.withProof('邀请成员', send, 'other');
    for (const [ticket, isAgain] of [
      ['t1', false],
      ['t2', true],
      ['t3', true],
    ] as const) {
      const pending = await waiting(stepUp);
      expect(pending).toMatchObject({ step: '邀请成员', scene: 'other', isAgain });
      pending.settle(ticket);
    }
    expect(await end).toBe('done');
    expect(sent).toEqual(['t1', 't2', 't3']);
    expect(stepUp.stepUpStore.get()).toBeNull();
  });

  it('R10.9 R11.1 is not sent where the question is cancelled, the first or a later one', async () => {
    const stepUp = makeStepUp<'normal' | 'other'>('normal');
    const { sent, send } = server('t2');
    const first = stepUp.withProof('邀请成员', send);
    (await waiting(stepUp)).settle(null);
    expect(await first).toBeNull();
    expect(sent).toEqual([]);
    const second = stepUp.withProof('邀请成员', send);
    (await waiting(stepUp)).settle('t1');
    (await waiting(stepUp)).settle(null);
    expect(await second).toBeNull();
    expect(sent).toEqual(['t1']);
  });

  it('R10.9 R11.1 is not asked for again once its page was left', async () => {
    const stepUp = makeStepUp<'normal' | 'other'>('normal');
    const left = async (): Promise<string> => {
      navigate('/elsewhere');
      throw refused('RHAC003');
    };
    const end = stepUp.withProof('邀请成员', left);
    (await waiting(stepUp)).settle('t1');
    await expect(end).rejects.toMatchObject({ errCode: 'RHAC003' });
    expect(stepUp.stepUpStore.get()).toBeNull();
  });

  it('R10.9 R11.1 that may need none is sent without, and asks only where the server wants one', async () => {
    const stepUp = makeStepUp<'normal' | 'other'>('normal');
    expect(await stepUp.withProofIf(false, '移交主账号', async (ticket) => ticket ?? 'none')).toBe('none');
    const { sent, send } = server('t1');
    const end = stepUp.withProofIf(false, '移交主账号', send);
    const pending = await waiting(stepUp);
    expect(pending).toMatchObject({ scene: 'normal', isAgain: false });
    pending.settle('t1');
    expect(await end).toBe('done');
    expect(sent).toEqual([undefined, 't1']);
  });

  it('R10.9 R11.1 whose proof was given before says that it is over where the server does not take it any more', async () => {
    const stepUp = makeStepUp<'normal' | 'other'>('normal');
    const { sent, send } = server('t2');
    const end = stepUp.withProofIf('given', '提交认证变更', (ticket) => send(ticket ?? 't1'));
    const pending = await waiting(stepUp);
    expect(pending).toMatchObject({ step: '提交认证变更', isAgain: true });
    pending.settle('t2');
    expect(await end).toBe('done');
    expect(sent).toEqual(['t1', 't2']);
  });

  it('R10.9 R11.1 that is refused for another reason is refused, and asks nothing', async () => {
    const stepUp = makeStepUp<'normal' | 'other'>('normal');
    const fail = async (): Promise<string> => {
      throw refused('RHSY409');
    };
    await expect(stepUp.withProofIf(false, '移交主账号', fail)).rejects.toMatchObject({ errCode: 'RHSY409' });
    const end = stepUp.withProof('移交主账号', fail);
    (await waiting(stepUp)).settle('t1');
    await expect(end).rejects.toMatchObject({ errCode: 'RHSY409' });
    expect(stepUp.stepUpStore.get()).toBeNull();
  });
});
