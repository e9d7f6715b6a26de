import { type PagePictures, RunnelError } from '@runnel/contract'
import type { CallContext, Component } from '@runnel/node-kit'
import { askForText, isOfOneQuestion } from './ask-for-text.ts'
import type { OpenFile } from './read-files.ts'

/** Pages of which one file may have so many that are read by a model: each is a call that costs. */
const MOST_PAGES = 500
/** Pages whose pictures are held at once, and asked about at once. */
const BATCH = 4

const UNREADABLE =
  'it shows a picture that is too large, or in a form that is not read here (fax, JBIG2, JPEG 2000). Save the scan with pictures as JPEG, and send that.'

/** The text of a page, by its number. */
export type PageTexts = ReadonlyMap<number, string>

/**
 * Has a model read these pages of a PDF, a few at a time, in their order. A page that fails does not keep the others from
 * being read, unless all of a few fail. @throws RunnelError that names the pages, once the others are read
 */
export async function* readScannedPages(
  file: OpenFile,
  { pages, model }: { pages: readonly number[]; model: Component },
  call: CallContext,
): AsyncGenerator<PageTexts> {
  if (pages.length > MOST_PAGES) {
    throw new RunnelError(
      'limit_exceeded',
      `${file.name} has ${pages.length} pages without text, and at most ${MOST_PAGES} of a file are read by a model. Split it into smaller files.`,
    )
  }
  const failed = new Map<number, string>()
  for (let at = 0; at < pages.length; at += BATCH) {
    call.signal.throwIfAborted()
    const some = pages.slice(at, at + BATCH)
    const { texts, faults } = await readBatch(file, { pages: some, model }, call)
    for (const [page, fault] of faults) failed.set(page, fault)
    if (faults.size === some.length) break
    if (failed.size === 0) yield texts
  }
  if (failed.size > 0) throw faultOf(file.name, failed)
}

/** What came of a few pages. */
interface Batch {
  texts: Map<number, string>
  faults: Map<number, string>
}

async function readBatch(
  file: OpenFile,
  { pages, model }: { pages: readonly number[]; model: Component },
  call: CallContext,
): Promise<Batch> {
  const shown = await call.file.readPictures(file.source, pages)
  const batch: Batch = { texts: new Map(), faults: new Map() }
  // Every page has a place in the journal, asked about or not: a run that goes on finds its calls again.
  const read = async (page: number, inner: CallContext) => {
    try {
      batch.texts.set(page, await readPage({ file, page, shown, model }, inner))
    } catch (error) {
      if (!isOfOneQuestion(error)) throw error
      batch.faults.set(page, error.message)
    }
  }
  await call.each(pages, read, { concurrency: BATCH })
  return batch
}

interface PageReading {
  file: OpenFile
  page: number
  shown: PagePictures
  model: Component
}

/** The text of a page; empty where it shows nothing. */
async function readPage({ file, page, shown, model }: PageReading, call: CallContext): Promise<string> {
  if (shown.unreadable.includes(page)) throw new RunnelError('model_error', UNREADABLE)
  const base64 = shown.pictures.find((picture) => picture.page === page)?.png
  if (base64 === undefined) return ''
  const part = { type: 'file' as const, mediaType: 'image/png', source: { base64 } }
  return askForText(model, { part, content: base64, name: `page ${page} of ${file.name}` }, call)
}

function faultOf(name: string, failed: ReadonlyMap<number, string>): RunnelError {
  const pages = [...failed.keys()].sort((a, b) => a - b)
  const named = pages.length === 1 ? `Page ${pages[0]}` : `Pages ${pages.join(', ')}`
  const fault = failed.get(pages[0] ?? 0) ?? ''
  return new RunnelError('model_error', `${named} of ${name} could not be read: ${fault}`)
}
