import { type ErrorIssue, RunnelError, tellWhy } from '@runnel/contract'

/**
 * Fields that only the server sets may come back as our own GET gave them, without effect; changed ones are refused.
 * @throws RunnelError `invalid_input` naming the field
 */
export function checkEchoes(body: object, known: object, fields: readonly string[]): void {
  const issues = findChangedEchoes(body, known, fields)
  const [first] = issues
  if (first) throw new RunnelError('invalid_input', `${first.path}: ${first.message}`, { issues })
}

/** As `checkEchoes`, for a part of a body: what is wrong, each with its field. */
export function findChangedEchoes(body: object, known: object, fields: readonly string[]): ErrorIssue[] {
  const sent = body as Record<string, unknown>
  const current = known as Record<string, unknown>
  const changed = fields.filter(
    (field) => sent[field] !== undefined && sent[field] !== null && sent[field] !== current[field],
  )
  return changed.map((path) => ({ path, ...tellWhy('set_by_server') }))
}
