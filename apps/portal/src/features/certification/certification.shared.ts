export { CertifyFirst } from './certify-first.tsx';
