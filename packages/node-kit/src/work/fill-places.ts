import { type ModelMessage, partsOf, textOf } from '@runnel/contract'

/** Fills `{places}` of a text once: what was put in is never looked through again, other braces stay. */
export function fillPlaces(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w{1,40})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** A conversation as lines of text, each with who said it. */
export function asTalk(messages: readonly ModelMessage[]): string {
  return messages.map((message) => `${message.role}: ${textOf(partsOf(message))}`).join('\n')
}
