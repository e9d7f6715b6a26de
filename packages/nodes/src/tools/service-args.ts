import { type JsonValue, RunnelError } from '@runnel/contract'
import type { ServiceParam } from './service-form.ts'

/** The arguments of one call of a service. Readers give undefined, or nothing, for what was left out. */
export interface ServiceArgs {
  /** Text, trimmed; empty when it was left out. */
  text(name: string): string
  /** The text as one piece of a path: nothing in it leads elsewhere. */
  id(name: string): string
  number(name: string): number | undefined
  flag(name: string): boolean | undefined
  /** Parts that stand between commas, or in a list. */
  list(name: string): string[] | undefined
  /** JSON, also as text. @throws RunnelError `invalid_input` for a text that is none */
  json(name: string): JsonValue | undefined
}

/** An argument as it was said, and what its param wants. */
export interface SaidArgument {
  value: JsonValue
  param: ServiceParam | undefined
}

/** @throws RunnelError `invalid_input` in words that a model can act on, for what is missing or of another kind */
export function createServiceArgs(
  said: Readonly<Record<string, SaidArgument>>,
  needs: readonly string[],
): ServiceArgs {
  const valueAtName = (name: string): JsonValue =>
    Object.hasOwn(said, name) ? (said[name]?.value ?? null) : null
  const text = (name: string): string => {
    const value = valueAtName(name)
    if (value === null) return ''
    return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim()
  }
  for (const [name, argument] of Object.entries(said)) checkKind(name, argument, text(name))
  const missing = needs.filter((name) => text(name) === '')
  if (missing.length > 0) throw wrong(missing[0] ?? '', 'is missing')
  return {
    text,
    id(name) {
      // Dots alone would lead to what stands above.
      if (['', '.', '..'].includes(text(name))) throw wrong(name, 'is no id')
      return encodeURIComponent(text(name))
    },
    number: (name) => (text(name) === '' ? undefined : Number(text(name))),
    flag: (name) => (text(name) === '' ? undefined : text(name) === 'true'),
    list(name) {
      const value = valueAtName(name)
      const parts = Array.isArray(value) ? value.map(String) : text(name).split(',')
      const full = parts.map((part) => part.trim()).filter((part) => part !== '')
      return full.length > 0 ? full : undefined
    },
    json: (name) => readJson(name, valueAtName(name)),
  }
}

function checkKind(name: string, { param }: SaidArgument, text: string): void {
  if (text === '' || !param) return
  const { type, options = [] } = param
  if (type === 'number' && !Number.isFinite(Number(text))) throw wrong(name, 'must be a number')
  if (type === 'boolean' && !['true', 'false'].includes(text)) throw wrong(name, 'must be true or false')
  const names = options.map((option) => option.name)
  if (type === 'options' && !names.includes(text)) throw wrong(name, `must be one of ${names.join(', ')}`)
}

function readJson(name: string, value: JsonValue): JsonValue | undefined {
  if (value === null || value === '') return undefined
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as JsonValue
  } catch {
    throw wrong(name, 'must be JSON')
  }
}

const wrong = (name: string, fault: string) =>
  new RunnelError('invalid_input', `The argument "${name}" ${fault}. Call the tool again with it.`)
