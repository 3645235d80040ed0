import { longestDocText } from '@ronghui/domain/doc';
import type { Body } from '../content-queries.ts';

/** What one call carries of a body, with room for what goes with it. @unit bytes of JSON */
const mostSaved = 64 * 1024 - 200;

/** Why the text of a body is too long to be saved, as the sentence of its field. @source R11.3 */
export const tooLongFault = (body: Body, text: string): string | undefined => {
  const length = [...text].length;
  if (length > longestDocText) {
    return `正文最多 ${longestDocText.toLocaleString('en-US')}\u00a0个字，现有 ${length.toLocaleString('en-US')}\u00a0个，请缩短或分成几篇`;
  }
  if (new TextEncoder().encode(JSON.stringify(body)).length <= mostSaved) return undefined;
  return '正文太长，一次保存不了（生僻字与表情符号占的空间更大），请缩短或分成几篇';
};
