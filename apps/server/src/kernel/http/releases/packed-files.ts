import { type StaticFile, staticFile } from '#kernel/http/replies/static-files';

/** A file among the packed ones: its name, type and lengths in bytes; null where it is not there in that form. */
type Entry = readonly [name: string, type: string, plain: number, br: number | null, gzip: number | null];

const newline = 10;

/** The files of a build as one: a line that lists them, and their bytes one after another. The same files give the same bytes. */
export const packFiles = (files: ReadonlyMap<string, StaticFile>): Buffer => {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const entries = sorted.map(
    ([name, { type, plain, br, gzip }]): Entry => [name, type, plain.length, br?.length ?? null, gzip?.length ?? null],
  );
  const bytes = sorted.flatMap(([, { plain, br, gzip }]) => [plain, br ?? Buffer.of(), gzip ?? Buffer.of()]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...bytes]);
};

/** The files that `packFiles` has packed. */
export const unpackFiles = (packed: Buffer): ReadonlyMap<string, StaticFile> => {
  let at = packed.indexOf(newline) + 1;
  const entries: readonly Entry[] = JSON.parse(packed.toString('utf8', 0, at));
  const take = (length: number): Buffer => {
    at += length;
    return packed.subarray(at - length, at);
  };
  return new Map(
    entries.map(([name, type, plain, br, gzip]) => {
      const own = take(plain);
      const forms = { br: br === null ? null : take(br), gzip: gzip === null ? null : take(gzip) };
      return [name, staticFile(type, own, forms)];
    }),
  );
};
