import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { CallContext, KeptFile, Toolset } from '@runnel/node-kit'
import { LONGEST_TEXT } from '../cut-text.ts'
import { checkFileName } from '../file-name.ts'
import { readArgument } from '../read-argument.ts'

/** Names that are told where a file is missing. */
const MOST_NAMES = 50
const LARGEST = 10_000_000

/** One tool: it reads a file of the conversation, a piece at a time. */
export const readFileToolset: Toolset = {
  list: () => [
    {
      name: 'read_file',
      description:
        'Reads a file of this conversation: one that was given with a question, or that was written before. Long ones are read in pieces.',
      inputSchema: {
        type: 'object',
        properties: {
          file_path: { type: 'string', description: 'The name of the file' },
          offset: { type: 'number', description: 'At which character to begin; 0 when left out' },
        },
        required: ['file_path'],
        additionalProperties: false,
      },
      effects: 'read',
    },
  ],
  async call(_component, { input }, call) {
    const name = checkFileName(readArgument(input, 'file_path'))
    const offset = readOffset(input)
    const files = await call.file.listKept()
    const file = files.find((each) => each.name === name)
    if (!file) throw missing(name, files)
    return { content: cutPiece(await readTextOf(file, call), offset) }
  },
}

function readOffset(input: JsonValue): number {
  const offset = isJsonObject(input) ? Number(input.offset ?? 0) : 0
  if (Number.isInteger(offset) && offset >= 0) return offset
  throw new RunnelError(
    'invalid_input',
    'The argument "offset" must be a whole number from 0 on. Call the tool again with it.',
  )
}

function missing(name: string, files: readonly KeptFile[]): RunnelError {
  const names = files.slice(0, MOST_NAMES).map((each) => each.name)
  const there = names.length === 0 ? 'It has no files.' : `It has: ${names.join(', ')}.`
  return new RunnelError('invalid_input', `The conversation has no file ${name}. ${there}`)
}

async function readTextOf({ blob, name, mediaType, size }: KeptFile, call: CallContext): Promise<string> {
  if (size > LARGEST) throw new RunnelError('invalid_input', `The file ${name} is too large to be read here.`)
  if (mediaType === 'application/pdf') {
    const { pages } = await call.file.readText({ blob }, 'pdf')
    return pages.join('\n\n')
  }
  const { bytes } = await call.file.read({ blob })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new RunnelError('invalid_input', `The file ${name} (${mediaType}) holds no text.`, { cause })
  }
}

/** A piece with a note where more follows. */
function cutPiece(text: string, offset: number): string {
  if (text === '') return '[The file is empty.]'
  const piece = text.slice(offset, offset + LONGEST_TEXT).toWellFormed()
  if (piece === '') return `[The file ends at character ${text.length}.]`
  const end = offset + LONGEST_TEXT
  if (end >= text.length) return piece
  return `${piece}\n\n[Cut here: go on with offset ${end} of ${text.length} characters.]`
}
