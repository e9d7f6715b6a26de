import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Principal } from '@runnel/access'
import { MAX_DOCUMENT_TEXT, MAX_UPLOADS, type ReadAttachment, RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import type { GivenFile } from '../files/given-file.ts'
import { fileQuotaOf, openConversation, sessionNamespace } from '../runs/open-conversation.ts'
import { keepAll, nameApart, readNames } from '../uploads/keep-all.ts'
import { readDocument } from '../uploads/read-document.ts'
import { uploadName } from '../uploads/read-upload.ts'

/** Somebody who gives documents to a chat. */
export interface CreateAttachments {
  principal: Principal
  /** As it was found before the documents were read: its caller may call it. */
  flow: FlowRow
  chatId: string
  files: readonly GivenFile[]
  /** Whether the bytes are base64. */
  isBase64: boolean
}

/**
 * Reads documents as text, and keeps them with the chat; none when one is refused.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export async function createAttachments(
  context: OperationContext,
  { principal, flow, chatId, files, isBase64 }: CreateAttachments,
): Promise<ReadAttachment[]> {
  if (files.length === 0) throw refuse('invalid_input', 'The form has no files.')
  if (files.length > MAX_UPLOADS) throw refuse('invalid_input', `A call takes at most ${MAX_UPLOADS} files.`)
  const namespace = sessionNamespace(principal, flow)
  const names = { chatId }
  const conversation = await openConversation(context, { flow, chatType: 'EXTERNAL', namespace, names })
  const owner = { ...conversation, quota: await fileQuotaOf(context, flow.workspaceId, namespace) }
  const read: { name: string; bytes: Uint8Array; mediaType: string; text: string }[] = []
  for (const [index, file] of files.entries()) {
    await nextTurn()
    const name = uploadName(file)
    const bytes = isBase64 ? Buffer.from(Buffer.from(file.bytes).toString('latin1'), 'base64') : file.bytes
    const path = `files[${index}]`
    read.push({ name, bytes, ...(await readDocument(context, flow, { name, bytes, path })) })
  }
  if (read.reduce((sum, { text }) => sum + text.length, 0) > MAX_DOCUMENT_TEXT)
    throw refuse(
      'body_too_large',
      `The documents of a question may hold ${MAX_DOCUMENT_TEXT} characters. Send less.`,
    )
  const taken = await readNames(context, owner)
  const kept = read.map(({ name, bytes, mediaType }) => nameApart({ name, bytes, mediaType }, taken))
  await keepAll(context, owner, kept)
  return read.map(({ mediaType, bytes, text, name }, index) => ({
    name: kept[index]?.name ?? name,
    mimeType: mediaType,
    size: bytes.length,
    content: text,
  }))
}

function refuse(code: 'invalid_input' | 'body_too_large', message: string): RunnelError {
  return new RunnelError(code, message, { issues: [{ path: 'files', message }] })
}
