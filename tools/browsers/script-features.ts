import { parseSync, Visitor } from 'oxc-parser';
import { newerFeatures } from './newer-features.gen.ts';

/** What a script uses that a browser of the floor may lack. */
export interface Use {
  readonly feature: string;
  readonly line: number;
}

const globals = new Set<string>(newerFeatures.globals);
const statics = new Set<string>(newerFeatures.statics);
const members = new Set<string>(newerFeatures.members);

/**
 * The globals, static members and members of a script that are newer than the floor, by their names: a member is one where nothing older has its
 * name. What is asked for first (`typeof x`, `'x' in y`) is no use of it.
 */
export const scriptUses = (file: string, text: string): Use[] => {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const uses: Use[] = [];
  const asked = new Set<number>();
  const add = (feature: string, at: number) => {
    if (!asked.has(at)) uses.push({ feature, line: text.slice(0, at).split('\n').length });
  };
  new Visitor({
    UnaryExpression({ operator, argument }) {
      if (operator === 'typeof') {
        asked.add(argument.start);
        if (argument.type === 'MemberExpression') asked.add(argument.property.start);
      }
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && globals.has(callee.name)) add(callee.name, callee.start);
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && globals.has(callee.name)) add(callee.name, callee.start);
    },
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return;
      const owner = object.type === 'Identifier' ? object.name : '';
      if (statics.has(`${owner}.${property.name}`)) add(`${owner}.${property.name}`, object.start);
      else if (globals.has(owner)) add(owner, object.start);
      else if (members.has(property.name)) add(property.name, property.start);
    },
    Literal(node) {
      if ('regex' in node && node.regex?.flags.includes('v')) add('RegExp.unicodeSets', node.start);
    },
  }).visit(program);
  return uses;
};
