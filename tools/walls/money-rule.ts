/** The rule `money/exact`: only `@ronghui/domain/money` divides, rounds and formats amounts (R3.7). */

interface Node {
  readonly type: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly left?: Node;
  readonly right?: Node;
  readonly callee?: Node;
  readonly property?: Node & { readonly name?: string };
}

interface RuleContext {
  report(finding: { readonly node: Node; readonly message: string }): void;
}

const message = 'yuan of fen, and what is rounded, come from @ronghui/domain/money (fen, applyRate, yuanText)';

/** Divisors that turn fen into yuan, or rates into per cent and back. */
const isHundred = (node: Node | undefined): boolean =>
  node?.type === 'Literal' && (node.value === 100 || node.value === 10_000);
const isHundredth = (node: Node | undefined): boolean => node?.type === 'Literal' && node.value === 0.01;

const isYuanArithmetic = ({ operator = '', left, right }: Node): boolean => {
  if (operator.startsWith('/') || operator.startsWith('%')) return isHundred(right);
  return operator.startsWith('*') && (isHundredth(left) || isHundredth(right));
};

const exact = {
  create: (context: RuleContext) => {
    const look = (node: Node): void => {
      if (isYuanArithmetic(node)) context.report({ node, message });
    };
    return {
      BinaryExpression: look,
      AssignmentExpression: look,
      CallExpression: (node: Node): void => {
        const { property } = node.callee ?? {};
        if (property?.name === 'toFixed' || property?.value === 'toFixed') context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: 'money' }, rules: { exact } };
