/**
 * How a test's Chromium is started. What it draws is drawn by the processor, so a process for the GPU only costs: without one a run of journeys takes
 * a seventh less of it.
 */
export const browserArgs = ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-background-networking'];
