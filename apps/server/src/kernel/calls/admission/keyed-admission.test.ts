import { describe, expect, it } from 'vitest';
import { createKeyedAdmission } from '#kernel/calls/admission/keyed-admission';

describe('security 4.8 permits by a key', () => {
  it('security 4.8 one key runs one step at a time, and refuses beyond its queue; another key does not wait', async () => {
    const admission = createKeyedAdmission({ inFlight: 1, queue: 0 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const first = admission.work('one', () => held);
    let ran = false;
    const second = admission.work('one', async () => {
      ran = true;
    });
    await expect(admission.work('one', async () => undefined)).rejects.toMatchObject({ code: 'OPSB0001' });
    expect(await admission.work('other', async () => 'done')).toBe('done');
    expect(ran).toBe(false);
    release();
    await Promise.all([first, second]);
    expect(ran).toBe(true);
    expect(await admission.work('one', async () => 'again')).toBe('again');
  });
});
