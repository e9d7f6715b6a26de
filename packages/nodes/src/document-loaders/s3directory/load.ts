import { RunnelError } from '@runnel/contract'
import { readSources, readText } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { type Bucket, openBucket } from '../read-bucket.ts'

const MOST_FILES = 1_000

/** The files of a bucket, each read as its ending says. */
export const loadDirectory: LoadPlain = async function* (component, call, choice) {
  const bucket = openBucket(component, call)
  yield* readSources(listKeys(bucket, readText(component.values, 'prefix').trim()), {
    call,
    choice,
    sourceOf: (key) => ({ id: key, name: key }),
    read: (key) => bucket.read(key),
  })
}

async function* listKeys(bucket: Bucket, prefix: string): AsyncGenerator<string> {
  let token = ''
  let files = 0
  do {
    const { keys, next } = await bucket.list(prefix, token)
    for (const key of keys.filter((each) => !each.endsWith('/'))) {
      files += 1
      if (files > MOST_FILES)
        throw new RunnelError(
          'limit_exceeded',
          `${bucket.name} has more than ${MOST_FILES} files. Name a prefix that fewer have.`,
        )
      yield key
    }
    token = next === token ? '' : next
  } while (token !== '')
}
