import type { JsonObject } from '@runnel/contract'

/* What the child works with. Nothing here or below may need more than the libraries of the formats: it can read nothing else. */

/** Why a document gives no text. `old` is a format of Office that nothing here reads. */
export type ChildFault = 'broken' | 'locked' | 'long' | 'old'

/** What was read: the text of each page, what is known of it, and what the document says of itself. */
export interface ReadDocument {
  pages: string[]
  /** One for each page. */
  facts: JsonObject[]
  info: Record<string, string>
}

/** What some pages show, by their numbers. */
export interface PagePictures {
  /** PNG as base64. A page that shows nothing is left out. */
  pictures: Record<number, string>
  /** Pages that show something that cannot be read. */
  unreadable: number[]
}

/** Thrown by who reads a format. */
export class DocumentFault extends Error {
  readonly fault: ChildFault

  constructor(fault: ChildFault) {
    super(fault)
    this.fault = fault
  }
}

const MOST_CHARACTERS = 20_000_000

/**
 * Counts the text that is read of a document while it is read: a part that is named again and again is short in the file.
 * Called with how many characters more there are. @throws DocumentFault `long`
 */
export type CountText = (characters: number) => void

/** Makes the count of one document. */
export function createTextCount(): CountText {
  let room = MOST_CHARACTERS
  return (characters) => {
    room -= characters
    if (room < 0) throw new DocumentFault('long')
  }
}
