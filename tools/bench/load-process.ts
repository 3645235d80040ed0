import { type LoadJob, runJob } from './load-jobs.ts';

// A load in a process of its own: jobs come as messages, results go back, and it ends with the process that started it.
process.on('message', (job: LoadJob) => {
  runJob(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
