import type { JsonObject } from '@runnel/contract'

/** A filled form as the conversation shows it: a line for each field. */
export function describeForm(form: JsonObject): string {
  return Object.entries(form)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
