const GRACE_MS = 10_000

/**
 * Ends this process when the launcher dies without a word: first as on SIGTERM, so that it can close what it
 * holds, and for certain after ten seconds. Does nothing when it was started without a launcher.
 */
export function endWithLauncher(): void {
  if (!process.channel) return
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.channel.unref()
}
