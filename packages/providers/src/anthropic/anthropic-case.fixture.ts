import type { ChatModelCase, FakeVendor } from '../testing/chat-model-case.ts'
import type { FakeAnthropicReply } from '../testing/fake-anthropic/anthropic-reply.ts'
import { startFakeAnthropic } from '../testing/fake-anthropic/fake-anthropic-server.ts'
import type { FakeReply } from '../testing/fake-openai-reply.ts'

/** The chat models of Anthropic in the tests of the family. */
export const anthropicCase: ChatModelCase = {
  node: 'chatAnthropic',
  values: { modelName: 'claude-haiku-4-5' },
  credential: { anthropicApiKey: 'sk-ant-test-key' },
  startFake,
  images: { allowImageUploads: true },
  reasoning: { extendedThinking: true },
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokensToSample: 100, topK: 5 },
    body: { temperature: 0.2, max_tokens: 100, top_k: 5 },
  },
}

async function startFake(): Promise<FakeVendor> {
  const { baseURL, requests, respondWith, close } = await startFakeAnthropic({ apiKey: 'sk-ant-test-key' })
  return {
    origin: new URL(baseURL).origin,
    requests,
    respondWith: (...replies) => respondWith(...replies.map(toAnthropic)),
    close,
  }
}

function toAnthropic(reply: FakeReply): FakeAnthropicReply {
  if ('malformed' in reply || 'hangUp' in reply) return reply
  if ('status' in reply) {
    const { code: _code, ...refusal } = reply
    return refusal
  }
  const { reasoning, toolCalls, usage, finishReason: _reason, ...answer } = reply
  return {
    ...answer,
    ...(reasoning === undefined ? {} : { thinking: reasoning }),
    ...(toolCalls
      ? {
          toolCalls: toolCalls.map(({ id, name, input }) => ({
            ...(id === undefined ? {} : { id }),
            name,
            input: input as Record<string, unknown>,
          })),
        }
      : {}),
    ...(usage ? { usage: { input: usage.prompt, output: usage.completion } } : {}),
  }
}
