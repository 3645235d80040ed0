import type { ChatMessage } from './message.ts';

const aroundPx = 68;
const linePx = 22;
const charsInLine = 27;

/**
 * Guesses a row's height, so that rows which have not been laid out yet take about their space.
 *
 * @unit CSS pixels
 */
export function guessRowHeight({ messageSender, messageType, messageContent, multimediaUrl }: ChatMessage): number {
  if (messageSender === 'history') return 38;
  switch (messageType) {
    case 'text':
    case 'link':
      return aroundPx + linePx * Math.max(1, Math.ceil(messageContent.length / charsInLine));
    case 'image':
      return aroundPx + 150;
    case 'video':
      return aroundPx + 160;
    case 'voice':
      return aroundPx + (multimediaUrl === '' ? linePx : 54);
    case 'custom':
    case 'other':
      return 0;
    case 'bzcard':
    case 'file':
    case 'location':
    case 'redPack':
    case 'fundsTrans':
      return aroundPx + linePx;
  }
}
