import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelRequest } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { createSdkChatModel } from './sdk-chat-model.ts'
import { LENIENT_RULES } from './vendor-rules.ts'

/** More than any thread reads in a turn. */
const MANY = 400_000

/** A vendor that is always ahead of its readers. */
function quickModel(): LanguageModelV4 {
  let n = 0
  const parts = new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      if (n++ < MANY) controller.enqueue({ type: 'text-delta', id: '0', delta: 'word ' })
      else controller.close()
    },
  })
  return { doStream: async () => ({ stream: parts }) } as unknown as LanguageModelV4
}

/** Lets others have their turn at every hundredth part. */
let asked = 0
const giveWay = () =>
  ++asked % 100 === 0 ? new Promise<void>((resolve) => setImmediate(resolve)) : undefined

const open = () =>
  createSdkChatModel({
    model: quickModel(),
    endpoint: { vendor: 'Quick', modelName: 'quick', secrets: [] },
    isHome: true,
    rules: { ...LENIENT_RULES, namespace: 'quick', mediaTypes: [] },
    settings: {},
    streams: true,
    timeoutMs: undefined,
    vendor: { sleep: async () => undefined, giveWay, readFile: async () => new Uint8Array() },
  })

test('others have their turn while vendors send faster than they are read', async () => {
  const request: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }] }
  let taken = 0
  let turn: number | undefined
  setImmediate(() =>
    setImmediate(() => {
      turn = taken
    }),
  )
  const read = async () => {
    for await (const part of open().stream(request, new AbortController().signal)) {
      if (part.type === 'text') taken++
      if (turn !== undefined) return
    }
  }
  await Promise.allSettled([read(), read(), read()])
  expect(turn).toBeLessThan(MANY)
})
