import { readPage } from '@runnel/markup'
import { createTextCount, DocumentFault, type ReadDocument } from '../read-document.ts'
import { openZip, type ZipParts } from './open-zip.ts'
import { readXml, resolvePath } from './read-parts.ts'

/** An EPUB: a page for each chapter, in the order in which they are read. */
export function readEpub(bytes: Uint8Array): ReadDocument {
  const zip = openZip(bytes)
  const { chapters, title } = readBook(zip)
  const locked = new Set(listLocked(zip))
  if (chapters.some((path) => locked.has(path))) throw new DocumentFault('locked')
  const count = createTextCount()
  const pages = chapters.map((path) => {
    const { text } = readPage(zip.read(path))
    count(text.length)
    return text
  })
  const facts = pages.map((_page, index) => ({ chapter: index + 1 }))
  return { pages, facts, info: title === '' ? {} : { Title: title } }
}

function readBook(zip: ZipParts): { chapters: string[]; title: string } {
  let book = ''
  readXml(zip.read('META-INF/container.xml'), {
    opens: (name, attributes) => {
      if (name === 'rootfile' && book === '') book = attributes['full-path'] ?? ''
    },
  })
  const paths = new Map<string, string>()
  const order: string[] = []
  const title: string[] = []
  let inTitle = false
  readXml(zip.read(book), {
    opens: (name, { id = '', href = '', idref }) => {
      if (name === 'item') paths.set(id, resolvePath(book, decodePath(href)))
      if (name === 'itemref' && idref !== undefined) order.push(idref)
      inTitle = name === 'title' && title.length === 0
    },
    closes: () => {
      inTitle = false
    },
    text: (text) => {
      if (inTitle) title.push(text)
    },
  })
  const chapters = order.flatMap((id) => paths.get(id) ?? []).filter((path) => zip.has(path))
  return { chapters, title: title.join('').trim() }
}

/** The parts that are locked. A book whose fonts alone are has all of its text. */
function listLocked(zip: ZipParts): string[] {
  const place = 'META-INF/encryption.xml'
  if (!zip.has(place)) return []
  const locked: string[] = []
  readXml(zip.read(place), {
    opens: (name, attributes) => {
      if (name === 'CipherReference') locked.push(resolvePath('', decodePath(attributes.URI ?? '')))
    },
  })
  return locked
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
