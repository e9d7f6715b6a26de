import { REFUSAL_TEXTS, type Refusal, type RefusalReason, SCHEMA_FAULT_TEXTS } from '@runnel/contract'

/** A field's name in an error may be as long as the request; what another language needs of it is not. */
const LONGEST_READ = 2_000

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

interface Reading {
  reason: RefusalReason
  /** The places of the text, in their order. */
  names: readonly string[]
  pattern: RegExp
}

const readings: readonly Reading[] = Object.entries({
  ...SCHEMA_FAULT_TEXTS,
  needed: REFUSAL_TEXTS.needed,
}).map(([reason, text]) => ({
  reason: reason as RefusalReason,
  names: [...text.matchAll(/\{\{(\w+)\}\}/g)].map((place) => place[1] ?? ''),
  pattern: new RegExp(
    `^${text
      .split(/\{\{\w+\}\}/)
      .map(literally)
      .join('([^]*?)')}$`,
  ),
}))

/**
 * What a message of a schema says, for those who say it in another language: the schema library gives words alone, and
 * the same for fields of all kinds. A reason fits when its English text, filled in, is the message letter for letter;
 * undefined for a message that is none of the catalogue.
 */
export function tellSchemaFault(message: string): Omit<Refusal, 'message'> | undefined {
  if (message.length > LONGEST_READ) return undefined
  for (const { reason, names, pattern } of readings) {
    const found = pattern.exec(message)
    if (!found) continue
    return { reason, details: Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])) }
  }
  return undefined
}
