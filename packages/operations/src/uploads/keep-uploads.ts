import { createHash } from 'node:crypto'
import {
  type FlowDocument,
  MAX_UPLOADS,
  type RunFile,
  RunnelError,
  type SpokenQuestion,
  type Upload,
} from '@runnel/contract'
import type { FileQuota, FlowRow, TenantWriter } from '@runnel/db'
import { listMediaTypes } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { type ReadUpload, readRecording, readUpload } from './read-upload.ts'

const FILES_TO_NAME_APART = 1_000

/**
 * Keeps the files of a question: bytes in the blob store, a row for each in the session. None is kept when one is refused.
 * @throws RunnelError `uploads_not_supported` for a flow or a kind of file that it does not take
 */
export async function keepUploads(
  context: OperationContext,
  conversation: UploadOwner & { version: { document: FlowDocument } },
  uploads: Upload[],
): Promise<RunFile[]> {
  const taken = listMediaTypes(conversation.version.document, context.catalogue.find)
  const advice = 'Turn on Allow Image Uploads in its model, if the model can see them.'
  if (taken.length === 0) throw refuse(`This flow takes no files. ${advice}`)
  if (uploads.length > MAX_UPLOADS) throw refuse(`A question takes at most ${MAX_UPLOADS} files.`)
  const places = uploads.map((upload, index) => ({ upload, path: `uploads[${index}]` }))
  const read = await mapInSlices(places, ({ upload, path }) => readUpload(upload, { path, taken }))
  const names = await readNames(context, conversation)
  return keepAll(
    context,
    conversation,
    read.map((upload) => nameApart(upload, names)),
  )
}

function refuse(message: string): RunnelError {
  return new RunnelError('uploads_not_supported', message, { issues: [{ path: 'uploads', message }] })
}

/**
 * Keeps what was spoken in place of a question, as `keepUploads` does files.
 * @throws RunnelError `uploads_not_supported` for what is no recording, `invalid_input`, `body_too_large`
 */
export async function keepRecording(
  context: OperationContext,
  owner: UploadOwner,
  given: { upload: Upload; path: string },
): Promise<SpokenQuestion['file']> {
  const recording = nameApart(readRecording(given.upload, given.path), await readNames(context, owner))
  const [file] = await keepAll(context, owner, [recording])
  if (!file || !('blob' in file.source)) throw new Error('A recording was kept without its bytes')
  return { ...file, source: file.source }
}

/** Whose the files are. */
export interface UploadOwner {
  flow: FlowRow
  ids: { chatId: string; sessionId: string; isNew: boolean }
  namespace: string
  /** How many bytes the callers of this namespace may have; absent: as many as they like. */
  quota?: FileQuota | undefined
}

/** Names of the files that the chat holds already: a second file of a name must not take the first one's place. */
async function readNames(context: OperationContext, { flow, ids }: UploadOwner): Promise<Set<string>> {
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

function nameApart(upload: ReadUpload, names: Set<string>): ReadUpload {
  const dot = upload.name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [upload.name.slice(0, dot), upload.name.slice(dot)] : [upload.name, '']
  let name = upload.name
  for (let n = 2; names.has(name); n++) name = `${stem} (${n})${ending}`
  names.add(name)
  return { ...upload, name }
}

type UploadWithBytes = Extract<ReadUpload, { bytes: Uint8Array }>

/** Lays the bytes into the blob store, then writes all rows as one; the bytes go again when that fails. */
async function keepAll(
  context: OperationContext,
  owner: UploadOwner,
  uploads: ReadUpload[],
): Promise<RunFile[]> {
  const whole = uploads.filter((upload): upload is UploadWithBytes => 'bytes' in upload)
  const blobIds = new Map<ReadUpload, string>()
  try {
    for (const upload of whole) blobIds.set(upload, await context.blobs.put(upload.bytes))
    return await context.db.write(owner.flow.workspaceId, async (writer) => {
      const sizes = whole.map(({ bytes }) => bytes.length)
      if (owner.quota && sizes.length > 0) await writer.files.checkQuota(givenBy(owner, sizes), owner.quota)
      const files: RunFile[] = []
      for (const upload of uploads) {
        const blobId = blobIds.get(upload)
        const { name, mediaType } = upload
        if ('url' in upload) files.push({ name, mediaType, source: { url: upload.url } })
        else if (blobId) files.push(await insert(writer, owner, { ...upload, blobId }))
      }
      return files
    })
  } catch (error) {
    for (const blobId of blobIds.values()) await context.blobs.delete(blobId)
    throw error
  }
}

const givenBy = ({ flow, ids, namespace }: UploadOwner, sizes: number[]) => ({
  flowId: flow.id,
  sessionId: ids.sessionId,
  namespace,
  sizes,
})

async function insert(
  writer: TenantWriter,
  { flow, ids, namespace }: UploadOwner,
  { name, mediaType, bytes, blobId }: UploadWithBytes & { blobId: string },
): Promise<RunFile> {
  const { sessionId, chatId } = ids
  const row = await writer.files.insert({
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
  return { name, mediaType, source: { blob: row.id } }
}
