import type { Document } from '@runnel/node-kit'

/** Documents of several places in one order: the first of each, then the second of each … A text stands there once. */
export function mergeByRank(lists: Document[][]): Document[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const merged = new Map<string, Document>()
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const document = list[rank]
      if (document && !merged.has(document.pageContent)) merged.set(document.pageContent, document)
    }
  }
  return [...merged.values()]
}
