import { readFile, stat } from 'node:fs/promises'
import type { Egress } from '../egress/create-egress.ts'

const TIMEOUT_MS = 15_000
const LARGEST_LIST = 10_000_000

/** Reads a list at a path, or by the guarded client at an address of the web. */
export function readListSource({ fetch }: Pick<Egress, 'fetch'>): (source: string) => Promise<string> {
  return async (source) => {
    if (!/^https?:/.test(source)) return readListFile(source)
    const response = await fetch(
      source,
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
      { maxBytes: LARGEST_LIST },
    )
    if (!response.ok) throw new Error(`${new URL(source).host} answered with status ${response.status}`)
    return response.text()
  }
}

/** A file that hangs (a folder of a network that is gone) is given up as a server is. */
async function readListFile(path: string): Promise<string> {
  const facts = await stat(path)
  if (!facts.isFile()) throw new Error('it is no file')
  if (facts.size > LARGEST_LIST) throw new Error(`it is larger than ${LARGEST_LIST / 1_000_000} MB`)
  return readFile(path, { encoding: 'utf8', signal: AbortSignal.timeout(TIMEOUT_MS) })
}
