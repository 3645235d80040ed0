import { readFileSync } from 'node:fs';

const msPerTick = 10;

/** Processor time that a process has used so far; NaN where the system does not report it. @unit ms */
export const cpuMsOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return Number.NaN;
  }
};
