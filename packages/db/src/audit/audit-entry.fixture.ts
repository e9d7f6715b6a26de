import type { NewAuditEntry } from './audit-writer.ts'

/** An entry for tests in which it does not matter what stands in it. */
export const entry: NewAuditEntry = {
  action: 'user.updated',
  actor: { kind: 'operator', id: null, name: null, address: null, agent: null },
  subject: { kind: 'user', id: null, name: null },
}
