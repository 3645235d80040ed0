import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scannedPicture } from './many-scans.fixture.ts';
import { createPicturePlace, pictureTimes } from './picture-place.ts';

describe('security 4.8 the process for pictures', () => {
  it('security 4.8 a picture that takes too long is ended with its process, and the next one has a new one', async () => {
    const bytes = scannedPicture({ width: 4000, height: 4000, scans: 16 });
    const small = scannedPicture({ width: 64, height: 64, scans: 3 });
    for (const times of [{ workMs: 1 }, { clockMs: 1 }]) {
      const hasty = createPicturePlace({ ...pictureTimes, ...times });
      expect(await hasty.work({ bytes, kind: 'jpeg', does: 'redraw' })).toEqual({ fault: 'tooSlow' });
      expect(await hasty.work({ bytes, kind: 'jpeg', does: 'redraw' })).toEqual({ fault: 'tooSlow' });
    }
    const usual = createPicturePlace();
    expect(await usual.work({ bytes: small, kind: 'jpeg', does: 'check' })).toEqual({ bytes: null });
    expect(await usual.work({ bytes: small.subarray(0, 160), kind: 'jpeg', does: 'check' })).toEqual({
      fault: 'broken',
    });
    expect(await usual.work({ bytes: small, kind: 'png', does: 'redraw' })).toEqual({ fault: 'broken' });
  });

  it('security 4.8 a picture that comes while the idle process is being ended is worked on by a new one', async () => {
    const idleMs = 100;
    const place = createPicturePlace({ ...pictureTimes, idleMs });
    const work = { bytes: scannedPicture({ width: 64, height: 64, scans: 3 }), kind: 'jpeg', does: 'check' } as const;
    expect(await place.work(work)).toEqual({ bytes: null });
    // Both are due in the same turn of the loop: the process is ended, and its exit is not heard yet.
    const due = performance.now() + idleMs + 20;
    const later = new Promise((resolve) => setTimeout(resolve, idleMs));
    while (performance.now() < due);
    await later;
    expect(await place.work(work)).toEqual({ bytes: null });
  });

  it('security 4.8 it starts beside a server that was itself put behind others, and stays there', async () => {
    const program = join(import.meta.dirname, 'picture-process.ts');
    const child = spawn('nice', ['-n', '19', process.execPath, program], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    expect(await Promise.race([once(child, 'message'), once(child, 'exit')])).toMatchObject([
      { ready: true },
      undefined,
    ]);
    expect(getPriority(child.pid)).toBe(19);
    child.kill('SIGKILL');
  });

  it('security 4.8 a small file of 1,800 scans over 39 megapixels is refused by its head', async () => {
    const bytes = scannedPicture({ width: 6300, height: 6300, scans: 1800 });
    expect(bytes.length).toBeLessThan(375_000);
    expect(await createPicturePlace().work({ bytes, kind: 'jpeg', does: 'redraw' })).toEqual({ fault: 'scans' });
  });
});
