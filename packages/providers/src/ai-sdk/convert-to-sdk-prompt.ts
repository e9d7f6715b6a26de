import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider'
import { RunnelError } from '@runnel/contract'
import type { MessagePart, ModelMessage, ToolCall } from '@runnel/node-kit'

type SdkMessage = LanguageModelV4Prompt[number]

/** What a vendor takes of a prompt. */
export interface PromptRules {
  /** The vendor's key for options of its own, such as `openai`; names of speakers travel there. */
  namespace: string
  /** Whether the author lets images through to this model. */
  allowsImages: boolean
}

/** Our messages in the form of the AI SDK. */
export function convertToSdkPrompt(messages: ModelMessage[], rules: PromptRules): LanguageModelV4Prompt {
  return messages.map((message) => convertMessage(message, rules))
}

function convertMessage(message: ModelMessage, rules: PromptRules): SdkMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: userParts(message.content, rules), ...named(message.name, rules) }
    case 'assistant':
      return {
        role: 'assistant',
        content: [...textParts(message.content), ...(message.toolCalls ?? []).map(callPart)],
        ...named(message.name, rules),
      }
    case 'tool':
      return { role: 'tool', content: [resultPart(message)] }
    default:
      return message satisfies never
  }
}

function userParts(content: string | MessagePart[], rules: PromptRules) {
  if (typeof content === 'string') return [{ type: 'text' as const, text: content }]
  return content.map((part) => (part.type === 'text' ? part : imagePart(part, rules)))
}

function imagePart(
  part: Extract<MessagePart, { type: 'image' }>,
  rules: PromptRules,
): LanguageModelV4FilePart {
  if (!rules.allowsImages) {
    throw new RunnelError(
      'invalid_input',
      'This model does not take images. Turn on Allow Image Uploads in the model, if it can see them.',
    )
  }
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(part.url)
  if (inline?.[1] !== undefined && inline[2] !== undefined) {
    return { type: 'file', mediaType: inline[1], data: { type: 'data', data: inline[2] } }
  }
  return { type: 'file', mediaType: part.mime, data: { type: 'url', url: new URL(part.url) } }
}

function textParts(text: string): LanguageModelV4TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function callPart(call: ToolCall) {
  return { type: 'tool-call' as const, toolCallId: call.id, toolName: call.name, input: call.input }
}

function resultPart(message: Extract<ModelMessage, { role: 'tool' }>) {
  const type: 'text' | 'error-text' = message.isError ? 'error-text' : 'text'
  return {
    type: 'tool-result' as const,
    toolCallId: message.toolCallId,
    toolName: message.toolName,
    output: { type, value: message.content },
  }
}

/** Vendors refuse names with spaces and a few marks, and long ones. */
function named(name: string | undefined, { namespace }: PromptRules) {
  const fit = name?.replace(/[^\w-]+/g, '_').slice(0, 64)
  return fit ? { providerOptions: { [namespace]: { name: fit } } } : {}
}
