import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';

/** A place in a file or in a record, such as `['skus', 0, 'price']`. */
export type Path = readonly (string | number)[];

/** What is wrong at a place, in Chinese. */
export interface PathFault {
  readonly path: Path;
  readonly message: string;
}

const sentences: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  required: (params) => `缺少 ${String(params['requiredProperties'] ?? params['missingProperty'])}`,
  additionalProperties: () => '不认识的字段',
  type: (params) => `类型应为 ${String(params['type'])}`,
  enum: (params) => `应为其中之一：${String(params['allowedValues'])}`,
  const: (params) => `应为 ${String(params['allowedValue'])}`,
  pattern: () => '格式不正确',
  minLength: () => '不能为空',
  maxLength: (params) => `不能超过 ${String(params['limit'])} 个字符`,
  minimum: (params) => `不能小于 ${String(params['limit'])}`,
  maximum: (params) => `不能大于 ${String(params['limit'])}`,
  minItems: (params) => `至少要有 ${String(params['limit'])} 项`,
  maxItems: (params) => `不能超过 ${String(params['limit'])} 项`,
  '~refine': (params) => String(params['message']),
};

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** How many faults of one file are reported. */
const mostFaults = 1000;

/** Everything that is wrong with a value; the library itself stops at eight faults. */
const errorsIn = (validator: ReturnType<typeof Compile>, value: unknown) => {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: mostFaults });
  try {
    return [...validator.Errors(value)];
  } finally {
    Settings.Set({ maxErrors });
  }
};

/** What keeps a value from conforming to a schema, each fault of a place once; null when it conforms. */
export const schemaFaults = (schema: TSchema, value: unknown): readonly PathFault[] | null => {
  const validator = Compile(schema);
  if (validator.Check(value)) return null;
  const faults = new Map<string, PathFault>();
  for (const error of errorsIn(validator, value)) {
    if (error.keyword === 'boolean' || error.keyword === 'anyOf') continue;
    const say = sentences[error.keyword];
    const message = say === undefined ? '填写有误' : say(error.params as Record<string, unknown>);
    const at = pathOf(error.instancePath);
    const names = error.keyword === 'additionalProperties' ? error.params.additionalProperties : [undefined];
    for (const name of names) {
      const path = name === undefined ? at : [...at, name];
      faults.set(JSON.stringify([path, message]), { path, message });
    }
  }
  return [...faults.values()];
};

/** Names that are there before, with their places. */
export const repeatsAmong = (
  names: readonly (string | number)[],
): readonly { readonly index: number; readonly name: string | number }[] =>
  names.flatMap((name, index) => (names.indexOf(name) === index ? [] : [{ index, name }]));
