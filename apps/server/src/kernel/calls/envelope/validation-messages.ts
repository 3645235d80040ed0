import { largestAmount, rmbText } from '@ronghui/domain/money';

/** What a validator reports about one value. */
export interface SchemaFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const numberOf = (value: unknown): string => String(value);

/** The Chinese sentence for each keyword that our schemas can produce; a test walks all schemas for completeness. */
export const sentences: Readonly<Record<string, (params: SchemaFault['params']) => string>> = {
  required: () => '此项必填',
  additionalProperties: () => '不支持此字段',
  boolean: () => '不支持此字段',
  not: () => '取值不在允许范围内',
  type: (params) => `应为${typeName(params['type'])}`,
  enum: () => '取值不在允许范围内',
  const: () => '取值不在允许范围内',
  anyOf: () => '取值不在允许范围内',
  pattern: () => '格式不正确',
  minLength: (params) => (params['limit'] === 1 ? '此项必填' : `至少 ${numberOf(params['limit'])} 个字符`),
  maxLength: (params) => `最多 ${numberOf(params['limit'])} 个字符`,
  minimum: (params) => `不能小于 ${numberOf(params['limit'])}`,
  // The bound of one amount is in fen, which nobody reads.
  maximum: ({ limit }) =>
    limit === largestAmount ? `不能超过 ${rmbText(largestAmount)}` : `不能大于 ${numberOf(limit)}`,
  minItems: (params) => `至少 ${numberOf(params['limit'])} 项`,
  maxItems: (params) => `最多 ${numberOf(params['limit'])} 项`,
  minProperties: (params) => `至少 ${numberOf(params['limit'])} 项`,
  maxProperties: (params) => `最多 ${numberOf(params['limit'])} 项`,
  propertyNames: () => '名称不正确',
  unevaluatedProperties: () => '不支持此字段',
};

const typeNames: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
};

const typeName = (type: unknown): string => {
  const types = Array.isArray(type) ? type : [type];
  return types.map((one) => typeNames[String(one)] ?? String(one)).join('或');
};

/** The sentence for an error. */
export const sentenceOf = (fault: SchemaFault): string =>
  (sentences[fault.keyword] ?? (() => '填写有误'))(fault.params);
