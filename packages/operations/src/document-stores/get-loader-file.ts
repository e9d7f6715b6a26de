import type { Readable } from 'node:stream'
import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { readFiles } from '../store-work/stored-store.ts'
import { getReadableLoader } from './readable-store.ts'

/** A file as it was given, its bytes as a stream; the size is in bytes. */
export interface OriginalFile {
  name: string
  mediaType: string
  size: number
  bytes: Readable
}

/** An original file of a loader. @throws RunnelError `not_found`, `invalid_input` where it has several and none is named */
export async function getLoaderFile(
  context: OperationContext,
  principal: Principal,
  wanted: { storeId: string; loaderId: string; fileId?: string | undefined },
): Promise<OriginalFile> {
  const { files } = context.db.read(workspaceOf(principal))
  const known = readFiles(await getReadableLoader(context, principal, wanted))
  if (wanted.fileId === undefined && known.length > 1) {
    const message = `The loader has ${known.length} files. Name one by its id.`
    throw new RunnelError('invalid_input', message, { issues: [{ path: 'fileId', message }] })
  }
  const chosen = known.find(({ id }) => wanted.fileId === undefined || id === wanted.fileId)
  if (!chosen) throw new RunnelError('not_found', 'The loader has no such file.')
  const { name, mediaType, size, blobId } = await files.get(chosen.id)
  return { name, mediaType, size, bytes: await context.blobs.get(blobId) }
}
