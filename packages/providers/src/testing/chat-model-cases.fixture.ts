import { anthropicCase } from '../anthropic/anthropic-case.fixture.ts'
import { groqCase } from '../groq/groq-case.fixture.ts'
import { openAICases } from '../openai/openai-case.fixture.ts'
import { openRouterCase } from '../openrouter/openrouter-case.fixture.ts'
import type { ChatModelCase } from './chat-model-case.ts'

/** Every chat model of the catalogue but the Demo model, which calls nobody. */
export const chatModelCases: ChatModelCase[] = [...openAICases, anthropicCase, groqCase, openRouterCase]
