import type { Block } from '@ronghui/contract';
import type { ContentFolder, Located } from './content-files.ts';
import { mediaInFields, wireOfFile } from './kinds/block-bodies.ts';
import { blockSchemas } from './schemas/block-schemas.ts';

type Path = readonly (string | number)[];
/** The blocks of one file and their position in it. */
interface Place {
  readonly file: string;
  readonly read: Located<unknown>;
}

/** Converts a block of a file to the contract's shape: names of files become addresses. Null, with the faults noted, when one of them is missing. */
const toWire = async (folder: ContentFolder, block: object, place: Place, base: Path): Promise<Block | null> => {
  const addresses = new Map<unknown, string>();
  let isComplete = true;
  for (const { path, url: name } of mediaInFields(block)) {
    const url = await folder.mediaUrl(place.file, name, place.read.lineOf([...base, ...path]));
    if (url === null) isComplete = false;
    else addresses.set(name, url);
  }
  return isComplete ? wireOfFile(block, (name) => addresses.get(name)) : null;
};

/** Reads the `blocks` of a file, each against its own template, so that a fault names its field. */
export const readBlocks = async (
  folder: ContentFolder,
  blocks: readonly { readonly template: string }[],
  place: Place,
): Promise<Block[]> => {
  const wire: Block[] = [];
  for (const [index, block] of blocks.entries()) {
    const base = ['blocks', index];
    // The file's own schema notes an unknown template.
    if (!Object.hasOwn(blockSchemas, block.template)) continue;
    const schema = blockSchemas[block.template as keyof typeof blockSchemas];
    const checked = folder.conform({ value: block, lineOf: place.read.lineOf }, schema, { file: place.file, base });
    const done = checked === null ? null : await toWire(folder, checked.value, place, base);
    if (done !== null) wire.push(done);
  }
  return wire;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Notes the faults of what a file names that has faults of its own: of its pictures, in `field` of the file or of each of its entries, and of
 * its blocks, so that one check reports everything.
 */
export const noteRest = async (folder: ContentFolder, file: string, field: string): Promise<void> => {
  const read = folder.parsed(file);
  if (read === undefined) return;
  const entries = Array.isArray(read.value)
    ? read.value.map((entry, index) => [entry, [index]] as const)
    : [[read.value, []] as const];
  for (const [entry, at] of entries) {
    if (!isRecord(entry)) continue;
    const name = entry[field];
    if (typeof name === 'string') await folder.mediaUrl(file, name, read.lineOf([...at, field]));
    const { blocks } = entry;
    if (!Array.isArray(blocks)) continue;
    const known = blocks.map((block: unknown) =>
      isRecord(block) && typeof block['template'] === 'string'
        ? { ...block, template: block['template'] }
        : { template: '' },
    );
    await readBlocks(folder, known, { file, read });
  }
};
