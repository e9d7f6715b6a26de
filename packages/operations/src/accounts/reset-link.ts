import { isJsonObject } from '@runnel/contract'

/**
 * What a link carries that an administrator made: it opens an account of that organisation alone, and as long as who made
 * it administers the organisation.
 */
export interface MadeByAdministrator {
  madeIn: string
  madeBy: string
}

/** Who made a link and where; undefined for one that went to a mailbox, or that the operator made. */
export function readMaker(data: unknown): MadeByAdministrator | undefined {
  if (!isJsonObject(data) || data.madeIn === undefined) return undefined
  return { madeIn: String(data.madeIn), madeBy: String(data.madeBy) }
}
