import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { findDocsThread } from '../installation.ts'
import type { Docs } from './make-docs.ts'

/** Asks a thread for them: anybody may be the first who reads, and nobody waits for who reads. */
async function askForDocs(version: string): Promise<Docs> {
  const worker = new Worker(findDocsThread(), {
    name: 'runnel-docs',
    workerData: { version },
    env: {},
    execArgv: [],
  })
  worker.unref()
  const [docs] = (await once(worker, 'message')) as [Docs]
  return docs
}

/** Registers the OpenAPI document, and a page to read it. They are made when they are asked for first. */
export function registerDocs(server: FastifyInstance, version: string): void {
  let made: Promise<Docs> | undefined
  const findDocs = () => {
    made ??= askForDocs(version).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  server.get('/api/docs/openapi.json', async (_request, reply) => {
    const { json } = await findDocs()
    return reply.type('application/json; charset=utf-8').send(json)
  })
  server.get('/api/docs', async (_request, reply) => {
    const { page } = await findDocs()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
