import { once } from 'node:events'
import { openLocalFolderBlobs } from './local-folder-blobs.ts'

/** Begins an upload to the folder, says so, and finishes it when told; then tells its id. */
const [, , root = ''] = process.argv

async function* pieces(): AsyncGenerator<Buffer> {
  yield Buffer.from('begin ')
  process.send?.('begun')
  await once(process, 'message')
  yield Buffer.from('end')
}

process.send?.(await (await openLocalFolderBlobs(root)).put(pieces()))
process.disconnect?.()
