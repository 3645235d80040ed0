export { timeLeftText } from './next-step.ts';
export { OrderAmount, OrderTag, sizeText, tagOf } from './order-rows.tsx';
export { paidDayHint, paidInstantOf, paidTextsOf, paidTimeHint } from './payment/paid-at.ts';
export { PaidAtFields } from './payment/paid-at-fields.tsx';
export { PayeeAccount, plainAmount } from './payment/payee-account.tsx';
export { usePresent } from './use-present.ts';
