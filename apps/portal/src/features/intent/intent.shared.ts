export { PayOnline } from './pay-online.tsx';
