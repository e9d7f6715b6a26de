/** What stands in a search box, and what the address said. */
export interface SearchText {
  text: string
  /** The search in the address, as it was when last looked at. */
  seen: string | undefined
  /** The search that was handed on last, and may be on its way to the address. */
  sent: string | undefined
}

/**
 * The box after the address says `search`. A search of its own that arrives there leaves the box alone: the person may
 * have written on meanwhile. Any other one, as of the way back, takes its place.
 */
export function takeSearch(now: SearchText, search: string | undefined): SearchText {
  if (search === now.seen) return now
  const isWritten = search === now.sent || (search ?? '') === now.text.trim()
  return { text: isWritten ? now.text : (search ?? ''), seen: search, sent: search }
}
