import { RunnelError } from '@runnel/contract'
import type { Prompt } from '../call-context.ts'
import { readText } from '../read-values.ts'

/**
 * What fills the places of a prompt: the author's values; a single place without one takes the question
 * (`engine.md` 2.2), and so does a single one that was left empty. Several without are an error that names them.
 */
export function fillPromptValues(prompt: Prompt, question: string): Record<string, string> {
  const open = prompt.variables.filter((name) => prompt.values[name] === undefined)
  if (open.length > 1) {
    throw new RunnelError(
      'invalid_input',
      `The prompt has no values for ${open.map((name) => `{${name}}`).join(', ')}. One place may stay free for the question; give the others a value in Format Prompt Values.`,
    )
  }
  const empty = prompt.variables.filter((name) => prompt.values[name] === '')
  const asking = open.length === 0 && empty.length === 1 ? empty : open
  const fixed = Object.keys(prompt.values).map((name) => [name, readText(prompt.values, name)])
  return { ...Object.fromEntries(fixed), ...Object.fromEntries(asking.map((name) => [name, question])) }
}
