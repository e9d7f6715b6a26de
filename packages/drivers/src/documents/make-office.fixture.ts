import { strToU8, zipSync } from 'fflate'

/* Documents as their programs write them, of the parts that hold their text. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A zip of these parts. */
export function makeZip(parts: Record<string, string | Uint8Array>): Uint8Array {
  const bytes = Object.entries(parts).map(([path, part]) => [
    path,
    typeof part === 'string' ? strToU8(part) : part,
  ])
  return zipSync(Object.fromEntries(bytes), { level: 1 })
}

/** Links of a part: what kind of thing, and where. Their ids are `rId1`, `rId2` … */
export function makeLinks(links: [kind: string, target: string][]): string {
  const rows = links.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`
}

/** A document of Word with this body (elements of WordprocessingML). */
export function makeWord(body: string, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  return makeZip({
    '_rels/.rels': makeLinks([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `${HEAD}<w:document xmlns:w="w" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`,
    ...more,
  })
}

/** A paragraph of one run. */
export const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** A workbook of these sheets: name → rows (elements of SpreadsheetML). */
export function makeWorkbook(
  sheets: Record<string, string>,
  more: Record<string, string | Uint8Array> = {},
): Uint8Array {
  const names = Object.keys(sheets)
  const list = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const parts = names.map((name, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `${HEAD}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
  ])
  return makeZip({
    '_rels/.rels': makeLinks([['officeDocument', '/xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns:r="r"><workbookPr/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': makeLinks([
      ...names.map((_name, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    ...Object.fromEntries(parts),
    ...more,
  })
}

/** A presentation of these slides, each a list of paragraphs; the last one stands first in the file. */
export function makeSlides(slides: string[][], more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const ids = slides.map((_slide, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`)
  const parts = slides.map((lines, index) => [
    `ppt/slides/slide${slides.length - index}.xml`,
    `${HEAD}<p:sld><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sld>`,
  ])
  return makeZip({
    '_rels/.rels': makeLinks([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${HEAD}<p:presentation><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': makeLinks(
      slides.map((_slide, index) => ['slide', `slides/slide${slides.length - index}.xml`]),
    ),
    ...Object.fromEntries(parts),
    ...more,
  })
}

/** A book of these chapters, each the body of a page. */
export function makeEpub(chapters: string[], more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const items = chapters.map((_chapter, index) => `<item id="c${index}" href="text/ch%20${index}.xhtml"/>`)
  const order = chapters.map((_chapter, index) => `<itemref idref="c${index}"/>`)
  const parts = chapters.map((body, index) => [
    `OEBPS/text/ch ${index}.xhtml`,
    `${HEAD}<html><head><title>t</title><style>p{}</style></head><body>${body}</body></html>`,
  ])
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `${HEAD}<package><metadata><dc:title>Tea</dc:title></metadata><manifest>${items.join('')}</manifest><spine>${order.join('')}</spine></package>`,
    ...Object.fromEntries(parts),
    ...more,
  })
}
