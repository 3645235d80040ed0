export { OwnerBar } from './owner-bar.tsx';
