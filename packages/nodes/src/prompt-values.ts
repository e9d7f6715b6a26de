import { RunnelError } from '@runnel/contract'
import { type Prompt, readText } from '@runnel/node-kit'

/**
 * What fills the places of a prompt: the author's values; a single place without one takes the question
 * (`engine.md` 2.2). Several are an error that names them.
 */
export function fillPromptValues(prompt: Prompt, question: string): Record<string, string> {
  const open = prompt.variables.filter((name) => prompt.values[name] === undefined)
  if (open.length > 1) {
    throw new RunnelError(
      'invalid_input',
      `The prompt has no values for ${open.map((name) => `{${name}}`).join(', ')}. One place may stay free for the question; give the others a value in Format Prompt Values.`,
    )
  }
  const fixed = Object.keys(prompt.values).map((name) => [name, readText(prompt.values, name)])
  return { ...Object.fromEntries(fixed), ...Object.fromEntries(open.map((name) => [name, question])) }
}
