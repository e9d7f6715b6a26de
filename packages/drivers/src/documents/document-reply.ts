import { isJsonObject, type JsonObject } from '@runnel/contract'
import type { ChildFault, PagePictures, ReadDocument } from './read-document.ts'

/** What the child says of a document whose text it reads, as JSON. */
export type DocumentReply = ReadDocument | { fault: ChildFault }

/** What it says where it is asked for pictures of pages. */
export type PictureReply = PagePictures | { fault: ChildFault }

/** All that it may say at its end. */
export type ChildReply = DocumentReply | PictureReply

/** How a PNG begins, as base64. */
const PNG = 'iVBORw0KGgo'
/** What a document says of itself is kept with each of its pages. */
const MOST_INFO = 20
const LONGEST_INFO = 500
const FAULTS: readonly unknown[] = ['locked', 'long', 'old']

/** The reply in what a child said; a child that was taken over by a file may say anything. */
export function parseDocumentReply(text: string): DocumentReply {
  const reply: unknown = JSON.parse(text)
  if (!isJsonObject(reply)) return { fault: 'broken' }
  const { pages, facts, info, fault } = reply
  if (FAULTS.includes(fault)) return { fault: fault as ChildFault }
  if (!Array.isArray(pages) || !Array.isArray(facts) || !isJsonObject(info)) return { fault: 'broken' }
  const texts = Object.entries(info)
    .slice(0, MOST_INFO)
    .map(([key, value]) => [key.slice(0, LONGEST_INFO), String(value).slice(0, LONGEST_INFO)])
  return {
    pages: pages.map(String),
    facts: pages.map((_page, index) => asObject(facts[index])),
    info: Object.fromEntries(texts),
  }
}

/** The same of pictures: PNG files of these pages, whatever else it says. */
export function parsePictureReply(text: string, pages: readonly number[]): PictureReply {
  const reply: unknown = JSON.parse(text)
  if (!isJsonObject(reply)) return { fault: 'broken' }
  const { pictures, unreadable, fault } = reply
  if (FAULTS.includes(fault)) return { fault: fault as ChildFault }
  if (!isJsonObject(pictures) || !Array.isArray(unreadable)) return { fault: 'broken' }
  const told = pages.flatMap((page): [number, string][] => {
    const picture = pictures[page]
    return typeof picture === 'string' && picture.startsWith(PNG) ? [[page, picture]] : []
  })
  return { pictures: Object.fromEntries(told), unreadable: pages.filter((page) => unreadable.includes(page)) }
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
