import { type AuditEntry, loginProviders } from '@runnel/contract'

/** What something was called when it was acted on: a provider by its own name, what has none by its id. */
export function subjectName({ kind, name, id }: AuditEntry['subject']): string {
  const provider = Object.entries(loginProviders).find(([key]) => kind === 'login-method' && key === name)
  return provider?.[1].name ?? name ?? id ?? '–'
}
