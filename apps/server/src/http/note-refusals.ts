import type { Principal } from '@runnel/access'
import { auditActionsOf, isJsonObject, isRunnelError, type RouteDefinition } from '@runnel/contract'
import type { createRefusalNotes } from '@runnel/operations'

/** Writes down that somebody was refused a privileged act. */
export type NoteRefusal = ReturnType<typeof createRefusalNotes>

/** A call of a route, as far as the audit log has to know it. */
interface NotedCall {
  route: RouteDefinition
  principal: Principal
  /** The parts of its address that name something, as they came. */
  params: unknown
}

/**
 * Does a part of a call. Who is refused the privileged act of its route for want of a right is written down, whether the
 * gate says so or the operation behind it, which alone knows what is to be done to whom.
 */
export async function notingRefusals<T>(
  noteRefusal: NoteRefusal,
  { route, principal, params }: NotedCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const [act] = auditActionsOf(route)
    if (act !== undefined && isRunnelError(error) && error.isForWantOfRight)
      await noteRefusal(principal, act, idOf(params))
    throw error
  }
}

function idOf(params: unknown): string | undefined {
  return isJsonObject(params) && typeof params.id === 'string' ? params.id : undefined
}
