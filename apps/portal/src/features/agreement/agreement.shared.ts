export {
  type Agreement,
  type AgreementBoxesState,
  readAgreement,
  useAgreementBoxes,
  useReadMarks,
} from './agreement-boxes.ts';
export { PrivacyNote } from './privacy-note.tsx';
