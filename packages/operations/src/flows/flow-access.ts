import type { Principal } from '@runnel/access'
import type { AuditAction } from '@runnel/contract'
import type { FlowRow, NewAuditEntry, TenantWriter } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { allowedOrigins } from '../flow-rights.ts'

/** Who may call a flow, and from where. */
type FlowAccess = Pick<FlowRow, 'deployed' | 'isPublic' | 'apikeyid' | 'chatbotConfig'>

/** How a flow begins whose maker says nothing of it. */
const UNTOUCHED: FlowAccess = { deployed: false, isPublic: false, apikeyid: null, chatbotConfig: null }

/** Each setting as the audit log tells it, and how its change is called; of two names the first is for true. */
const SETTINGS: {
  name: string
  read: (flow: FlowAccess) => unknown
  actions: [AuditAction, AuditAction?]
}[] = [
  { name: 'deployed', read: ({ deployed }) => deployed, actions: ['flow.published', 'flow.unpublished'] },
  { name: 'isPublic', read: ({ isPublic }) => isPublic, actions: ['flow.opened', 'flow.closed'] },
  // Flowise sends an empty text for none.
  { name: 'apikeyid', read: ({ apikeyid }) => apikeyid || null, actions: ['flow.key-changed'] },
  { name: 'allowedOrigins', read: allowedOrigins, actions: ['flow.origins-changed'] },
]

/** A flow as the audit log names it. */
export const flowSubject = ({ id, name }: Pick<FlowRow, 'id' | 'name'>) => ({ kind: 'flow', id, name })

/** Writes down what a save changes in who may call a flow; a new flow is compared with one that nobody touched. */
export async function appendAccessChanges(
  { audit }: Pick<TenantWriter, 'audit'>,
  principal: Principal,
  { before = UNTOUCHED, after }: { before?: FlowAccess | undefined; after: FlowRow },
): Promise<void> {
  for (const entry of describeAccessChanges(principal, before, after)) await audit.append(entry)
}

function describeAccessChanges(principal: Principal, before: FlowAccess, after: FlowRow): NewAuditEntry[] {
  return SETTINGS.flatMap(({ name, read, actions: [isSet, isUnset = isSet] }) => {
    const [was, is] = [read(before), read(after)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const action = is === false ? isUnset : isSet
    const subject = flowSubject(after)
    return [auditEntry(principal, { action, subject, before: { [name]: was }, after: { [name]: is } })]
  })
}
