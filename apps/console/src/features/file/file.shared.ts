export { firstView, larger, StoredDocument, type View } from './stored-document.tsx';
