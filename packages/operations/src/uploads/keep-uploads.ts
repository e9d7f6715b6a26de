import { createHash } from 'node:crypto'
import { type FlowDocument, MAX_UPLOADS, type RunFile, RunnelError, type Upload } from '@runnel/contract'
import { listMediaTypes } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { type ReadUpload, readUpload } from './read-upload.ts'

const FILES_TO_NAME_APART = 1_000

/**
 * Keeps the files of a question: bytes in the blob store, a row for each in the session. None is kept when one is refused.
 * @throws RunnelError `uploads_not_supported` for a flow or a kind of file that it does not take
 */
export async function keepUploads(
  context: OperationContext,
  conversation: Owner & { version: { document: FlowDocument } },
  uploads: Upload[],
): Promise<RunFile[]> {
  const taken = listMediaTypes(conversation.version.document, context.catalogue.find)
  const advice = 'Turn on Allow Image Uploads in its model, if the model can see them.'
  if (taken.length === 0) throw refuse(`This flow takes no files. ${advice}`)
  if (uploads.length > MAX_UPLOADS) throw refuse(`A question takes at most ${MAX_UPLOADS} files.`)
  const places = uploads.map((upload, index) => ({ upload, path: `uploads[${index}]` }))
  const read = await mapInSlices(places, ({ upload, path }) => readUpload(upload, { path, taken }))
  const names = await readNames(context, conversation)
  const files: RunFile[] = []
  for (const upload of read) files.push(await keep(context, conversation, nameApart(upload, names)))
  return files
}

function refuse(message: string): RunnelError {
  return new RunnelError('uploads_not_supported', message, { issues: [{ path: 'uploads', message }] })
}

/** Whose the files are. */
interface Owner {
  flow: { id: string; workspaceId: string }
  ids: { chatId: string; sessionId: string; isNew: boolean }
}

/** Names of the files that the chat holds already: a second file of a name must not take the first one's place. */
async function readNames(context: OperationContext, { flow, ids }: Owner): Promise<Set<string>> {
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

async function keep(context: OperationContext, { flow, ids }: Owner, upload: ReadUpload): Promise<RunFile> {
  const { name, mediaType } = upload
  if ('url' in upload) return { name, mediaType, source: { url: upload.url } }
  const { bytes } = upload
  const blobId = await context.blobs.put(bytes)
  try {
    const row = await context.db.write(flow.workspaceId, (writer) =>
      writer.files.insert({
        blobId,
        name,
        mediaType,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        ownerKind: 'flow',
        ownerId: flow.id,
        sessionId: ids.sessionId,
        chatId: ids.chatId,
      }),
    )
    return { name, mediaType, source: { blob: row.id } }
  } catch (error) {
    await context.blobs.delete(blobId)
    throw error
  }
}
