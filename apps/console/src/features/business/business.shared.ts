export { countText, countTick, dayFaultOf } from './business-words.ts';
export { Sums } from './figure-card.tsx';
