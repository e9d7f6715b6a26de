import { openPostgresQueue } from './postgres-queue.ts'

// Run as a process of its own: takes one job of the database given, says so, and never finishes it.
const queue = await openPostgresQueue({
  connectionString: process.argv[2] ?? '',
  schema: process.argv[3] ?? '',
  heartbeatSeconds: 10,
})
await queue.start(
  (job) => {
    process.send?.(job)
    return new Promise(() => undefined)
  },
  { slots: 1 },
)
