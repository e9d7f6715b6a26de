import { isJsonObject, type JsonObject } from '@runnel/contract'
import type { ChildFault, ReadDocument } from './read-document.ts'

/** What the child that reads a document says at its end, as JSON. */
export type DocumentReply = ReadDocument | { fault: ChildFault }

const FAULTS: readonly unknown[] = ['locked', 'long', 'old']

/** The reply in what a child said; a child that was taken over by a file may say anything. */
export function parseDocumentReply(text: string): DocumentReply {
  const reply: unknown = JSON.parse(text)
  if (!isJsonObject(reply)) return { fault: 'broken' }
  const { pages, facts, info, fault } = reply
  if (FAULTS.includes(fault)) return { fault: fault as ChildFault }
  if (!Array.isArray(pages) || !Array.isArray(facts) || !isJsonObject(info)) return { fault: 'broken' }
  const texts = Object.entries(info).map(([key, value]) => [key, String(value)])
  return {
    pages: pages.map(String),
    facts: pages.map((_page, index) => asObject(facts[index])),
    info: Object.fromEntries(texts),
  }
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
