export { useNames } from './names-queries.ts';
