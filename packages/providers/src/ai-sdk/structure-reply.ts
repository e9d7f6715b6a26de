import type { JsonObject } from '@runnel/contract'
import type { ModelMessage, Part } from '@runnel/node-kit'

/** The tool by which a vendor without a way of its own gives an answer in fields. */
export const STRUCTURE_TOOL = 'give_answer'

/** An answer given by that tool, as the text that any vendor gives it in. */
export function structureAsText(parts: Part[]): Part[] {
  return parts.map((part) =>
    part.type === 'tool-call' && part.name === STRUCTURE_TOOL
      ? { type: 'text', text: JSON.stringify(part.input) }
      : part,
  )
}

/** The wish for JSON in words, for vendors that know neither schemas nor tools. */
export function structureInWords(schema: JsonObject): ModelMessage {
  return {
    role: 'user',
    content: `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`,
  }
}
