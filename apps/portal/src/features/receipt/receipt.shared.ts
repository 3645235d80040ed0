export { PrepaidNote } from './prepaid-note.tsx';
