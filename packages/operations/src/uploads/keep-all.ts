import { createHash } from 'node:crypto'
import type { RunFile } from '@runnel/contract'
import type { FileQuota, FlowRow, TenantWriter } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { discardBytes } from '../files/discard-bytes.ts'
import { nameBeside } from '../files/name-beside.ts'
import type { ReadUpload } from './read-upload.ts'

const FILES_TO_NAME_APART = 1_000

/** Whose the files are. */
export interface UploadOwner {
  flow: FlowRow
  ids: { chatId: string; sessionId: string; isNew: boolean }
  namespace: string
  /** How many bytes the callers of this namespace may have; absent: as many as they like. */
  quota?: FileQuota | undefined
  /** Is told the ids of what is kept: it goes again where the question is refused after all. */
  kept?: string[] | undefined
}

/** A file to keep. */
export type KeptUpload = ReadUpload & {
  /** Its question does not show it: another file stands for it. */
  isBehind?: true
  /** It is the text of this document, by which its question shows it. */
  shownAs?: { name: string; mediaType: string }
  /** Searches of its chat find it; models are not given it. */
  isSearched?: true
}

/** Names of files that the chat holds already: a second file of a name must not take the first one's place. */
export async function readNames(context: OperationContext, { flow, ids }: UploadOwner): Promise<Set<string>> {
  if (ids.isNew) return new Set()
  const { rows } = await context.db.read(flow.workspaceId).files.list({
    ownerKind: 'flow',
    ownerId: flow.id,
    chatId: ids.chatId,
    page: 1,
    limit: FILES_TO_NAME_APART,
  })
  return new Set(rows.map(({ name }) => name))
}

/** Gives the file a name that the chat has not yet, and takes it. */
export function nameApart(upload: KeptUpload, names: Set<string>): KeptUpload {
  const name = nameBeside(upload.name, (taken) => names.has(taken))
  names.add(name)
  return { ...upload, name }
}

type UploadWithBytes = Extract<KeptUpload, { bytes: Uint8Array }>

/**
 * Lays the bytes into the blob store, then writes all rows as one; the bytes go again when that surely failed. Gives the files
 * as their question has them.
 */
export async function keepAll(
  context: OperationContext,
  owner: UploadOwner,
  uploads: readonly KeptUpload[],
): Promise<RunFile[]> {
  const whole = uploads.filter((upload): upload is UploadWithBytes => 'bytes' in upload)
  const blobIds = await putAll(context, whole)
  try {
    const { files, ids } = await context.db.write(owner.flow.workspaceId, async (writer) => {
      const sizes = whole.map(({ bytes }) => bytes.length)
      if (owner.quota && sizes.length > 0) await writer.files.checkQuota(givenBy(owner, sizes), owner.quota)
      const rows: InsertedFile[] = []
      for (const upload of uploads) rows.push(await insertOne(writer, owner, { upload, blobIds }))
      return { files: rows.flatMap(({ file }) => file ?? []), ids: rows.flatMap(({ id }) => id ?? []) }
    })
    owner.kept?.push(...ids)
    return files
  } catch (error) {
    await discardBytes(context, blobIds.values(), error)
    throw error
  }
}

/** Where one cannot be laid down, none is. */
async function putAll(
  { blobs }: OperationContext,
  uploads: readonly UploadWithBytes[],
): Promise<Map<KeptUpload, string>> {
  const blobIds = new Map<KeptUpload, string>()
  try {
    for (const upload of uploads) blobIds.set(upload, await blobs.put(upload.bytes))
    return blobIds
  } catch (error) {
    for (const blobId of blobIds.values()) await blobs.delete(blobId)
    throw error
  }
}

function toRunFile({ name, mediaType, shownAs, isSearched }: KeptUpload, source: RunFile['source']): RunFile {
  if (shownAs) return { ...shownAs, source, use: 'text' }
  return { name, mediaType, source, ...(isSearched && { use: 'search' }) }
}

/** The file as its question has it, none for one that stands behind another, and the id of its row, if it has one. */
interface InsertedFile {
  file?: RunFile
  id?: string
}

async function insertOne(
  writer: TenantWriter,
  owner: UploadOwner,
  { upload, blobIds }: { upload: KeptUpload; blobIds: ReadonlyMap<KeptUpload, string> },
): Promise<InsertedFile> {
  if ('url' in upload) return { file: toRunFile(upload, { url: upload.url }) }
  const { id } = await insert(writer, owner, { ...upload, blobId: blobIds.get(upload) ?? '' })
  return { id, ...(!upload.isBehind && { file: toRunFile(upload, { blob: id }) }) }
}

const givenBy = ({ flow, ids, namespace }: UploadOwner, sizes: number[]) => ({
  flowId: flow.id,
  sessionId: ids.sessionId,
  namespace,
  sizes,
})

function insert(
  writer: TenantWriter,
  { flow, ids, namespace }: UploadOwner,
  { name, mediaType, bytes, blobId }: UploadWithBytes & { blobId: string },
): Promise<{ id: string }> {
  const { sessionId, chatId } = ids
  return writer.files.insert({
    blobId,
    name,
    mediaType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ownerKind: 'flow',
    ownerId: flow.id,
    sessionId,
    chatId,
    namespace,
  })
}
