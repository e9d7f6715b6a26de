import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { convertAsyncIteratorToReadableStream } from '@ai-sdk/provider-utils'
import { RunnelError } from '@runnel/contract'

/** How a text ended that a model went on with. */
export interface CompletionEnd {
  /** As the vendor reports them. */
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  reason: LanguageModelV4FinishReason['unified']
}

/** What is asked: one text, with what the node's values say of it. */
export interface AskedPrompt {
  prompt: string
  options: LanguageModelV4CallOptions
}

/** A vendor whose models take one text and go on with it: they know neither roles nor tools. */
export interface PromptProtocol {
  label: string
  modelName: string
  complete(asked: AskedPrompt): Promise<CompletionEnd & { text: string }>
  /** Texts as they come, then the end; without an end the stream was cut. */
  stream(asked: AskedPrompt): AsyncIterable<string | CompletionEnd>
}

const BLOCK = 'text'

/** Such a model as one of the AI SDK: a conversation is written down as one text. */
export function createPromptModel(protocol: PromptProtocol): LanguageModelV4 {
  const { label, modelName } = protocol
  const read = (options: LanguageModelV4CallOptions): AskedPrompt => {
    if ((options.tools ?? []).length > 0) {
      throw new RunnelError(
        'invalid_input',
        `The model ${modelName} of ${label} takes texts only and calls no tools. Choose a chat model for a step with tools.`,
      )
    }
    return { prompt: writePrompt(options.prompt), options }
  }
  return {
    specificationVersion: 'v4',
    provider: label,
    modelId: modelName,
    supportedUrls: {},
    doGenerate: async (options) => {
      const { text, ...end } = await protocol.complete(read(options))
      return {
        content: text === '' ? [] : [{ type: 'text', text }],
        finishReason: { unified: end.reason, raw: undefined },
        usage: usageOf(end),
        warnings: [],
      }
    },
    doStream: async (options) => {
      const asked = read(options)
      const pieces = protocol.stream(asked)[Symbol.asyncIterator]()
      // A refusal is thrown here, before anything is shown.
      const first = await pieces.next()
      return { stream: convertAsyncIteratorToReadableStream(writeParts(first, pieces)) }
    },
  }
}

async function* writeParts(
  first: IteratorResult<string | CompletionEnd>,
  pieces: AsyncIterator<string | CompletionEnd>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: BLOCK }
  for (let next = first; next.done !== true; next = await pieces.next()) {
    const { value } = next
    if (typeof value === 'string') yield { type: 'text-delta', id: BLOCK, delta: value }
    else {
      yield { type: 'text-end', id: BLOCK }
      yield {
        type: 'finish',
        usage: usageOf(value),
        finishReason: { unified: value.reason, raw: undefined },
      }
    }
  }
}

function usageOf({ inputTokens, outputTokens }: CompletionEnd): LanguageModelV4Usage {
  return {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  }
}

const SPEAKERS = { user: 'Human', assistant: 'Assistant' } as const

/** A question alone stands as it is; a conversation names who speaks, and ends where the model is to go on. */
export function writePrompt(prompt: LanguageModelV4Prompt): string {
  const rules: string[] = []
  const turns: { role: 'user' | 'assistant'; text: string }[] = []
  for (const message of prompt) {
    if (message.role === 'system') rules.push(message.content)
    else if (message.role !== 'tool') turns.push({ role: message.role, text: textOf(message.content) })
  }
  const hasAnswers = turns.some(({ role }) => role === 'assistant')
  const said = turns.map(({ role, text }) => (hasAnswers ? `${SPEAKERS[role]}: ${text}` : text))
  return [...rules, ...said, ...(hasAnswers ? [`${SPEAKERS.assistant}:`] : [])].join('\n\n')
}

function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  return parts
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')
}
