export { type Dimensions, nameOf, useDimensions } from './dimension/dimension-queries.ts';
