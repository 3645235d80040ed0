import type { Block } from '@ronghui/contract';
import { type PathFault, schemaFaults } from '../content-conform.ts';
import { editedBlockSchemas } from '../schemas/block-schemas.ts';
import type { BodyOf, NamedMedia } from './record-kind.ts';

/** A block as staff edit it. */
export type BlockBody = BodyOf<'page'>['blocks'][number];
type Fields = Readonly<Record<string, unknown>>;

/** The fields that a file may leave out; as staff edit them they are empty texts. */
const blanks = {
  template_upDown: { link: '' },
  template_leftText: { link: '' },
  template_rightText: { link: '' },
  template_swiper: {},
  template_card: { title: '' },
  template_audio: { cover: '' },
} as const;
const itemBlanks: Readonly<Record<string, Fields>> = {
  template_swiper: { title: '', link: '' },
  template_card: { icon: '', link: '' },
};

/** The fields that name a picture or a sound: on the wire, and as files and staff have them. */
const mediaNames = { imageUrl: 'image', iconUrl: 'icon', audioUrl: 'audio', coverUrl: 'cover' } as const;
const wireNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(mediaNames).map(([wire, name]) => [name, wire]),
);
const mediaFields: readonly string[] = Object.values(mediaNames);

const same = (value: unknown): unknown => value;

const renamed = (fields: Fields, names: Readonly<Record<string, string>>, valueOf = same): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const to = names[name];
      return to === undefined ? [name, value] : [to, valueOf(value)];
    }),
  );

const itemsOf = (block: object): readonly Fields[] | undefined =>
  'items' in block ? (block.items as readonly Fields[]) : undefined;

/** Blocks as visitors get them, as staff edit them. */
export const bodyOfBlocks = (blocks: readonly Block[]): BlockBody[] =>
  blocks.map((block) => {
    const items = itemsOf(block)?.map((item) => ({ ...itemBlanks[block.template], ...renamed(item, mediaNames) }));
    const fields = { ...blanks[block.template], ...renamed(block, mediaNames), ...(items && { items }) };
    // Each template has the fields of its own body, by the table of blanks.
    return fields as BlockBody;
  });

/** The fields without those that are empty and may be left out. */
const filled = (fields: Fields, blank: Fields | undefined): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' || blank?.[name] === undefined));

/** A block as its file would have it. */
const asFile = (block: BlockBody): Fields => {
  const items = itemsOf(block)?.map((item) => filled(item, itemBlanks[block.template]));
  return { ...filled(block, blanks[block.template]), ...(items && { items }) };
};

/** A block as its file has it, as visitors get it; `addressOf` gives the address of a picture or sound by its name in the file. The rules have passed it. */
export const wireOfFile = (block: object, addressOf = same): Block => {
  const items = itemsOf(block)?.map((item) => renamed(item, wireNames, addressOf));
  return { ...renamed({ ...block }, wireNames, addressOf), ...(items && { items }) } as Block;
};

/** Blocks as visitors get them. */
export const wireOfBlocks = (blocks: readonly BlockBody[]): Block[] => blocks.map((block) => wireOfFile(asFile(block)));

/** What keeps blocks from being published, each by its own template. */
export const blockFaults = (blocks: readonly BlockBody[]): readonly PathFault[] =>
  blocks.flatMap((block, place) =>
    (schemaFaults(editedBlockSchemas[block.template], asFile(block)) ?? []).map(({ path, message }) => ({
      path: ['blocks', place, ...path],
      message,
    })),
  );

const mediaIn = (fields: Fields, path: NamedMedia['path']): NamedMedia[] =>
  mediaFields.flatMap((name) => {
    const url = fields[name];
    return typeof url === 'string' ? [{ path: [...path, name], url }] : [];
  });

/** The pictures and sounds of a block, with their places in it. */
export const mediaInFields = (block: object): readonly NamedMedia[] => [
  ...mediaIn({ ...block }, []),
  ...(itemsOf(block) ?? []).flatMap((item, at) => mediaIn(item, ['items', at])),
];

/** The pictures and sounds of blocks. */
export const mediaInBlocks = (blocks: readonly BlockBody[]): readonly NamedMedia[] =>
  blocks.flatMap((block, place) =>
    mediaInFields(block).map(({ path, url }) => ({ path: ['blocks', place, ...path], url })),
  );
