import { expect, it } from 'vitest';
import { createFirstSteps } from './first-steps.ts';

const linesOf = async (environment: 'development' | 'test') => {
  const lines: string[] = [];
  const steps = createFirstSteps({ environment }, (line) => void lines.push(line));
  expect(await steps('建立数据表', async () => 28)).toBe(28);
  expect(await steps('建立数据表', async () => 0)).toBe(0);
  expect(await steps('导入演示内容', async () => false)).toBe(false);
  expect(await steps('写入演示商户', async () => true)).toBe(true);
  return lines.join('');
};

it('R14.1 a step that had something to do is one line with its seconds; later starts print none', async () => {
  expect(await linesOf('development')).toMatch(/^建立数据表 … \d+\.\d s\n写入演示商户 … \d+\.\d s\n$/);
});

it('R14.1 outside development the log alone tells of it', async () => {
  expect(await linesOf('test')).toBe('');
});
