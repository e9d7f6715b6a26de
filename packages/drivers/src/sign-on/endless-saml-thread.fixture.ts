import { parentPort } from 'node:worker_threads'

// Stands for a form that takes for ever; a question for metadata ends the thread.
parentPort?.on('message', ({ kind }: { kind: string }) => {
  if (kind === 'metadata') throw new Error('The thread broke.')
  for (;;);
})
