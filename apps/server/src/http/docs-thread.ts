/* Entry of the thread that makes the documentation of the API, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { makeDocs } from './make-docs.ts'

const { version } = workerData as { version: string }
const { json, page } = await makeDocs(version)
// Two megabytes change hands without being copied.
const docs = [json, page].map((text) => new TextEncoder().encode(text))
parentPort?.postMessage(
  docs,
  docs.map(({ buffer }) => buffer),
)
