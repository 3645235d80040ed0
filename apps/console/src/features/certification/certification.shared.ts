export { eventNames, statusNames, statusTones } from './certification-words.ts';
