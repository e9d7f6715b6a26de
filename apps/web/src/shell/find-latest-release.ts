/** The newest published release of the open-source project. */
export interface Release {
  name: string
  htmlUrl: string
  publishedAt: string
}

/**
 * Asks the public release API; undefined when nothing is published. No cookies and no referrer go along.
 * @throws when it cannot be reached or answers with something else.
 */
export async function findLatestRelease(address: string, signal: AbortSignal): Promise<Release | undefined> {
  const response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The release API answered with status ${response.status}.`)
  return readRelease(await response.json())
}

/** Reads what the release API says; its link counts only when it is a web address. */
export function readRelease(body: unknown): Release {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { name, html_url: htmlUrl, published_at: publishedAt } = fields
  const isComplete =
    typeof name === 'string' && typeof htmlUrl === 'string' && typeof publishedAt === 'string'
  if (!isComplete || !htmlUrl.startsWith('https://'))
    throw new Error('The release API answered with no release.')
  return { name, htmlUrl, publishedAt }
}
