export { BillLines } from './bill-lines.tsx';
export { useNameFilter } from './name-filter.ts';
