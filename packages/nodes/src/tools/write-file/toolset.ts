import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { Toolset } from '@runnel/node-kit'
import { checkFileName } from '../file-name.ts'
import { readArgument } from '../read-argument.ts'

const LONGEST_TEXT = 1_000_000

/** What an artifact is called by the ending of its file; the rest is plain text. */
const KINDS: Record<string, string> = {
  md: 'markdown',
  html: 'html',
  json: 'json',
  js: 'javascript',
  tex: 'latex',
}

/** One tool: it writes a text as a file of the conversation. */
export const writeFileToolset: Toolset = {
  list: () => [
    {
      name: 'write_file',
      description:
        'Writes a text as a file of this conversation. A file of the same name is replaced; people get it with the answer.',
      inputSchema: {
        type: 'object',
        properties: {
          file_path: { type: 'string', description: 'The name of the file, such as notes.txt' },
          text: { type: 'string', description: 'The whole text of the file' },
        },
        required: ['file_path', 'text'],
        additionalProperties: false,
      },
      effects: 'write',
    },
  ],
  async call(_component, { input }, call) {
    const name = checkFileName(readArgument(input, 'file_path'))
    const text = readWhole(input)
    const bytes = new TextEncoder().encode(text)
    await call.file.keep({ name, bytes, mediaType: 'text/plain' })
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    const type = Object.hasOwn(KINDS, ending) ? (KINDS[ending] ?? 'text') : 'text'
    return {
      content: `The file ${name} is written (${text.length} characters).`,
      artifacts: [{ type, data: `FILE-STORAGE::${name}` }],
    }
  },
}

/** The text as it is written, with the blanks at its ends. */
function readWhole(input: JsonValue): string {
  const text = isJsonObject(input) ? input.text : undefined
  if (typeof text !== 'string')
    throw new RunnelError(
      'invalid_input',
      'The argument "text" is missing or no text. Call the tool again with it.',
    )
  if (text.length <= LONGEST_TEXT) return text
  throw new RunnelError('invalid_input', `A file may have ${LONGEST_TEXT} characters. Write several.`)
}
