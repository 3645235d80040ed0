import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMachineLook } from '#kernel/watch/machine-look';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ronghui-machine-'));
});
afterAll(() => rm(folder, { recursive: true }));

const mb = 1024 ** 2;
const statOf = (name: string, bytes: number) => `anon ${900 * mb}\n${name} ${bytes}\nslab 1\n`;
let machines = 0;
/** What is seen on a machine of 8 GB with these files. */
const seen = async (files: Record<string, string>, memory: { readonly free: number; readonly bound: number }) => {
  machines += 1;
  const root = join(folder, String(machines));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const look = createMachineLook(
    { data: folder, files: null },
    { root, memory: () => ({ ...memory, total: 8192 * mb }) },
  );
  const { ronghui_memory_free_bytes: free, ronghui_memory_size_bytes: size } = await look();
  return [Number(free) / mb, Number(size) / mb];
};
const almostFull = { free: 40 * mb, bound: 1024 * mb };

describe('running 6.1 memory under the bound of a group', () => {
  it('running 6.1 files that were read and may be dropped are not taken: by either form of groups, inside a container too', async () => {
    const stat = statOf('inactive_file', 600 * mb);
    const own = {
      'proc/self/cgroup': '0::/system.slice/ronghui\n',
      'sys/fs/cgroup/system.slice/ronghui/memory.stat': stat,
    };
    expect(await seen(own, almostFull)).toEqual([640, 1024]);
    const inside = { 'proc/self/cgroup': '0::/of-the-machine\n', 'sys/fs/cgroup/memory.stat': stat };
    expect(await seen(inside, almostFull)).toEqual([640, 1024]);
    const first = {
      'proc/self/cgroup': '5:devices:/x\n4:cpuset,memory:/docker/a\n0::/\n',
      'sys/fs/cgroup/memory/docker/a/memory.stat': `inactive_file 1\n${statOf('total_inactive_file', 600 * mb)}`,
    };
    expect(await seen(first, almostFull)).toEqual([640, 1024]);
  });

  it('running 6.1 without such figures what Node says stands, and without a bound the machine’s', async () => {
    expect(await seen({}, almostFull)).toEqual([40, 1024]);
    const files = { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.stat': statOf('inactive_file', 600 * mb) };
    expect(await seen(files, { free: 3000 * mb, bound: 0 })).toEqual([3000, 8192]);
    expect(await seen(files, { free: 3000 * mb, bound: 2 ** 63 })).toEqual([3000, 8192]);
  });
});

describe('running 6.1 the disks of an installation', () => {
  it('running 6.1 files in a folder of their own have their own disk, and one that is not mounted costs the other nothing', async () => {
    const look = (files: string | null) => createMachineLook({ data: folder, files })();
    const one = await look(null);
    expect(one.ronghui_disk_free_bytes).toEqual([{ labels: { folder: 'data' }, value: expect.any(Number) }]);
    const both = await look('/proc');
    expect(both.ronghui_disk_size_bytes).toEqual([
      { labels: { folder: 'data' }, value: expect.any(Number) },
      { labels: { folder: 'files' }, value: 0 },
    ]);
    expect(await look(join(folder, 'not-mounted'))).toEqual({
      ...one,
      ronghui_disk_free_bytes: expect.any(Array),
      ronghui_memory_free_bytes: expect.any(Number),
    });
  });
});
