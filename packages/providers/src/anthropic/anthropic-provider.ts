import { defineNode, type Provider } from '@runnel/node-kit'
import { anthropicApiCredential } from './anthropic-api-credential.ts'
import { ANTHROPIC_MARK } from './anthropic-mark.ts'
import { ANTHROPIC_PRICES } from './anthropic-prices.ts'
import { chatAnthropicDefinition } from './chat-anthropic-definition.ts'

/** Anthropic, and gateways that speak its messages. */
export const anthropicProvider: Provider = {
  name: 'anthropic',
  nodes: [
    defineNode({
      definition: chatAnthropicDefinition,
      provides: {
        chatModel: async () => (await import('./open-anthropic-chat-model.ts')).openAnthropicChatModel,
      },
      iconSvg: ANTHROPIC_MARK,
      load: { listModels: async () => (await import('./list-anthropic-models.ts')).listAnthropicModels },
      prices: ANTHROPIC_PRICES,
    }),
  ],
  credentials: [anthropicApiCredential],
}
