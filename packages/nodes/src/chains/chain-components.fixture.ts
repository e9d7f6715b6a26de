import type { HistoryMessage } from '@runnel/contract'
import type { Component, Prompt, Tool } from '@runnel/node-kit'

/** A model at an anchor. */
export const aModel: Component = {
  kind: 'model',
  model: { type: 'chatDemo', values: {}, nodeId: 'chatDemo_0' },
}

/** A memory that keeps all. */
export const aMemory: Component = {
  kind: 'memory',
  memory: { key: 'chat_history', label: 'Buffer Memory', select: (messages) => messages },
}

/** A prompt at an anchor. */
export function aPrompt(prompt: Partial<Prompt>): Component {
  return { kind: 'prompt', prompt: { variables: [], values: {}, format: () => [], ...prompt } }
}

/** A tool at an anchor. */
export function aTool(tool: Partial<Tool>): Component {
  const whole: Tool = {
    name: 'tool',
    description: 'A tool',
    inputSchema: { type: 'object' },
    effects: 'none',
    call: async () => ({ content: 'done' }),
    ...tool,
  }
  return { kind: 'tools', tools: [whole] }
}

/** An exchange before this run. */
export const anExchange: HistoryMessage[] = [
  { role: 'user', content: 'My name is Ada.' },
  { role: 'assistant', content: 'Hello Ada.' },
]
