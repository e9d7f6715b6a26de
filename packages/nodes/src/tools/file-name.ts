import { RunnelError } from '@runnel/contract'

const LONGEST_NAME = 100

/**
 * The name of a file as a model writes it. Files lie in the conversation, where there are no folders.
 * @throws RunnelError `invalid_input` for what is none
 */
export function checkFileName(name: string): string {
  const isPlain = [...name].every((sign) => sign >= ' ' && sign !== '\x7f' && sign !== '/' && sign !== '\\')
  if (isPlain && !name.startsWith('.') && name.length <= LONGEST_NAME) return name
  throw new RunnelError(
    'invalid_input',
    `"${name.slice(0, LONGEST_NAME)}" is no name of a file here: at most ${LONGEST_NAME} characters, without folders, such as notes.txt. Call the tool again with one.`,
  )
}
