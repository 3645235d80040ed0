const sizes = {
  'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', { max: 4 }],
};

const everywhere = {
  ...sizes,
  'no-console': 'error',
  'walls/imports': 'error',
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'import/no-cycle': ['error', { ignoreTypes: false }],
  'import/no-default-export': 'error',
  'react/no-danger': 'error',
  'react/rules-of-hooks': 'error',
  'react/exhaustive-deps': 'error',
  'typescript/no-explicit-any': 'error',
  // Texts are spread into code points on purpose, because lengths are counted in them.
  'typescript/no-misused-spread': ['error', { allow: ['string'] }],
  'typescript/no-non-null-assertion': 'error',
  'typescript/consistent-type-imports': 'error',
  'typescript/no-floating-promises': 'error',
  'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
  'typescript/await-thenable': 'error',
  'typescript/switch-exhaustiveness-check': 'error',
  'unicorn/filename-case': ['error', { case: 'kebabCase' }],
};

/** Code that divides by 100 or 10,000 without money: sizes of windows and files, strokes of pictures, the number of a version. */
const notMoney = [
  'packages/chat-kit/src/**',
  'packages/domain/src/pictures/**',
  'apps/portal/src/features/certification/document-preview.tsx',
  'apps/server/src/kernel/database/given-database.ts',
];

/** The linter configuration as an object; `root` is the folder from which the project's own rules are resolved. */
export const oxlintConfig = (root = '.') => ({
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['typescript', 'unicorn', 'import', 'react', 'oxc'],
  jsPlugins: [`${root}/tools/walls/import-rule.ts`, `${root}/tools/walls/money-rule.ts`],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/*.gen.ts', '**/dist/**', 'content/**', '.runtime/**'],
  rules: everywhere,
  overrides: [
    {
      files: ['**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
    },
    // R2.5 and R6.2 need console errors; browser code may log nothing else.
    {
      files: ['packages/ui/**', 'packages/chat-kit/**', 'apps/portal/**', 'apps/console/**'],
      rules: { 'no-console': ['error', { allow: ['error'] }] },
    },
    {
      files: ['**/*.test.{ts,tsx}', 'e2e/**'],
      rules: { 'max-lines': ['error', { max: 500 }], 'max-lines-per-function': 'off' },
    },
    {
      files: [
        '**/*.config.{ts,mjs}',
        '**/global-setup.ts',
        'e2e/one-server.ts',
        'tools/launch/results/outside-errors-reporter.mjs',
        'tools/walls/*-rule.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['tools/**', '**/tools/**', '**/bench/**'], rules: { 'no-console': 'off' } },
    { files: ['apps/*/src/**', 'packages/*/src/**', 'e2e/**'], rules: { 'money/exact': 'error' } },
    { files: ['packages/domain/src/money/**', ...notMoney], rules: { 'money/exact': 'off' } },
    // Two files may set raw HTML: ui's rich-text and the chat kit's message body.
    {
      files: ['packages/ui/src/widgets/rich-text/*.tsx', 'packages/chat-kit/src/react/message/message-body.tsx'],
      rules: { 'react/no-danger': 'off' },
    },
  ],
});

/** The text of `.oxlintrc.json`. */
export const oxlintSource = (): string => `${JSON.stringify(oxlintConfig(), null, 2)}\n`;
