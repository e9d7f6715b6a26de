import { documentTagPermission } from '@runnel/contract'
import { holds } from './authorize.ts'
import { holdsAll } from './holds-all.ts'
import type { Principal } from './principal.ts'

/** Whether somebody may read a document with these tags: one of them is enough, and without any everybody may. */
export function readsTags(principal: Principal, tags: readonly string[]): boolean {
  return tags.length === 0 || tags.some((tag) => holds(principal, documentTagPermission(tag)))
}

/** Whether somebody carries every one of these tags: only then may they give or take them. */
export function carriesTags(principal: Principal, tags: readonly string[]): boolean {
  return holdsAll(principal, tags.map(documentTagPermission))
}
