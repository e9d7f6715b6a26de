import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type FlowDocument,
  MAX_DOCUMENT_TEXT,
  MAX_UPLOADS,
  type RunFile,
  RunnelError,
  type SpokenQuestion,
  wrapDocument,
} from '@runnel/contract'
import { findChatStore, listMediaTypes } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import type { GivenFile } from '../files/given-file.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { type KeptUpload, keepAll, nameApart, readNames, type UploadOwner } from './keep-all.ts'
import { type ReadDocumentUpload, readDocumentUpload } from './read-document-upload.ts'
import { type PlacedUpload, readRecording, readSearchedUpload, readUpload } from './read-upload.ts'

/** The files of a question, kept by now. */
export interface KeptUploads {
  files: RunFile[]
  /** The texts of its documents, as they stand before it. */
  documents?: string | undefined
  /** The documents that are for searches. */
  searched?: GivenFile[]
}

/**
 * Keeps the files of a question: bytes in the blob store, a row for each in the session. None is kept when one is refused.
 * @throws RunnelError `uploads_not_supported` for a flow or a kind of file that it does not take
 */
export async function keepUploads(
  context: OperationContext,
  conversation: UploadOwner & { version: { document: FlowDocument } },
  uploads: readonly PlacedUpload[],
): Promise<KeptUploads> {
  if (uploads.length > MAX_UPLOADS) throw refuse(`A question takes at most ${MAX_UPLOADS} files.`)
  const kinds = Map.groupBy(uploads, ({ upload: { type } }) =>
    type === 'file:full' || type === 'file:rag' ? type : 'seen',
  )
  const images = await readSeen(context, conversation, kinds.get('seen') ?? [])
  const searched = readSearched(context, conversation, kinds.get('file:rag') ?? [])
  const documents: ReadDocumentUpload[] = []
  for (const placed of kinds.get('file:full') ?? []) {
    await nextTurn()
    documents.push(await readDocumentUpload(context, conversation.flow, placed))
  }
  const names = await readNames(context, conversation)
  const named = [
    ...[...images, ...searched].map((upload) => nameApart(upload, names)),
    ...documents.flatMap((document) => nameDocument(document, names)),
  ]
  const joined = joinDocuments(named)
  const files = await keepAll(context, conversation, named)
  const toTakeIn = named.flatMap((upload) =>
    upload.isSearched && 'bytes' in upload ? [{ name: upload.name, bytes: upload.bytes }] : [],
  )
  return { files, ...joined, searched: toTakeIn }
}

/** Documents that searches of the chat are to find, as far as the flow has a store for them. */
function readSearched(
  context: OperationContext,
  { version }: { version: { document: FlowDocument } },
  uploads: readonly PlacedUpload[],
): KeptUpload[] {
  if (uploads.length === 0) return []
  const store = findChatStore(version.document, context.catalogue.find)
  if (!store)
    throw refuse('No store of this flow takes files of chats. Turn on File Upload in its vector store.')
  return uploads.map(({ upload, path }) => readSearchedUpload(upload, { path, endings: store.endings }))
}

/** The texts of documents as they stand before their question, by the names that it shows. */
function joinDocuments(uploads: readonly KeptUpload[]): { documents?: string } {
  const texts = uploads.flatMap((upload) =>
    upload.shownAs && 'bytes' in upload
      ? [wrapDocument(upload.shownAs.name, Buffer.from(upload.bytes).toString())]
      : [],
  )
  const documents = texts.join('')
  if (documents.length > MAX_DOCUMENT_TEXT)
    throw refuse(
      `The documents of a question may hold ${MAX_DOCUMENT_TEXT} characters, and these hold ${documents.length}. Send less of them.`,
      'body_too_large',
    )
  return documents === '' ? {} : { documents }
}

async function readSeen(
  context: OperationContext,
  { version }: { version: { document: FlowDocument } },
  seen: readonly PlacedUpload[],
): Promise<KeptUpload[]> {
  if (seen.length === 0) return []
  const taken = listMediaTypes(version.document, context.catalogue.find)
  const isSound = seen.every(({ upload: { mime } }) => mime?.startsWith('audio/'))
  const advice = isSound
    ? 'Turn on Allow Audio Uploads in its model, if the model can hear them.'
    : 'Turn on Allow Image Uploads in its model, if the model can see them.'
  if (taken.length === 0) throw refuse(`This flow takes no files. ${advice}`)
  return mapInSlices(seen, ({ upload, path }) => readUpload(upload, { path, taken }))
}

/**
 * A document is two files of the chat: itself, under its name, and its text. What came as text alone is one, and goes by
 * its name, unless the chat has the file itself already.
 */
function nameDocument(document: ReadDocumentUpload, names: Set<string>): KeptUpload[] {
  const { original, text, name, mediaType } = document
  const kept = original && nameApart({ name, mediaType, bytes: original, isBehind: true }, names)
  const shownAs = { name: kept?.name ?? name, mediaType }
  const own = kept || names.has(name) ? `${shownAs.name}.txt` : name
  const asText = { bytes: text, mediaType: 'text/plain', shownAs }
  return [...(kept ? [kept] : []), nameApart({ name: own, ...asText }, names)]
}

function refuse(
  message: string,
  code: 'uploads_not_supported' | 'body_too_large' = 'uploads_not_supported',
): RunnelError {
  return new RunnelError(code, message, { issues: [{ path: 'uploads', message }] })
}

/**
 * Keeps what was spoken in place of a question, as `keepUploads` does files.
 * @throws RunnelError `uploads_not_supported` for what is no recording, `invalid_input`, `body_too_large`
 */
export async function keepRecording(
  context: OperationContext,
  owner: UploadOwner,
  given: PlacedUpload,
): Promise<SpokenQuestion['file']> {
  const recording = nameApart(readRecording(given.upload, given.path), await readNames(context, owner))
  const [file] = await keepAll(context, owner, [recording])
  if (!file || !('blob' in file.source)) throw new Error('A recording was kept without its bytes')
  return { ...file, source: file.source }
}
