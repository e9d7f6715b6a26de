import { isJsonObject } from '@runnel/contract'
import type { HttpReply, RepeatsWhile } from '@runnel/node-kit'

/** Whether an answer says that what was asked about is not done yet. */
export function isUnfinished(reply: HttpReply, wanted: RepeatsWhile | undefined): boolean {
  if (wanted === undefined || reply.status !== 200) return false
  try {
    const answer: unknown = JSON.parse(reply.body)
    return isJsonObject(answer) && wanted.isOneOf.includes(String(answer[wanted.key]))
  } catch {
    return false
  }
}
