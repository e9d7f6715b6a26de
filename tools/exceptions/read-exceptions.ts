import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What every entry of an exception list holds: the file and why it is let pass. */
export interface ExceptionEntry {
  readonly path: string
  readonly reason: string
}

/**
 * Reads the exception list of one rule, `tools/exceptions/<rule>.json`.
 * @throws Error when an entry has no reason.
 */
export async function readExceptions<Entry extends ExceptionEntry>(
  root: string,
  rule: string,
): Promise<Entry[]> {
  const text = await readFile(join(root, 'tools/exceptions', `${rule}.json`), 'utf8')
  const entries = JSON.parse(text) as Entry[]
  const bare = entries.find((entry) => !entry.reason)
  if (bare) throw new Error(`tools/exceptions/${rule}.json gives no reason for ${bare.path}.`)
  return entries
}
