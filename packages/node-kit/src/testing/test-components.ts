import { type HistoryMessage, RunnelError } from '@runnel/contract'
import type { Prompt } from '../call-context.ts'
import type { ToolOffer, ToolResult } from '../call-requests.ts'
import type { Component } from '../component.ts'
import { createTestComponent } from './test-step-context.ts'

/** A model at an anchor; what it replies is played by the test. */
export const aModel: Component = createTestComponent(
  'chatDemo',
  {},
  { chatModel: () => Promise.reject(new RunnelError('model_error', 'The test plays the model.')) },
)

/** A memory that keeps all. */
export const aMemory: Component = createTestComponent(
  'bufferMemory',
  {},
  { memory: { recall: async (_component, { run }) => run.pastHistory } },
)

/** A prompt at an anchor. */
export function aPrompt(prompt: Partial<Prompt>): Component {
  const whole: Prompt = { variables: [], values: {}, format: () => [], ...prompt }
  return createTestComponent('promptTemplate', {}, { prompt: () => whole })
}

/** A tool of a test: what it offers, and what it does. */
export type TestTool = Partial<ToolOffer> & { work?: (input: unknown) => Promise<ToolResult> }

/** A tool at an anchor. */
export function aTool({ work = async () => ({ content: 'done' }), ...offer }: TestTool): Component {
  const whole: ToolOffer = {
    name: 'tool',
    description: 'A tool',
    inputSchema: { type: 'object' },
    effects: 'none',
    ...offer,
  }
  const toolset = {
    list: () => [whole],
    call: (_component: Component, { input }: { input: unknown }) => work(input),
  }
  return createTestComponent('testTool', {}, { toolset })
}

/** An exchange before this run. */
export const anExchange: HistoryMessage[] = [
  { role: 'user', content: 'My name is Ada.' },
  { role: 'assistant', content: 'Hello Ada.' },
]

/** A reply of words. */
export function said(text: string) {
  return { parts: [{ type: 'text' as const, text }] }
}
