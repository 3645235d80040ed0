import { describe, expect, it, vi } from 'vitest';
import { bufferOutput, gatherLines, openLog } from '#kernel/observe/logger';

const setUp = () => {
  const written: string[] = [];
  const output = bufferOutput({ write: (text: string) => written.push(text) });
  return { written, output, log: openLog('info', output) };
};

describe('R14.4 logs', () => {
  it('R14.4 what is not on the list does not get in, and mobiles are masked in what does', () => {
    const { written, output, log } = setUp();
    output.release();
    const facts = { event: 'x', pwd: 'Secret-1', data: { mobile: '13800000001' }, reason: 'for 13800000001\nnext' };
    log.warn({ ...facts, error: new Error('no row for 13800000001') });
    const [line = ''] = written;
    expect(line).not.toMatch(/Secret-1|13800000001/);
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      event: 'x',
      reason: 'for 138****0001\nnext',
      error: { type: 'Error', message: 'no row for 138****0001' },
      dropped: ['pwd', 'data'],
    });
    expect(written).toHaveLength(1);
    expect(line.trimEnd()).not.toContain('\n');
  });

  it('R14.1 the first line is the one that was written last before the release', () => {
    const { written, output, log } = setUp();
    log.info({ event: 'migrated' });
    log.info({ event: 'databaseStarted' });
    log.info({ event: 'listening', url: 'http://127.0.0.1:1', pid: 1 });
    expect(written).toEqual([]);
    output.release();
    log.info({ event: 'after' });
    expect(written.map((line) => JSON.parse(line).event)).toEqual([
      'listening',
      'migrated',
      'databaseStarted',
      'after',
    ]);
  });

  it('R14.4 lines of one moment are one write, and an error is written at once', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const lines = gatherLines({ write: (text) => written.push(text) });
    const log = openLog('info', lines);
    log.info({ event: 'one' });
    log.info({ event: 'two' });
    expect(written).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(written.map((text) => text.trimEnd().split('\n').length)).toEqual([2]);
    log.info({ event: 'three' });
    log.error({ event: 'fault' });
    expect(written).toHaveLength(2);
    vi.useRealTimers();
  });
});
