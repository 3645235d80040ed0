export { CertifyFirst } from './dimension/certify-first.tsx';
export { type Dimensions, nameOf, useDimensions } from './dimension/dimension-queries.ts';
