import { hostileTexts } from './hostile-text.ts';

/** A part of a schema in the published description of the interface. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Where a value stands in a body: names of fields and places in lists. */
export type Place = readonly (string | number)[];

/** The bodies of all records that staff edit, by the name of the record, as a server describes its interface. */
export const contentSchemasOf = async (url: string): Promise<ReadonlyMap<string, Schema>> => {
  const described = await (await fetch(`${url}/openapi.json`)).json();
  const form = described.paths['/ftc/ops/content/save'].post.requestBody.content['application/x-www-form-urlencoded'];
  const bodies: readonly Schema[] = form.schema.properties.data.contentSchema.properties.body.anyOf;
  return new Map(bodies.map((body) => [String(body.properties?.['record']?.const), body]));
};

const fieldIn = (value: unknown, name: string): unknown => Object(value)[name];

/** Products that lend are refused without it (R10.13). */
const loanWarning = '贷款有风险，借款需谨慎';

/** The hostile text of a field, another one for each, none longer than the field. */
const textFor = (place: Place, most: number): string => {
  const start = [...place.join('')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % hostileTexts.length;
  const turned = [...hostileTexts.slice(start), ...hostileTexts.slice(0, start)];
  const fitting = turned.filter((text) => text.length <= most);
  return most > 200
    ? `${turned.join(' ')} ${loanWarning}`
    : most > 150
      ? turned.join(' ')
      : (fitting[0] ?? '<a>'.slice(0, most));
};

const isText = (schema: Schema): boolean =>
  schema.type === 'string' && schema.enum === undefined && schema.const === undefined;

/** Whether the interface takes a text; where it does not, none of its kind comes in. */
const takes = ({ pattern }: Schema, text: string): boolean =>
  pattern === undefined || new RegExp(pattern, 'u').test(text);

/** What stands in a body at each place: a text that tries to run, or what stood there, where no text may stand. */
export const fillHostile = (
  schema: Schema,
  known: unknown,
  { kept, place = [] }: { readonly kept: (place: Place) => boolean; readonly place?: Place },
): unknown => {
  const under = (part: Schema, value: unknown, step: string | number): unknown =>
    fillHostile(part, value, { kept, place: [...place, step] });
  if (schema.anyOf !== undefined) return fillEither(schema.anyOf, known, { kept, place });
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, part]) => {
        const value = under(part, fieldIn(known, name), name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
  if (schema.items !== undefined) return fillList(schema.items, known, { kept, place });
  const text = textFor(place, schema.maxLength ?? 200);
  return isText(schema) && !kept(place) && takes(schema, text) ? text : known;
};

/** The templates of blocks by their names; a null stays null. */
const fillEither = (
  parts: readonly Schema[],
  known: unknown,
  at: { readonly kept: (place: Place) => boolean; readonly place: Place },
): unknown => {
  const template = fieldIn(known, 'template');
  const chosen = parts.find((part) => part.properties?.['template']?.const === template);
  if (template !== undefined && chosen !== undefined) return fillHostile(chosen, known, at);
  const plain = parts.find((part) => part.type !== 'null');
  return known === null || plain === undefined ? known : fillHostile(plain, known, at);
};

/** Every item of a list; an empty list of texts gets one. */
const fillList = (
  item: Schema,
  known: unknown,
  { kept, place }: { readonly kept: (place: Place) => boolean; readonly place: Place },
): unknown => {
  const items = Array.isArray(known) ? known : [];
  const seeds = items.length === 0 && isText(item) && !kept([...place, 0]) ? [''] : items;
  return seeds.map((value, index) => fillHostile(item, value, { kept, place: [...place, index] }));
};

/** The files of a blank block. */
interface BlankMedia {
  readonly picture: string;
  readonly sound: string;
}

const blankOf = (schema: Schema, media: BlankMedia, name = ''): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.items !== undefined) return [blankOf(schema.items, media)];
  if (schema.properties === undefined)
    return name === 'audio' ? media.sound : /^(?:image|icon|cover)$/.test(name) ? media.picture : '';
  return Object.fromEntries(
    Object.entries(schema.properties).map(([field, part]) => [field, blankOf(part, media, field)]),
  );
};

/** A block of each template that the blocks of a record may have. */
export const blankBlocks = (schema: Schema, media: BlankMedia): readonly unknown[] =>
  (schema.properties?.['blocks']?.items?.anyOf ?? []).map((part) => blankOf(part, media));

const nameOf = (place: Place): string => place.map((step) => (typeof step === 'number' ? '*' : step)).join('.');

/** The names of all texts of a schema that the interface itself does not refuse, with a star for any place in a list and any template. */
export const textsOf = (schema: Schema, place: Place = []): readonly string[] => {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((part) => textsOf(part, place));
  if (schema.items !== undefined) return textsOf(schema.items, [...place, 0]);
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, part]) => textsOf(part, [...place, name]));
  return isText(schema) && takes(schema, hostileTexts[0]) ? [nameOf(place)] : [];
};

/** The names of the texts of a body that were filled. */
export const filledIn = (body: unknown, place: Place = []): readonly string[] => {
  if (typeof body === 'string') return /<|javascript:|\{\{/.test(body) ? [nameOf(place)] : [];
  return Object.entries(Object(body)).flatMap(([name, value]) =>
    filledIn(value, [...place, Array.isArray(body) ? Number(name) : name]),
  );
};
