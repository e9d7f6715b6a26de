import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { openBucket } from './read-bucket.ts'

/** A bucket of a server of one's own, whose name is the first step of its addresses. */
function bucketOf() {
  const asked: string[] = []
  const written: string[] = []
  const { call } = createTestCallContext({
    http: async ({ url }) => {
      asked.push(url)
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Tea.' }
    },
  })
  const { file } = call
  const watched = {
    ...call,
    file: {
      ...file,
      write: async (given: Parameters<typeof file.write>[0]) => {
        written.push(given.name)
        return file.write(given)
      },
    },
  }
  const values = { bucketName: 'ours', region: 'eu-west-1', serverUrl: 'https://s3.example.com' }
  return { bucket: openBucket(createTestComponent('S3', { values }), watched), asked, written }
}

test.each(['../theirs/key', 'folder/../../theirs/key', 'folder/..', './key', '..'])(
  'a key that leads out of its bucket is asked of nobody: %s',
  async (key) => {
    const { bucket, asked, written } = bucketOf()
    await expect(bucket.read(key)).rejects.toMatchObject({ code: 'invalid_input' })
    expect([asked, written]).toEqual([[], []])
  },
)

test.each(['../../etc/cron.d/x', '..%2f..%2fetc', '..\\..\\etc'])(
  'no key is a path on this machine: %s',
  async (key) => {
    const { bucket, asked, written } = bucketOf()
    await bucket.read(key).catch(() => undefined)
    for (const address of asked) expect(new URL(address).pathname).toMatch(/^\/ours\//)
    for (const name of written) expect(name).not.toContain('/')
  },
)
