import { RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { openBucket } from '../read-bucket.ts'

const MOST_FILES = 1_000

/** The files of a bucket, each read as its ending says. */
export const loadDirectory: LoadPlain = async function* (component, call) {
  const bucket = openBucket(component, call)
  const prefix = readText(component.values, 'prefix').trim()
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
      yield await bucket.read(key)
    }
    token = next === token ? '' : next
  } while (token !== '')
}
