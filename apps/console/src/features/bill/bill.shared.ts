export { BillLines } from './bill-lines.tsx';
export { useNameFilter } from './name-filter.ts';
export { NameSelect } from './name-select.tsx';
