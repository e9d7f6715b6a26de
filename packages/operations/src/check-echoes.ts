import { RunnelError, tellWhy } from '@runnel/contract'

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
  const why = tellWhy('set_by_server')
  throw new RunnelError('invalid_input', `${first}: ${why.message}`, {
    issues: changed.map((path) => ({ path, ...why })),
  })
}
