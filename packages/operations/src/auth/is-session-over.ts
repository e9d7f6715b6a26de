import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/**
 * Whether neither token of a browser opens anything any more, nor will. A token that a refresh has replaced is not the
 * end of its session: the next one may be on its way to the browser.
 */
export async function isSessionOver(
  { db, now }: OperationContext,
  { access, refresh }: { access: string | undefined; refresh: string | undefined },
): Promise<boolean> {
  const { sessions } = db.system
  const rows = [
    access ? await sessions.findByAccessHash(hashToken(access)) : undefined,
    refresh ? await sessions.findByRefreshHash(hashToken(refresh)) : undefined,
  ]
  for (const row of rows) if (row && (await sessions.isLive(row.familyId, now()))) return false
  return true
}
