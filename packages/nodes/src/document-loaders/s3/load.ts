import type { LoadPlain } from '../finish-documents.ts'
import { openBucket } from '../read-bucket.ts'
import { readNeeded } from '../server-loader.ts'

/** A file of a bucket, read as its ending says. */
export const loadObject: LoadPlain = (component, call) =>
  openBucket(component, call).read(readNeeded(component, 'keyName', 'object key'))
