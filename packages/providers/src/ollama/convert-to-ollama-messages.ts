import type {
  JSONValue,
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import type { OllamaMessage } from './ollama-protocol.ts'

type SdkMessage = LanguageModelV4Prompt[number]
type AssistantMessage = Extract<SdkMessage, { role: 'assistant' }>
type ToolMessage = Extract<SdkMessage, { role: 'tool' }>

/** A prompt as messages of `/api/chat`. */
export function convertToOllamaMessages(prompt: LanguageModelV4Prompt): OllamaMessage[] {
  return prompt.flatMap((message) => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }]
      case 'user':
        return [{ role: 'user', ...contentOf(message.content) }]
      case 'assistant':
        return [convertAssistant(message)]
      case 'tool':
        return convertResults(message)
      default:
        return message satisfies never
    }
  })
}

type Content = ({ type: 'text'; text: string } | LanguageModelV4FilePart)[]

function contentOf(parts: Content): Pick<OllamaMessage, 'content' | 'images'> {
  const images = parts.flatMap((part) => (part.type === 'file' ? imageOf(part) : []))
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return { content, ...(images.length > 0 ? { images } : {}) }
}

function imageOf({ data }: LanguageModelV4FilePart): string[] {
  if (data.type !== 'data') return []
  return [typeof data.data === 'string' ? data.data : data.data.toBase64()]
}

function convertAssistant({ content }: AssistantMessage): OllamaMessage {
  const textOf = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
  const thinking = textOf('reasoning')
  const calls = content.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ function: { name: part.toolName, arguments: part.input as JSONValue } }]
      : [],
  )
  return {
    role: 'assistant',
    content: textOf('text'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

function convertResults({ content }: ToolMessage): OllamaMessage[] {
  return content.flatMap((part) =>
    part.type === 'tool-result'
      ? [{ role: 'tool' as const, tool_name: part.toolName, ...resultOf(part.output) }]
      : [],
  )
}

function resultOf(output: LanguageModelV4ToolResultOutput): Pick<OllamaMessage, 'content' | 'images'> {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { content: output.value }
    case 'json':
    case 'error-json':
      return { content: JSON.stringify(output.value) }
    case 'content':
      return contentOf(output.value.filter((part) => part.type === 'text' || part.type === 'file'))
    case 'execution-denied':
      return { content: output.reason ?? 'The tool was not allowed to run.' }
    default:
      return output satisfies never
  }
}
