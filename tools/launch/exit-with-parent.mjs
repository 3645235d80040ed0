// Loaded into the server before its own code: when the launcher is gone, however it ended, the server ends cleanly too.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
