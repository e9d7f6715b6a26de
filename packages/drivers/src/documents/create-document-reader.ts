import { RunnelError } from '@runnel/contract'
import { createFairShares } from '../sandbox/fair-shares.ts'
import type { DocumentReader, DocumentRequest, DocumentText } from './document-reader.ts'
import { type PdfReply, parsePdfReply } from './pdf-reply.ts'
import { runPdfChild } from './run-pdf-child.ts'

const RUNNING = { inAll: 3, perOwner: 2, perGroup: 2 }
const NOBODY = ''
const WAIT_MS = 300_000
const DEFAULT_TIMEOUT_MS = 120_000
const MAX_REPLY_BYTES = 96 * 1024 * 1024
/** How long it is remembered that a file cannot be read, and of how many files. */
const REMEMBERED_MS = 60 * 60_000
const REMEMBERED_FILES = 1_000

type Fault = 'broken' | 'locked' | 'long' | 'empty'

/** Remembers by their content which files cannot be read. */
function createFaultMemory() {
  const known = new Map<string, { fault: Fault; until: number }>()
  return {
    find(content: string): Fault | undefined {
      const entry = known.get(content)
      return entry && entry.until > Date.now() ? entry.fault : undefined
    },
    keep(content: string, fault: Fault): void {
      known.delete(content)
      const oldest = known.keys().next()
      if (known.size >= REMEMBERED_FILES && !oldest.done) known.delete(oldest.value)
      known.set(content, { fault, until: Date.now() + REMEMBERED_MS })
    },
  }
}

/** What tells a file from all others. It is made off this thread: files may be large. */
async function contentOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Buffer.from(digest).toString('base64')
}

/**
 * Makes a reader of documents. `childPath` is the child's entry (`@runnel/drivers/pdf-child`, or its bundle). At most
 * three documents are read at once, two of one owner, each for `timeoutMs` (two minutes) at most.
 */
export function createDocumentReader(options: { childPath: string; timeoutMs?: number }): DocumentReader {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const shares = createFairShares({ running: RUNNING, held: RUNNING })
  const faults = createFaultMemory()

  async function read({ bytes, owner = NOBODY, group, signal }: DocumentRequest): Promise<PdfReply> {
    const share = await shares.take({ owner, group }, { signal, waitMs: WAIT_MS })
    try {
      const limits = { timeoutMs, maxReplyBytes: MAX_REPLY_BYTES, signal }
      const reply = await runPdfChild(options.childPath, bytes, limits)
      return reply === undefined ? { fault: 'long' } : parsePdfReply(reply)
    } finally {
      share.release()
    }
  }

  return {
    async readPdf(request) {
      const content = await contentOf(request.bytes)
      const known = faults.find(content)
      if (known !== undefined) throw faultOf(request, known)
      const reply = await read(request)
      const fault = findFault(reply)
      if (fault !== undefined) faults.keep(content, fault)
      return toText(request, reply)
    },
  }
}

function findFault(reply: PdfReply): Fault | undefined {
  if ('fault' in reply) return reply.fault
  return reply.pages.every((page) => page.trim() === '') ? 'empty' : undefined
}

function toText(request: DocumentRequest, reply: PdfReply): DocumentText {
  const fault = findFault(reply)
  if (fault !== undefined || 'fault' in reply) throw faultOf(request, fault ?? 'broken')
  const { pages, info } = reply
  return { pages, metadata: { totalPages: pages.length, info } }
}

function faultOf({ name }: DocumentRequest, fault: Fault): RunnelError {
  if (fault === 'long') {
    return new RunnelError(
      'limit_exceeded',
      `The PDF ${name} takes too much time or memory to be read. Split it into smaller files.`,
    )
  }
  return new RunnelError('invalid_input', `The PDF ${name} ${reasons[fault]}`)
}

const reasons = {
  broken: 'cannot be read: it is damaged, or no PDF.',
  locked: 'is locked with a password. Send it without one.',
  empty: 'holds no text, perhaps only pictures of pages. Send one with text in it.',
}
