import type { Blobs } from './blobs.ts'
import type { BlobsLocation } from './blobs-location.ts'
import { openLocalFolderBlobs } from './local-folder-blobs.ts'

async function open(location: BlobsLocation): Promise<Blobs> {
  if (location.kind === 'folder') return openLocalFolderBlobs(location.folder)
  const { openS3Blobs } = await import('./s3-blobs.ts')
  return openS3Blobs(location)
}

/** The store at that place. It is opened at the first use, so that no start waits for it; a failed opening is tried anew. */
export function createBlobs(location: BlobsLocation): Blobs {
  let opening: Promise<Blobs> | undefined
  const opened = () => {
    opening ??= open(location).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    put: async (source, options) => (await opened()).put(source, options),
    get: async (id, range) => (await opened()).get(id, range),
    stat: async (id) => (await opened()).stat(id),
    delete: async (id) => (await opened()).delete(id),
    close: async () => (await opening)?.close(),
  }
}
