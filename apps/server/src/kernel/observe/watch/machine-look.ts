import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Look, Readings } from '#kernel/observe/gauges';
import type { Clock } from '#kernel/ports';

/** Looks at the disk of the data folder and at the memory. */
export const createMachineLook =
  (dataDir: string): Look =>
  async (): Promise<Readings> => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const bound = process.constrainedMemory();
    return {
      ronghui_disk_free_bytes: bavail * bsize,
      ronghui_disk_size_bytes: blocks * bsize,
      ronghui_memory_free_bytes: process.availableMemory(),
      // Without a bound of its group the process reads one beyond the machine.
      ronghui_memory_size_bytes: bound > 0 ? Math.min(bound, totalmem()) : totalmem(),
    };
  };

/** Looks at the certificate of a file, which a server takes within seconds once it is renewed; one that cannot be read leaves what was seen before. */
export const createCertificateLook =
  (cert: string, clock: Clock): Look =>
  async () => {
    const endsAt = Date.parse(new X509Certificate(await readFile(cert)).validTo);
    return { ronghui_certificate_seconds: (endsAt - clock.now().getTime()) / 1000 };
  };
