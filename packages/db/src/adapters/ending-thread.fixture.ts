/* A reader thread that dies of one statement. */
import { parentPort } from 'node:worker_threads'
import type { ToReaderThread } from './reader-thread-messages.ts'

parentPort?.on('message', (message: ToReaderThread) => {
  if (message.kind === 'read' && message.sql.includes('the end')) process.exit(1)
})
await import('./reader-thread.ts')
