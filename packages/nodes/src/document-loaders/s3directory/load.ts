import { RunnelError } from '@runnel/contract'
import { readSources, readText } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { type Bucket, type ListedFile, openBucket } from '../read-bucket.ts'

const MOST_FILES = 1_000

/** The files of a bucket, each read as its ending says. */
export const loadDirectory: LoadPlain = async function* (component, call, choice) {
  const bucket = openBucket(component, call)
  yield* readSources(listFiles(bucket, readText(component.values, 'prefix').trim()), {
    call,
    choice,
    sourceOf: ({ key, version }) => ({ id: key, name: key, ...(version !== '' && { version }) }),
    read: ({ key }) => bucket.read(key),
  })
}

async function* listFiles(bucket: Bucket, prefix: string): AsyncGenerator<ListedFile> {
  let token = ''
  let count = 0
  do {
    const { files, next } = await bucket.list(prefix, token)
    for (const file of files.filter(({ key }) => !key.endsWith('/'))) {
      count += 1
      if (count > MOST_FILES)
        throw new RunnelError(
          'limit_exceeded',
          `${bucket.name} has more than ${MOST_FILES} files. Name a prefix that fewer have.`,
        )
      yield file
    }
    token = next === token ? '' : next
  } while (token !== '')
}
