import { RunnelError } from '@runnel/contract'

/**
 * Fields that only the server sets may come back as our own GET gave them, without effect; changed ones are refused.
 * @throws RunnelError `invalid_input` naming the field
 */
export function checkEchoes(body: object, known: object, fields: readonly string[]): void {
  const sent = body as Record<string, unknown>
  const current = known as Record<string, unknown>
  const changed = fields.filter(
    (field) => sent[field] !== undefined && sent[field] !== null && sent[field] !== current[field],
  )
  const first = changed[0]
  if (first === undefined) return
  throw new RunnelError('invalid_input', `${first}: is set by the server; leave it out`, {
    issues: changed.map((path) => ({ path, message: 'is set by the server; leave it out' })),
  })
}
