import type { NodeDefinition } from '@runnel/contract'

/** A model that is none: plain rules, the same answer every time, no key, no network. */
export const chatDemoDefinition: NodeDefinition = {
  name: 'chatDemo',
  label: 'Demo model',
  version: 1,
  type: 'ChatDemo',
  icon: 'IconTestPipe',
  category: 'Chat Models',
  color: '#64B5F6',
  description: 'No AI: for trying things out. Answers by plain rules, without a key and without a network',
  baseClasses: ['ChatDemo', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  kind: 'component',
  effects: 'none',
  provides: ['chatModel'],
  badge: 'No AI',
  streams: true,
  inputs: [
    {
      label: 'Delay per Word',
      name: 'delayMs',
      type: 'number',
      overridable: true,
      default: 12,
      min: 0,
      max: 1000,
      step: 1,
      description: 'How long each streamed word takes, in milliseconds',
      optional: true,
    },
    {
      label: 'Streaming',
      name: 'streaming',
      readAs: 'streaming',
      type: 'boolean',
      overridable: true,
      default: true,
      optional: true,
      additionalParams: true,
    },
  ],
}
