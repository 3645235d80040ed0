import type { ReconFixture } from '../recon.fixture.ts';

type Change = (mapping: Record<string, unknown>) => Record<string, unknown>;

/** Uploads a file, looks at it, and runs it by the mapping that is shown, changed or as it is. */
export const runFile = async (
  fixture: ReconFixture,
  stageId: string,
  file: string | Buffer,
  { name, change = (mapping) => mapping }: { readonly name?: string; readonly change?: Change } = {},
) => {
  const { ledgerId } = (await fixture.upload(file, name)).body.data;
  const seen = (await fixture.call('recon.preview', { ledgerId })).body.data;
  const subject = { ledgerId, stageId, side: 'fee', direction: 'payable' };
  const reply = await fixture.write('recon.start', { ...subject, mapping: change(seen.mapping) });
  await fixture.app.app.sentJobs.drain();
  return { seen, run: await fixture.get(reply.body.data.runId) };
};
