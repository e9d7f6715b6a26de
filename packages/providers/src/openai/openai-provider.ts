import { buildModelReference, defineNode, type Provider } from '@runnel/node-kit'
import { chatOpenAICustomDefinition } from './chat-openai-custom-definition.ts'
import { chatOpenAIDefinition } from './chat-openai-definition.ts'
import { openAIApiCredential } from './openai-api-credential.ts'
import { OPENAI_MARK } from './openai-mark.ts'

const build = async () => buildModelReference
const open = async () => (await import('./open-openai-chat-model.ts')).openOpenAIChatModel

/** OpenAI, and every server that speaks its chat completions. */
export const openAIProvider: Provider = {
  name: 'openai',
  nodes: [
    defineNode({
      definition: chatOpenAIDefinition,
      build,
      iconSvg: OPENAI_MARK,
      load: { listModels: async () => (await import('./list-openai-models.ts')).listOpenAIModels },
    }),
    defineNode({ definition: chatOpenAICustomDefinition, build, iconSvg: OPENAI_MARK }),
  ],
  credentials: [openAIApiCredential],
  chatModels: { chatOpenAI: open, chatOpenAICustom: open },
}
