import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Location } from './blobs-location.ts'

/** As far as it is used here; the package brings no types. */
interface Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
const S3rver: new (options: object) => Server = require('@20minutes/s3rver')

/** The only key that the server knows. */
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An S3 server that checks signatures, with one empty bucket. */
export interface TestS3 {
  /** Keys of the bucket lie below the prefix. */
  locationOf(prefix: string): S3Location
  stop(): Promise<void>
}

/** Starts the server on a free port of this machine. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'runnel-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  return {
    locationOf: (prefix) => ({
      kind: 's3',
      origin: `http://127.0.0.1:${port}`,
      bucket: 'files',
      prefix,
      region: 'us-east-1',
      ...KEY,
    }),
    async stop() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
