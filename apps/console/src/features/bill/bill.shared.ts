export { useNameFilter } from './name-filter.ts';
