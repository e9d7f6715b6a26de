import { type DocumentFormat, type DocumentText, type PagePictures, RunnelError } from '@runnel/contract'
import { createFairShares } from '../sandbox/fair-shares.ts'
import type { DocumentReader, DocumentRequest, TextRequest } from './document-reader.ts'
import { type DocumentReply, parseDocumentReply, parsePictureReply } from './document-reply.ts'
import type { ChildFault, PagePictures as ChildPictures } from './read-document.ts'
import { type ChildEnd, runDocumentChild } from './run-document-child.ts'

const RUNNING = { inAll: 3, perOwner: 2, perGroup: 2 }
const NOBODY = ''
const CPU_MS = 120_000
/** However busy the machine is, nobody waits longer: neither for a place, nor for a reading. */
const WALL_MS = 15 * 60_000
const MAX_REPLY_BYTES = 96 * 1024 * 1024
/** How long it is remembered that a file cannot be read, and of how many files. */
const REMEMBERED_MS = 60 * 60_000
const REMEMBERED_FILES = 1_000

type Fault = ChildFault | 'empty'

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

/** How documents are read. */
interface ReaderOptions {
  childPath: string
  cpuMs?: number
  wallMs?: number
}

/**
 * Makes a reader of documents. `childPath` is the child's entry (`@runnel/drivers/document-child`, or its bundle). At most
 * three documents are read at once, two of one owner. Each may take `cpuMs` of a processor (two minutes); what a busy machine
 * keeps from ending for `wallMs` (15 minutes) is given up.
 */
export function createDocumentReader(options: ReaderOptions): DocumentReader {
  const { cpuMs = CPU_MS, wallMs = WALL_MS } = options
  const shares = createFairShares({ running: RUNNING, held: RUNNING })
  const faults = createFaultMemory()

  async function askChild(request: DocumentRequest & { pages?: readonly number[] }): Promise<ChildEnd> {
    const { owner = NOBODY, group, signal } = request
    const share = await shares.take({ owner, group }, { signal, waitMs: WALL_MS })
    try {
      const limits = { cpuMs, wallMs, maxReplyBytes: MAX_REPLY_BYTES, signal }
      return await runDocumentChild(options.childPath, request, limits)
    } finally {
      share.release()
    }
  }

  return {
    async read(request) {
      const content = `${request.format} ${await contentOf(request.bytes)}`
      const known = faults.find(content)
      if (known !== undefined && !(known === 'empty' && request.mayBeEmpty)) throw faultOf(request, known)
      const end = await askChild(request)
      if (end === 'late') throw lateOf(request, wallMs)
      const reply: DocumentReply = end === 'used-up' ? { fault: 'long' } : parseDocumentReply(end.said)
      const fault = findFault(reply)
      if (fault !== undefined) faults.keep(content, fault)
      return toText(request, reply)
    },
    async readPictures(asked, pages) {
      const request: DocumentRequest = { ...asked, format: 'pdf' }
      const end = await askChild({ ...request, pages })
      if (end === 'late') throw lateOf(request, wallMs)
      const reply = end === 'used-up' ? { fault: 'long' as const } : parsePictureReply(end.said, pages)
      if ('fault' in reply) throw faultOf(request, reply.fault)
      return toPictures(reply)
    },
  }
}

function findFault(reply: DocumentReply): Fault | undefined {
  if ('fault' in reply) return reply.fault
  return reply.pages.every((page) => page.trim() === '') ? 'empty' : undefined
}

function toPictures({ pictures, unreadable }: ChildPictures): PagePictures {
  const files = Object.entries(pictures).map(([page, picture]) => ({ page: Number(page), png: picture }))
  return { pictures: files, unreadable }
}

function toText(request: TextRequest, reply: DocumentReply): DocumentText {
  const fault = findFault(reply)
  const isFault = fault !== undefined && !(fault === 'empty' && request.mayBeEmpty)
  if (isFault || 'fault' in reply) throw faultOf(request, fault ?? 'broken')
  const { pages, facts, info } = reply
  return { pages, facts, metadata: { totalPages: pages.length, info } }
}

function faultOf({ name, format }: DocumentRequest, fault: Fault): RunnelError {
  const kind = KINDS[format]
  const code = fault === 'long' ? 'limit_exceeded' : 'invalid_input'
  return new RunnelError(code, `The ${kind} ${name} ${reasons[fault](kind, format)}`)
}

/** It says nothing of the document, which is not remembered for it. */
function lateOf({ name, format }: DocumentRequest, wallMs: number): RunnelError {
  return new RunnelError(
    'timeout',
    `The ${KINDS[format]} ${name} was not read within ${Math.ceil(wallMs / 60_000)} minutes: the machine is too busy. Try it again later.`,
  )
}

/** What people call a document of a format. */
const KINDS: Record<DocumentFormat, string> = {
  pdf: 'PDF',
  docx: 'Word document',
  xlsx: 'Excel workbook',
  pptx: 'PowerPoint presentation',
  epub: 'EPUB',
}

const reasons: Record<Fault, (kind: string, format: DocumentFormat) => string> = {
  broken: (kind) => `cannot be read: it is damaged, or no ${kind}.`,
  locked: () => 'is locked with a password. Send it without one.',
  old: (_kind, format) => `is in the old format of Office. Save it as .${format} and send that.`,
  long: () => 'takes too much time or memory to be read. Split it into smaller files.',
  empty: () => 'holds no text, perhaps only pictures of pages. Send one with text in it.',
}
