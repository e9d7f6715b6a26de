import { isJsonObject } from '@runnel/contract'

/** What the child that reads a PDF says at its end, as JSON. */
export type PdfReply =
  | { pages: string[]; info: Record<string, string> }
  | { fault: 'broken' | 'locked' | 'long' }

/** The reply in what a child said; a child that was taken over by a file may say anything. */
export function parsePdfReply(text: string): PdfReply {
  const reply: unknown = JSON.parse(text)
  if (!isJsonObject(reply)) return { fault: 'broken' }
  const { pages, info, fault } = reply
  if (fault === 'locked' || fault === 'long') return { fault }
  if (!Array.isArray(pages) || !isJsonObject(info)) return { fault: 'broken' }
  const texts = Object.entries(info).map(([key, value]) => [key, String(value)])
  return { pages: pages.map(String), info: Object.fromEntries(texts) }
}
