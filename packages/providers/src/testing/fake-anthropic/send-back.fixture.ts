import type {
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]
type Block = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>

/** What came, as the assistant's message of the next call: metadata goes back unread. */
export function asMessage(content: LanguageModelV4Content[]): LanguageModelV4Message {
  return { role: 'assistant', content: content.flatMap(asPart) }
}

function asPart(part: LanguageModelV4Content): AssistantPart[] {
  const back = part.providerMetadata ? { providerOptions: part.providerMetadata } : {}
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, ...back }]
    case 'tool-call': {
      const { type, toolCallId, toolName, providerExecuted = false } = part
      return [{ type, toolCallId, toolName, providerExecuted, input: JSON.parse(part.input), ...back }]
    }
    case 'tool-result': {
      const output = { type: 'json' as const, value: part.result }
      return [{ type: part.type, toolCallId: part.toolCallId, toolName: part.toolName, output, ...back }]
    }
    default:
      return []
  }
}

/** The answer to the first call of a tool among what came. */
export function answerTool(content: LanguageModelV4Content[], value: string): LanguageModelV4Message {
  const call = content.find((part) => part.type === 'tool-call')
  if (!call) throw new Error('No tool was called.')
  const { toolCallId, toolName } = call
  const output = { type: 'text' as const, value }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}

/** A stream put together as if it had come whole. */
export function collectContent(parts: LanguageModelV4StreamPart[]): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = []
  const blocks = new Map<string, Block>()
  for (const part of parts) {
    const opened = openBlock(part)
    if (opened) {
      blocks.set(opened.id, opened.block)
      content.push(opened.block)
    }
    if ('id' in part) fill(blocks.get(part.id ?? ''), part)
    if (part.type === 'tool-call' || part.type === 'tool-result' || part.type === 'source') content.push(part)
  }
  return content
}

function openBlock(part: LanguageModelV4StreamPart): { id: string; block: Block } | undefined {
  if (part.type === 'text-start') return { id: part.id, block: { type: 'text', text: '' } }
  if (part.type === 'reasoning-start') return { id: part.id, block: { type: 'reasoning', text: '' } }
  return undefined
}

function fill(block: Block | undefined, part: LanguageModelV4StreamPart): void {
  if (!block) return
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') block.text += part.delta
  if ('providerMetadata' in part && part.providerMetadata) {
    block.providerMetadata = { ...block.providerMetadata, ...part.providerMetadata }
  }
}
