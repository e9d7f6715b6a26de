import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { findDocsThread } from '../installation.ts'

/** The OpenAPI document and its page, in the bytes that are sent. */
type DocsBytes = [json: Buffer, page: Buffer]

/** Asks a thread for them: anybody may be the first who reads, and nobody waits for who reads. */
async function askForDocs(version: string): Promise<DocsBytes> {
  const worker = new Worker(findDocsThread(), {
    name: 'runnel-docs',
    workerData: { version },
    env: {},
    execArgv: [],
  })
  worker.unref()
  const [[json, page]] = (await once(worker, 'message')) as [
    [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>],
  ]
  return [Buffer.from(json.buffer), Buffer.from(page.buffer)]
}

/** Registers the OpenAPI document, and a page to read it. They are made when they are asked for first. */
export function registerDocs(server: FastifyInstance, version: string): void {
  let made: Promise<DocsBytes> | undefined
  const findDocs = () => {
    made ??= askForDocs(version).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  server.get('/api/docs/openapi.json', async (_request, reply) => {
    const [json] = await findDocs()
    return reply.type('application/json; charset=utf-8').send(json)
  })
  server.get('/api/docs', async (_request, reply) => {
    const [, page] = await findDocs()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
