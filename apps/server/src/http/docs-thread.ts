/* Entry of the thread that makes the documentation of the API, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { makeDocs } from './make-docs.ts'

const { version } = workerData as { version: string }
parentPort?.postMessage(await makeDocs(version))
