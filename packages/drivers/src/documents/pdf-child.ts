import { buffer } from 'node:stream/consumers'
import { getDocumentProxy } from 'unpdf'
import type { PdfReply } from './pdf-reply.ts'
import { watchMemory } from './watch-memory.ts'

/* A program of its own: a PDF comes in, its text goes out as JSON, and that is its end. */

const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024
const MAX_CHARACTERS = 20_000_000
const INFO_KEYS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** The text of a page; what stands on another height begins a line, as the reference reads it. */
async function readPage(pdf: PdfDocument, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  let text = ''
  let height: number | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    const itemHeight: number = item.transform[5]
    text += height === undefined || height === itemHeight ? item.str : `\n${item.str}`
    height = itemHeight
  }
  page.cleanup()
  return text
}

async function readInfo(pdf: PdfDocument): Promise<Record<string, string>> {
  const { info } = await pdf.getMetadata()
  const known = Object.entries(info).filter(
    ([key, value]) => INFO_KEYS.includes(key) && typeof value === 'string',
  )
  return Object.fromEntries(known.map(([key, value]) => [key, String(value)]))
}

async function read(bytes: Uint8Array): Promise<PdfReply> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  const pages: string[] = []
  let characters = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const text = await readPage(pdf, number)
    characters += text.length
    if (characters > MAX_CHARACTERS) return { fault: 'long' }
    pages.push(text)
  }
  return { pages, info: await readInfo(pdf) }
}

function faultOf(error: unknown): PdfReply {
  return { fault: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken' }
}

watchMemory(MAX_RESIDENT_BYTES)
const reply = await read(new Uint8Array(await buffer(process.stdin))).catch(faultOf)
process.stdout.write(JSON.stringify(reply), () => process.exit())
