export { useFoundRecords } from './found-queries.ts';
export { ListedNeighbours, NeighbourButtons } from './neighbour-buttons.tsx';
export { OwnerBar } from './owner-bar.tsx';
