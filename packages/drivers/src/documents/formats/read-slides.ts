import { createTextCount, type ReadDocument } from '../read-document.ts'
import { openZip, type ZipParts } from './open-zip.ts'
import { findMainPart, findPart, readRelationships, readXml } from './read-parts.ts'

/** A presentation of PowerPoint: a page for each slide in their order, with the speaker's notes. */
export function readSlides(bytes: Uint8Array): ReadDocument {
  const zip = openZip(bytes)
  const count = createTextCount()
  const pages = listSlides(zip).map((path) => {
    const notes = findPart(zip, path, 'notesSlide')
    const texts = [readLines(zip.read(path)), notes === undefined ? '' : readLines(zip.read(notes))]
    const page = texts.filter((text) => text !== '').join('\n\n')
    count(page.length)
    return page
  })
  const facts = pages.map((_page, index) => ({ slideNumber: index + 1, documentType: 'powerpoint' }))
  return { pages, facts, info: {} }
}

/** The paths of the slides, in the order in which they are shown. */
function listSlides(zip: ZipParts): string[] {
  const main = findMainPart(zip, 'presentation')
  const paths = new Map(readRelationships(zip, main).map(({ id, path }) => [id, path]))
  const slides: string[] = []
  readXml(zip.read(main), {
    opens: (name, attributes) => {
      const path = name === 'sldId' ? paths.get(attributes['r:id'] ?? '') : undefined
      if (path !== undefined && zip.has(path)) slides.push(path)
    },
  })
  return slides
}

/** The text of a slide, a line for each paragraph. */
function readLines(markup: string): string {
  const lines: string[] = []
  let line: string[] = []
  let inText = false
  let inNumber = false
  readXml(markup, {
    opens: (name, { type }) => {
      if (name === 'fld') inNumber = type === 'slidenum'
      if (name === 't') inText = !inNumber
      if (name === 'br') line.push('\n')
    },
    closes: (name) => {
      if (name === 'fld') inNumber = false
      if (name === 't') inText = false
      if (name !== 'p') return
      const text = line.join('').trim()
      if (text !== '') lines.push(text)
      line = []
    },
    text: (text) => {
      if (inText) line.push(text)
    },
  })
  return lines.join('\n')
}
