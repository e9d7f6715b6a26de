import type { JsonObject } from '@runnel/contract'
import { readText } from '@runnel/node-kit'

/** The names that an author wrote with commas between them; undefined when there are none. */
export function splitList(values: JsonObject, param: string): string[] | undefined {
  const names = readText(values, param)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length > 0 ? names : undefined
}
