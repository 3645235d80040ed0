export { InvoiceLink } from './invoice-link.tsx';
