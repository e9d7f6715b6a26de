/** A repository as its public API tells of it. */
export interface Repository {
  stars: number
  htmlUrl: string
}

/**
 * Asks how many stars a public repository has. No cookies and no referrer go along.
 * @throws when it cannot be reached or answers with something else.
 */
export async function countStars(address: string, signal: AbortSignal): Promise<Repository> {
  const response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The repository answered with status ${response.status}.`)
  return readStars(await response.json())
}

/** Reads what the API says; the link counts only when it is a web address. */
export function readStars(body: unknown): Repository {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { stargazers_count: stars, html_url: htmlUrl } = fields
  if (typeof stars !== 'number' || typeof htmlUrl !== 'string' || !htmlUrl.startsWith('https://'))
    throw new Error('The repository answered without a number of stars.')
  return { stars, htmlUrl }
}
