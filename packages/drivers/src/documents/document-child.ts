import { buffer } from 'node:stream/consumers'
import type { DocumentFormat } from '@runnel/contract'
import type { ChildReply } from './document-reply.ts'
import { createTextCount, DocumentFault, type ReadDocument } from './read-document.ts'
import { watchUse } from './watch-use.ts'

/*
 * A program of its own: a document comes in, its text goes out as JSON, and that is its end. Its arguments are the time of a
 * processor that it may take, in ms, and the format; with numbers of pages behind it (`3,4`) the pictures of these pages of a
 * PDF go out.
 */

const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024
const MAX_PAGES = 200_000

type ReadFormat = (bytes: Uint8Array) => ReadDocument | Promise<ReadDocument>

const formats: Record<DocumentFormat, () => Promise<ReadFormat>> = {
  pdf: async () => (await import('./formats/read-pdf.ts')).readPdf,
  docx: async () => (await import('./formats/read-word.ts')).readWord,
  xlsx: async () => (await import('./formats/read-workbook.ts')).readWorkbook,
  pptx: async () => (await import('./formats/read-slides.ts')).readSlides,
  epub: async () => (await import('./formats/read-epub.ts')).readEpub,
}

async function read(format: string | undefined, bytes: Uint8Array): Promise<ChildReply> {
  const load = Object.entries(formats).find(([name]) => name === format)?.[1]
  if (!load) return { fault: 'broken' }
  const readFormat = await load()
  const document = await readFormat(bytes)
  const count = createTextCount()
  for (const page of document.pages) count(page.length)
  return document.pages.length > MAX_PAGES ? { fault: 'long' } : document
}

async function picture(pages: string, bytes: Uint8Array): Promise<ChildReply> {
  const { picturePdf } = await import('./formats/picture-pdf.ts')
  return picturePdf(bytes, pages.split(',').map(Number))
}

function faultOf(error: unknown): ChildReply {
  return { fault: error instanceof DocumentFault ? error.fault : 'broken' }
}

const [, , cpuMs, format, pages] = process.argv
watchUse({ residentBytes: MAX_RESIDENT_BYTES, cpuMs: Number(cpuMs) })
const bytes = new Uint8Array(await buffer(process.stdin))
const reply = await (pages === undefined ? read(format, bytes) : picture(pages, bytes)).catch(faultOf)
process.stdout.write(JSON.stringify(reply), () => process.exit())
