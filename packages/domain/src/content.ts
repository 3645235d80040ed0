export * from './content/brand-colour.ts';
export * from './content/content-difference.ts';
export * from './content/content-words.ts';
export * from './content/payee.ts';
export * from './content/text-lines.ts';
