import { RunnelError } from '@runnel/contract'
import { createWaitingLine } from '../sandbox/waiting-line.ts'
import type { DocumentReader, DocumentRequest, DocumentText } from './document-reader.ts'
import { type PdfReply, parsePdfReply } from './pdf-reply.ts'
import { runPdfChild } from './run-pdf-child.ts'

const MAX_CHILDREN = 2
const WAIT_MS = 300_000
const DEFAULT_TIMEOUT_MS = 120_000
const MAX_REPLY_BYTES = 96 * 1024 * 1024

/**
 * Makes a reader of documents. `childPath` is the child's entry (`@runnel/drivers/pdf-child`, or its bundle). At most
 * two documents are read at once, each for `timeoutMs` (two minutes) at most.
 */
export function createDocumentReader(options: { childPath: string; timeoutMs?: number }): DocumentReader {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const line = createWaitingLine<undefined>()
  let free = MAX_CHILDREN
  const take = async (signal: AbortSignal) => {
    if (free > 0) free -= 1
    else await line.join({ signal, waitMs: WAIT_MS })
  }
  const giveBack = () => {
    if (!line.serve(undefined)) free += 1
  }
  return {
    async readPdf(request) {
      await take(request.signal)
      try {
        const limits = { timeoutMs, maxReplyBytes: MAX_REPLY_BYTES, signal: request.signal }
        const reply = await runPdfChild(options.childPath, request.bytes, limits)
        if (reply === undefined) throw tooMuch(request)
        return toText(request, parsePdfReply(reply))
      } finally {
        giveBack()
      }
    },
  }
}

function toText(request: DocumentRequest, reply: PdfReply): DocumentText {
  if ('fault' in reply) throw faultOf(request, reply.fault)
  const { pages, info } = reply
  if (pages.every((page) => page.trim() === '')) {
    throw new RunnelError(
      'invalid_input',
      `The PDF ${request.name} holds no text, perhaps only pictures of pages. Send one with text in it.`,
    )
  }
  return { pages, metadata: { totalPages: pages.length, info } }
}

function faultOf(request: DocumentRequest, fault: 'broken' | 'locked' | 'long'): RunnelError {
  if (fault === 'long') return tooMuch(request)
  const why =
    fault === 'locked'
      ? 'is locked with a password. Send it without one.'
      : 'cannot be read: it is damaged, or no PDF.'
  return new RunnelError('invalid_input', `The PDF ${request.name} ${why}`)
}

function tooMuch({ name }: DocumentRequest): RunnelError {
  return new RunnelError(
    'limit_exceeded',
    `The PDF ${name} takes too much time or memory to be read. Split it into smaller files.`,
  )
}
