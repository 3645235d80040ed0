import type { TSchema } from 'typebox';

/** A schema node that violates a rule. */
export interface SchemaFinding {
  readonly at: string;
  readonly fault: string;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodesOf = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : [];

/** Characters that no text may contain: PostgreSQL rejects NUL, UTF-8 cannot encode lone surrogates. */
const unclean = ['a\u0000', '\u0000', 'a\u0007b', '\ud800', 'x\udc00y', '\udc00\ud800'];

/** Every schema inside a schema with its dotted path, starting with itself. */
export const walkSchema = (schema: TSchema, at = ''): readonly (readonly [string, Node])[] => {
  // TypeBox schemas are plain JSON objects at run time.
  const node = schema as unknown as Node;
  const inside = [
    ...nodesOf(node['properties']).map(([name, child]) => [`${at}.${name}`, child] as const),
    ...nodesOf(node['patternProperties']).map(([, child]) => [`${at}.*`, child] as const),
    ...(isNode(node['items']) ? [[`${at}[]`, node['items']] as const] : []),
    ...(Array.isArray(node['anyOf'])
      ? node['anyOf'].map((child: Node, index) => [`${at}|${index}`, child] as const)
      : []),
  ];
  return [[at, node], ...inside.flatMap(([place, child]) => walkSchema(child as unknown as TSchema, place))];
};

const textFault = (node: Node, inRequest: boolean): string | undefined => {
  if (typeof node['maxLength'] !== 'number') return 'a text without a maximum';
  if (!inRequest) return undefined;
  if (typeof node['pattern'] !== 'string') return 'a text without a pattern';
  for (const flags of ['u', '']) {
    const pattern = new RegExp(node['pattern'], flags);
    if (unclean.some((each) => pattern.test(each))) return 'a text that lets NUL or a lone surrogate through';
  }
  return undefined;
};

const objectFault = (node: Node, inRequest: boolean): string | undefined => {
  if (node['patternProperties'] === undefined) {
    return node['additionalProperties'] === false ? undefined : 'an open object';
  }
  if (!inRequest) return undefined;
  const isClosed = node['additionalProperties'] === false && typeof node['maxProperties'] === 'number';
  return isClosed ? undefined : 'an open map';
};

const faultOf = (node: Node, inRequest: boolean): string | undefined => {
  if ('x-file' in node || 'const' in node || Array.isArray(node['enum']) || Array.isArray(node['anyOf']))
    return undefined;
  if (isNode(node['not'])) return undefined; // `not` admits no value: the items of a list that is always empty.
  switch (node['type']) {
    case 'object':
      return objectFault(node, inRequest);
    case 'string':
      return textFault(node, inRequest);
    case 'array':
      return typeof node['maxItems'] === 'number' ? undefined : 'a list without a maximum';
    case 'integer': {
      const isBounded = Number.isSafeInteger(node['minimum']) && Number.isSafeInteger(node['maximum']);
      return isBounded ? undefined : 'a number without bounds';
    }
    case 'boolean':
    case 'null':
      return undefined;
    default:
      return `a schema that our words do not make (${String(node['type'])})`;
  }
};

/**
 * The nodes where a schema is open, unbounded or admits unclean text. Requests are checked more strictly than replies.
 * @source house 4, R5.5
 */
export const findFaults = (schema: TSchema, { inRequest }: { inRequest: boolean }): SchemaFinding[] =>
  walkSchema(schema).flatMap(([at, node]) => {
    const fault = faultOf(node, inRequest);
    return fault === undefined ? [] : [{ at, fault }];
  });
