import { PEOPLE_TEXTS } from './people-texts.ts'
import { PROVIDER_TEXTS } from './provider-texts.ts'
import { SCHEMA_FAULT_TEXTS } from './schema-fault-texts.ts'
import { SERVER_TEXTS } from './server-texts.ts'

/**
 * Why something was refused, in English, for what people meet often: reason → text with `{{places}}`. Pages say it in
 * their own language, by the reason and its details; programs read the message. A text that stands beside a field goes
 * on from the name of the field.
 */
export const REFUSAL_TEXTS = {
  ...PEOPLE_TEXTS,
  ...PROVIDER_TEXTS,
  ...SERVER_TEXTS,
  ...SCHEMA_FAULT_TEXTS,
} as const

/** A reason of the catalogue. */
export type RefusalReason = keyof typeof REFUSAL_TEXTS

/** Why something was refused: for people in English, and what another language is made of. */
export interface Refusal {
  message: string
  reason: RefusalReason
  details: Record<string, string>
}

/** Says why something was refused. */
export function tellWhy(reason: RefusalReason, details: Record<string, string> = {}): Refusal {
  const text: string = REFUSAL_TEXTS[reason]
  const message = text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => details[name] ?? place)
  return { message, reason, details }
}
