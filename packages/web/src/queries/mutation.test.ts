import { afterEach, describe, expect, it, vi } from 'vitest';
import { mutation } from './mutation.ts';
import { clearQueries, queryClient } from './query-client.ts';

afterEach(clearQueries);

const running = () => queryClient.isMutating();

describe('mutation', () => {
  it('house 2 returns the reply of the write, and is known to the query client while it runs', async () => {
    const write = mutation({ mutationKey: ['order'], mutationFn: async (name: string, count: number) => name + count });
    const answer = write('order', 2);
    expect(running()).toBe(1);
    expect(await answer).toBe('order2');
    expect(running()).toBe(0);
  });

  it('R2.9 settles after its callbacks', async () => {
    const steps: string[] = [];
    const follow = (step: string) => async () => {
      await Promise.resolve();
      steps.push(step);
    };
    const write = mutation({
      mutationKey: ['order'],
      mutationFn: async () => undefined,
      onSuccess: follow('success'),
      onSettled: follow('settled'),
    });
    await write();
    expect(steps).toEqual(['success', 'settled']);
  });

  it('R8.3 a refused write rejects with its refusal, once, and runs only onSettled', async () => {
    const refusal = new Error('refused');
    const [mutationFn, onSuccess, onSettled] = [vi.fn(() => Promise.reject(refusal)), vi.fn(), vi.fn()];
    const write = mutation({ mutationKey: ['order'], mutationFn, onSuccess, onSettled });
    await expect(write()).rejects.toBe(refusal);
    expect([mutationFn, onSuccess, onSettled].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
  });

  it('security 4.1 the payload is not kept, because it may contain passwords', async () => {
    const write = mutation({ mutationKey: ['login'], mutationFn: async (_pwd: string) => undefined });
    await write('a-password');
    await vi.waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]));
  });
});
