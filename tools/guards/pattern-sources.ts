import { parseSync, Visitor } from 'oxc-parser';
import { files, isTest, read } from './repository.ts';

/** A regular expression of product code, with the place where it stands. */
export interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** One that is put together when it is made; its text as it stands. */
export interface MadePattern {
  readonly file: string;
  readonly text: string;
}

const product = files.filter(
  (file) =>
    /^(?:apps\/(?:server|portal|console)|packages\/[^/]+)\/src\/.+\.tsx?$/.test(file) &&
    !isTest(file) &&
    !file.includes('.gen.'),
);

/** Without a repetition between two strokes, without a constructor and without a schema's keyword a file has nothing to look at. */
const mayHavePatterns = /\/[^/\n]*[*+{][^\n]*\/|RegExp|pattern/;

type Visited = NonNullable<ConstructorParameters<typeof Visitor>[0]>;
type Expression = Parameters<NonNullable<Visited['NewExpression']>>[0]['arguments'][number];

/** The text of a string or of a template that holds nothing but such texts by name; null for what is known only when it runs. */
const textOf = (expression: Expression | undefined, known: ReadonlyMap<string, Expression>): string | null => {
  if (expression === undefined) return null;
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? expression.value : null;
  if (expression.type === 'Identifier') return textOf(known.get(expression.name), known);
  if (expression.type !== 'TemplateLiteral') return null;
  const inside = expression.expressions.map((each) => textOf(each, known));
  if (inside.includes(null)) return null;
  return expression.quasis.map(({ value }, index) => `${value.cooked ?? ''}${inside[index] ?? ''}`).join('');
};

/** The patterns of a source: literals, `RegExp`, and the keyword `pattern` of a schema, which its validator compiles. */
export const patternsIn = (file: string, text: string): { readonly plain: Pattern[]; readonly made: MadePattern[] } => {
  const plain: Pattern[] = [];
  const made: MadePattern[] = [];
  const known = new Map<string, Expression>();
  const calls: { readonly from: number; readonly to: number; readonly args: readonly Expression[] }[] = [];
  const note: Visited['NewExpression'] = ({ callee, start, end, arguments: args }) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') calls.push({ from: start, to: end, args });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) plain.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) known.set(id.name, init);
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'pattern') return;
      if (value.type === 'Literal' && typeof value.value === 'string')
        plain.push({ file, source: value.value, flags: 'u' });
    },
    NewExpression: note,
    CallExpression: (node) => note({ ...node, type: 'NewExpression' }),
  }).visit(parseSync(file, text).program);
  for (const { from, to, args } of calls) {
    const source = textOf(args[0], known);
    const flags = args[1] === undefined ? '' : textOf(args[1], known);
    if (source === null || flags === null) made.push({ file, text: text.slice(from, to) });
    else plain.push({ file, source, flags });
  }
  return { plain, made };
};

const found = product.map((file) => [file, read(file)] as const).filter(([, text]) => mayHavePatterns.test(text));
const all = found.map(([file, text]) => patternsIn(file, text));

/** Every pattern of product code whose text stands in its source. */
export const patterns: readonly Pattern[] = all.flatMap(({ plain }) => plain);
/** Every pattern that is put together of what is known only when it runs. */
export const madePatterns: readonly MadePattern[] = all.flatMap(({ made }) => made);
