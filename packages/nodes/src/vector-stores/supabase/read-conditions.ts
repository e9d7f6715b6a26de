import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in', 'cs', 'cd']
const MOST = 2000

/**
 * The conditions that flows of Flowise hold as a chain of calls (`filter("metadata->page::int", "gt", 5)`, `eq("a", 1)`), as
 * params of a request. They are read, never run.
 * @throws RunnelError `invalid_input` for anything else
 */
export function readConditions(text: string, label: string): JsonObject {
  const conditions: Record<string, JsonValue[]> = {}
  let rest = text.trim().slice(0, MOST)
  while (rest !== '') {
    const open = rest.indexOf('(')
    const method = rest.slice(0, open).replace(/^\./, '').trim()
    const { values, end } = readArguments(rest, open) ?? refuse(label)
    const [column, operator, value] = method === 'filter' ? values : [values[0], method, values[1]]
    if (typeof column !== 'string' || !OPERATORS.includes(String(operator)) || value === undefined)
      refuse(label)
    const held = Array.isArray(value) ? `(${value.join()})` : String(value)
    const known = conditions[String(column)] ?? []
    conditions[String(column)] = [...known, `${operator}.${held}`]
    rest = rest.slice(end + 1).trim()
  }
  return conditions
}

/** The values between a bracket and the one that closes it. */
function readArguments(text: string, open: number): { values: JsonValue[]; end: number } | undefined {
  if (open < 1) return undefined
  for (let end = text.indexOf(')', open); end >= 0; end = text.indexOf(')', end + 1)) {
    try {
      return { values: JSON.parse(`[${text.slice(open + 1, end)}]`) as JsonValue[], end }
    } catch {
      // A bracket inside a text closes nothing.
    }
  }
  return undefined
}

function refuse(label: string): never {
  throw new RunnelError(
    'invalid_input',
    `The RPC filter of ${label} cannot be read. Write conditions such as filter("metadata->>topic", "eq", "tea"), with double quotes.`,
  )
}
