import type { Problem } from '@runnel/contract'

/** Takes the problems that an import meets, in the order in which it meets them. */
export type Report = (problem: Problem) => void

const MAX_NAMES = 30
const MAX_LENGTH = 100

/** Names in one line; of very many the first ones and how many more there are. */
export function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_LENGTH))
  return [...shown, ...(names.length > shown.length ? [`… (+${names.length - shown.length})`] : [])].join(
    ', ',
  )
}
