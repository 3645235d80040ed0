import { type LoadJob, runJob } from './load-jobs.ts';

// Makes load in a separate process: it receives jobs as messages, sends back results, and ends with its parent process.
process.on('message', (job: LoadJob) => {
  runJob(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
