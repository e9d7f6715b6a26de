import { type MarkupReader, readMarkup } from '@runnel/markup'
import { DocumentFault } from '../read-document.ts'
import type { ZipParts } from './open-zip.ts'

/** The name of an element without the prefix of its namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Reads a part of XML; names come without their prefixes. */
export function readXml(markup: string, reader: MarkupReader): void {
  readMarkup(
    markup,
    { xml: true },
    {
      opens: (name, attributes) => reader.opens?.(localName(name), attributes),
      closes: (name) => reader.closes?.(localName(name)),
      text: (text) => reader.text?.(text),
    },
  )
}

/** The path of what a part names, from the folder of that part: `../media/a.xml`, `/ppt/a.xml`. Nothing stands above the root. */
export function resolvePath(from: string, target: string): string {
  const folders = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') folders.pop()
    else if (step !== '.' && step !== '') folders.push(step)
  }
  return folders.join('/')
}

/** What a part is linked to. */
interface Relationship {
  id: string
  /** The last word of its type: `slide`, `worksheet`. */
  kind: string
  path: string
}

/** The links of a part within its document; of the whole document for the empty path. */
export function readRelationships(zip: ZipParts, part: string): Relationship[] {
  const cut = part.lastIndexOf('/') + 1
  const place = `${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`
  if (!zip.has(place)) return []
  const found: Relationship[] = []
  readXml(zip.read(place), {
    opens: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return
      found.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), path: resolvePath(part, target) })
    },
  })
  return found
}

/** The path of the first part that is linked so; undefined where none is there. */
export function findPart(zip: ZipParts, part: string, kind: string): string | undefined {
  return readRelationships(zip, part).find((each) => each.kind === kind && zip.has(each.path))?.path
}

/** The main part of a document of Office, whose outmost element has that name. @throws DocumentFault `broken` where it has not */
export function findMainPart(zip: ZipParts, outmost: string): string {
  const path = findPart(zip, '', 'officeDocument')
  if (path === undefined || outmostName(zip.read(path)) !== outmost) throw new DocumentFault('broken')
  return path
}

function outmostName(markup: string): string | undefined {
  let outmost: string | undefined
  readXml(markup.slice(0, 4000), {
    opens: (name) => {
      outmost ??= name
    },
  })
  return outmost
}
