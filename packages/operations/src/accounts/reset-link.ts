import { isJsonObject } from '@runnel/contract'

/** What a link carries that an administrator made: it opens an account of that organisation alone. */
export interface MadeByAdministrator {
  madeIn: string
}

/** In which organisation a link was made; undefined for one that went to a mailbox, or that the operator made. */
export function readMadeIn(data: unknown): string | undefined {
  const madeIn = isJsonObject(data) ? data.madeIn : undefined
  return typeof madeIn === 'string' ? madeIn : undefined
}
