import type { Block } from '@ronghui/contract';
import type { Static } from 'typebox';
import type { ContentFolder, Located } from './content-files.ts';
import { blockSchemas } from './schemas/block-schemas.ts';

type Path = readonly (string | number)[];
/** The blocks of one file and their position in it. */
interface Place {
  readonly file: string;
  readonly read: Located<unknown>;
}
type FileBlock = { [T in keyof typeof blockSchemas]: Static<(typeof blockSchemas)[T]> }[keyof typeof blockSchemas];

const maybe = <K extends string>(key: K, value: string | null | undefined) =>
  value === null || value === undefined ? {} : ({ [key]: value } as { [P in K]: string });

/** Converts a block of a file to the contract's shape: names of files become addresses. Null, with the fault noted, when a picture is missing. */
const toWire = async (folder: ContentFolder, block: FileBlock, place: Place, base: Path): Promise<Block | null> => {
  const url = (name: string, field: Path) => folder.mediaUrl(place.file, name, place.read.lineOf([...base, ...field]));
  switch (block.template) {
    case 'template_upDown':
    case 'template_leftText':
    case 'template_rightText': {
      const { image, link, ...rest } = block;
      const imageUrl = await url(image, ['image']);
      return imageUrl === null ? null : { ...rest, imageUrl, ...maybe('link', link) };
    }
    case 'template_swiper': {
      const items = [];
      for (const [index, { image, imageAlt, title, link }] of block.items.entries()) {
        const imageUrl = await url(image, ['items', index, 'image']);
        if (imageUrl !== null) items.push({ imageUrl, imageAlt, ...maybe('title', title), ...maybe('link', link) });
      }
      return { template: block.template, items };
    }
    case 'template_card': {
      const items = [];
      for (const [index, { icon, title, text, link }] of block.items.entries()) {
        const iconUrl = icon === undefined ? null : await url(icon, ['items', index, 'icon']);
        items.push({ title, text, ...maybe('iconUrl', iconUrl), ...maybe('link', link) });
      }
      return { template: block.template, ...maybe('title', block.title), items };
    }
    case 'template_audio': {
      const { audio, cover, title, transcript } = block;
      const audioUrl = await url(audio, ['audio']);
      const coverUrl = cover === undefined ? null : await url(cover, ['cover']);
      return audioUrl === null
        ? null
        : { template: block.template, title, transcript, audioUrl, ...maybe('coverUrl', coverUrl) };
    }
  }
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
    const done = checked === null ? null : await toWire(folder, checked.value as FileBlock, place, base);
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
