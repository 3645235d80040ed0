// Preloaded into the server: when the launcher ends, for whatever reason, the server stops gracefully.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
