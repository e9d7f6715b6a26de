import { isJsonObject } from '@runnel/contract'

/** How long a link for a new password works, in milliseconds. */
export const RESET_LINK_MS = 60 * 60 * 1_000

/** What a link carries that an administrator made: it opens an account of that organisation alone. */
export interface MadeByAdministrator {
  madeIn: string
}

/** In which organisation a link was made; undefined for one that went to a mailbox, or that the operator made. */
export function readMadeIn(data: unknown): string | undefined {
  const madeIn = isJsonObject(data) ? data.madeIn : undefined
  return typeof madeIn === 'string' ? madeIn : undefined
}
