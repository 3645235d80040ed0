import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['/usr/share/fonts', '/usr/local/share/fonts'];
const chinese = /cjk|hans|notosanssc|notoserifsc|wqy|droidsansfallback|simsun|simhei/i;

/** Whether a font for Chinese text is installed; without one every screen shows boxes. */
export function hasChineseFont() {
  if (process.platform === 'darwin') return true;
  try {
    return (
      execFileSync('fc-list', [':lang=zh'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() !== ''
    );
  } catch {
    return folders.some(holdsChinese);
  }
}

/**
 * @param {string} folder
 * @returns {boolean}
 */
function holdsChinese(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) =>
      entry.isDirectory() ? holdsChinese(join(folder, entry.name)) : chinese.test(entry.name.replaceAll('-', '')),
    );
  } catch {
    return false;
  }
}
