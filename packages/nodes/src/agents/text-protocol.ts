import type { JsonValue } from '@runnel/contract'
import { type Tool, type ToolDialect, type ToolResultPart, textOf } from '@runnel/node-kit'
import { readToolInput } from './tool-input.ts'

/**
 * What a text says: the answer, one tool with its input, or a fault. `said` is the part of the text that counts: what a
 * model made up behind its request for a tool is not handed back to it. A plain text, without any sign of the protocol,
 * is an answer of a model that did not heed it.
 */
export type TextReading =
  | { answer: string }
  | { tool: string; input: JsonValue; said: string }
  | { fault: string; isPlain: boolean }

/** The grammar in which a model asks for tools by what it writes. Pure. */
export interface TextProtocol {
  /** Tells the model its tools (a line each) and how to write. */
  instructions(tools: { described: string; names: string }): string
  read(text: string): TextReading
  /** How the result of a tool is told. */
  tell(result: string): string
  /** The forms in short, for a model that was not understood. */
  reminder: string
}

/** Speaks of tools by the text of a protocol: nothing of a reply is shown before it is read. */
export function textDialect(protocol: TextProtocol): ToolDialect {
  return {
    streams: false,
    offer: () => ({}),
    read: ({ parts }, tools) => {
      const text = textOf(parts)
      const reading = protocol.read(text)
      if ('answer' in reading) return reading
      if ('fault' in reading) {
        const fault = `${reading.fault} ${protocol.reminder}`
        return reading.isPlain && text.trim() !== '' ? { fault, answer: text.trim() } : { fault }
      }
      return readCall(tools, reading)
    },
    tell: ({ parts }, results) => {
      const reading = protocol.read(textOf(parts))
      const content = 'said' in reading ? reading.said : textOf(parts)
      return [
        { role: 'assistant', content },
        { role: 'user', content: protocol.tell(results.map(contentOf).join('\n')) },
      ]
    },
    correct: ({ parts }, fault) => [
      { role: 'assistant', content: textOf(parts) },
      { role: 'user', content: fault },
    ],
  }
}

function readCall(tools: Tool[], { tool: written, input }: { tool: string; input: JsonValue }) {
  const name = written.trim().replace(/^["'`[(*]{1,4}|["'`\])*.]{1,4}$/g, '')
  const tool =
    tools.find((known) => known.name === name) ??
    tools.find((known) => known.name.toLowerCase() === name.toLowerCase())
  const call = { type: 'tool-call' as const, id: name, name: tool?.name ?? name }
  if (!tool) return { calls: [{ ...call, input }] }
  const read = readToolInput(tool, input)
  return 'fault' in read ? read : { calls: [{ ...call, input: read.input }] }
}

function contentOf({ content }: ToolResultPart): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
