const MILLISECONDS = 1000

/** How long a vendor asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as a date. */
export function readRetryAfter(headers: Record<string, string>): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? '')
  if (exact > 0) return exact
  const text = headers['retry-after']
  if (text === undefined || text.trim() === '') return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * MILLISECONDS)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
