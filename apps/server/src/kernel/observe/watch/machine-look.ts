import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Look, Readings } from '#kernel/observe/gauges';
import type { Clock } from '#kernel/ports';
import type { ServedPair } from '#kernel/secrets/tls-renewal';

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

/** Looks at the certificate that is served: a file that is refused may hold another one. */
export const createCertificateLook =
  (served: ServedPair, clock: Clock): Look =>
  () => {
    const endsAt = Date.parse(new X509Certificate(served.pair.cert).validTo);
    return {
      ronghui_certificate_seconds: (endsAt - clock.now().getTime()) / 1000,
      ronghui_certificate_refused: served.isRefused,
    };
  };
