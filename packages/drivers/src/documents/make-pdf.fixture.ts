import { deflateSync } from 'node:zlib'

/** A PDF of these pages, each of some lines of Latin text; `isFlat`: all of them side by side, however many. */
export function makePdf(pages: readonly string[][], { trailer = '', isFlat = false } = {}): Uint8Array {
  return joinPdf(pages.map(showLines), trailer, { pagesOfNode: isFlat ? pages.length : PAGES_OF_NODE })
}

function showLines(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj 0 -20 Td`)
  return Buffer.from(`BT /F1 12 Tf 72 720 Td ${shown.join('\n')} ET`)
}

/** A PDF of one page, whose content unfolds to that many bytes. */
export function makePdfBomb(bytes: number): Uint8Array {
  return joinPdf([Buffer.alloc(bytes, '(a) Tj ')], '')
}

/** An image of a page, as PDF keeps it: its facts (`/Width 8 /Height 8 …`) and its bytes. */
export interface PdfImage {
  facts: string
  bytes: Uint8Array
}

/** An image in black and white, whose left half is black. */
export const halfBlack: PdfImage = {
  facts: '/Width 16 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 1',
  bytes: Buffer.alloc(16, Buffer.from([0x00, 0xff])),
}

/** A PDF as a scanner makes it: each page an image over all of it (`null`: an empty page), or the lines of its text. */
export function makeScan(pages: readonly (PdfImage | readonly string[] | null)[]): Uint8Array {
  const contents = pages.map((page) => {
    if (page === null) return Buffer.from('')
    return 'facts' in page ? Buffer.from('q 612 0 0 792 0 0 cm /Scan Do Q') : showLines(page)
  })
  const images = pages.map((page) => (page && 'facts' in page ? page : undefined))
  return joinPdf(contents, '', { images })
}

/** Pages that stand side by side; more are found by way of nodes of so many, as programs write them. */
const PAGES_OF_NODE = 500

function joinPdf(
  contents: readonly Buffer[],
  trailer: string,
  {
    images = [],
    pagesOfNode = PAGES_OF_NODE,
  }: { images?: readonly (PdfImage | undefined)[]; pagesOfNode?: number } = {},
): Uint8Array {
  const pages = contents.map((_content, index) => 4 + index * 2)
  const firstNode = 4 + contents.length * 2 + images.length
  const hasNodes = contents.length > 2 * pagesOfNode
  const nodes = hasNodes
    ? Array.from({ length: Math.ceil(pages.length / pagesOfNode) }, (_, node) =>
        pages.slice(node * pagesOfNode, (node + 1) * pagesOfNode),
      )
    : []
  const parentOf = (index: number) => (hasNodes ? firstNode + Math.floor(index / pagesOfNode) : 2)
  const top = hasNodes ? nodes.map((_node, index) => firstNode + index) : pages
  const scanOf = (index: number) =>
    images[index] ? ` /XObject << /Scan ${4 + contents.length * 2 + index} 0 R >>` : ''
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${listObjects(top)}] /Count ${contents.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ]
  for (const [index, content] of contents.entries()) {
    const packed = deflateSync(content)
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent ${parentOf(index)} 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >>${scanOf(index)} >> /Contents ${5 + index * 2} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
        packed,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  for (const { facts, bytes } of images.map((image) => image ?? { facts: '', bytes: Buffer.alloc(0) })) {
    objects.push(
      Buffer.concat([
        Buffer.from(`<< /Type /XObject /Subtype /Image ${facts} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  for (const node of nodes)
    objects.push(
      Buffer.from(`<< /Type /Pages /Parent 2 0 R /Kids [${listObjects(node)}] /Count ${node.length} >>`),
    )
  return writeObjects(objects, trailer)
}

const listObjects = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ')

function writeObjects(objects: readonly Buffer[], trailer: string): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let at = pieces[0]?.length ?? 0
  const places = objects.map((object, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    pieces.push(whole)
    at += whole.length
    return at - whole.length
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  pieces.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}
