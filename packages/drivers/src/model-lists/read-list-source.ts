import { readFile } from 'node:fs/promises'
import type { Egress } from '../egress/create-egress.ts'

const TIMEOUT_MS = 15_000
const LARGEST_LIST = 10_000_000

/** Reads a list at a path, or by the guarded client at an address of the web. */
export function readListSource({ fetch }: Pick<Egress, 'fetch'>): (source: string) => Promise<string> {
  return async (source) => {
    if (!/^https?:/.test(source)) return readFile(source, 'utf8')
    const response = await fetch(
      source,
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
      { maxBytes: LARGEST_LIST },
    )
    if (!response.ok) throw new Error(`${new URL(source).host} answered with status ${response.status}`)
    return response.text()
  }
}
