import type { ServiceAction, ServiceParam } from './service-form.ts'

/** An action that only reads: what it does, its arguments with their params, and those that it needs. */
export function reads(
  description: string,
  args: ServiceAction['args'],
  needs: readonly string[] = [],
): ServiceAction {
  return { description, effects: 'read', args, needs }
}

/** The same for an action that changes something. */
export const writes: typeof reads = (...given) => ({ ...reads(...given), effects: 'write' })

/** A param for a text; `rows` for a long one. */
export function textParam(label: string, description: string, rows?: number): ServiceParam {
  return { label, description, ...(rows !== undefined && { rows }) }
}

/** A param for a number, with what it is where nobody says. */
export function numberParam(label: string, description: string, fallback?: number): ServiceParam {
  return { label, description, type: 'number', ...(fallback !== undefined && { default: fallback }) }
}

/** A switch, with what it is where nobody says. */
export function switchParam(label: string, description: string, fallback?: boolean): ServiceParam {
  return { label, description, type: 'boolean', ...(fallback !== undefined && { default: fallback }) }
}

/** A choice among names, each with its label. */
export function choiceParam(
  label: string,
  description: string,
  names: Readonly<Record<string, string>>,
): ServiceParam {
  const options = Object.entries(names).map(([name, title]) => ({ name, label: title }))
  return { label, description, type: 'options', options }
}
