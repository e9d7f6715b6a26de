import {
  findDocumentFormat,
  findDocumentType,
  isRunnelError,
  MAX_DOCUMENT_MB,
  RunnelError,
  readDocumentRules,
} from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { parseFlowSettings } from '../flow-rights.ts'

const MEGABYTE = 1024 * 1024
const READ_MS = 120_000

/** A document to read, and what of a call it is. */
interface GivenDocument {
  name: string
  bytes: Uint8Array
  /** The field that faults name. */
  path: string
}

/**
 * Reads a document of a chat as text: of the kinds that the flow's settings name, and only where its content is what its
 * name says.
 * @throws RunnelError `uploads_not_supported`, `body_too_large`, `invalid_input`
 */
export async function readDocument(
  context: OperationContext,
  flow: FlowRow,
  { name, bytes, path }: GivenDocument,
): Promise<{ mediaType: string; text: string }> {
  const { types, perPage } = readDocumentRules(parseFlowSettings(flow.chatbotConfig))
  const refuse = (message: string, code: 'uploads_not_supported' | 'body_too_large' | 'invalid_input') =>
    new RunnelError(code, message, { issues: [{ path, message }] })
  const mediaType = findDocumentType(name)
  if (mediaType === undefined || !types.includes(mediaType)) {
    const taken = types.length === 0 ? 'It takes none' : `It takes ${types.join(', ')}`
    throw refuse(`${name} is of no kind that this flow takes as text. ${taken}.`, 'uploads_not_supported')
  }
  if (bytes.length > MAX_DOCUMENT_MB * MEGABYTE)
    throw refuse(`${name} is larger than ${MAX_DOCUMENT_MB} MB.`, 'body_too_large')
  const format = findDocumentFormat(name)
  const fits = format === undefined ? isText(bytes) : mediaTypeOf(bytes, name) === mediaType
  if (!fits) throw refuse(`${name} is not what its name says.`, 'uploads_not_supported')
  if (format === undefined) return { mediaType, text: new TextDecoder().decode(bytes) }
  const signal = AbortSignal.timeout(READ_MS)
  const reading = { bytes, name, format, owner: flow.workspaceId, group: flow.id, signal }
  const { pages } = await context.documents.read(reading).catch((error: unknown) => {
    if (isRunnelError(error) && (error.code === 'invalid_input' || error.code === 'limit_exceeded'))
      throw refuse(error.message, 'invalid_input')
    throw error
  })
  return { mediaType, text: pages.join(format === 'pdf' && !perPage ? '\n\n' : '\n') }
}

/** Text is what decodes as such from beginning to end. */
function isText(bytes: Uint8Array): boolean {
  if (mediaTypeOf(bytes, 'text.txt') !== 'text/plain' || bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
