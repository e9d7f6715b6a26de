import type { Provider } from '@runnel/node-kit'
import { anthropicProvider } from './anthropic/anthropic-provider.ts'
import { demoProvider } from './demo/demo-provider.ts'
import { groqProvider } from './groq/groq-provider.ts'
import { openAIProvider } from './openai/openai-provider.ts'
import { openRouterProvider } from './openrouter/openrouter-provider.ts'

/** Every model vendor: one line and one folder each. */
export const providerCatalogue: Provider[] = [
  openAIProvider,
  anthropicProvider,
  groqProvider,
  openRouterProvider,
  demoProvider,
]
