export { holdFirstResponse, knownProduct } from './home/first-response.ts';
