const MILLISECONDS = 1000

/** How Google says it in the body of a refusal (`google.rpc.RetryInfo`). */
const RETRY_DELAY = /"retryDelay"\s{0,9}:\s{0,9}"(\d{1,9}(?:\.\d{1,9})?)s"/

/**
 * How long a vendor asks to wait, in milliseconds: `retry-after-ms`, `retry-after` as seconds or as a date, or what the
 * body of its refusal says.
 */
export function readRetryAfter(headers: Record<string, string>, body = ''): number | undefined {
  return readHeaders(headers) ?? readDelay(RETRY_DELAY.exec(body)?.[1])
}

function readDelay(seconds: string | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * MILLISECONDS)
}

function readHeaders(headers: Record<string, string>): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? '')
  if (exact > 0) return exact
  const text = headers['retry-after']
  if (text === undefined || text.trim() === '') return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * MILLISECONDS)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
