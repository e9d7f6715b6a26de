import { alibabaCase } from './alibaba/alibaba-case.fixture.ts'
import { anthropicCase } from './anthropic/anthropic-case.fixture.ts'
import { azureCase } from './azure/azure-case.fixture.ts'
import { baiduCase } from './baidu/baidu-case.fixture.ts'
import { bedrockCase } from './bedrock/bedrock-case.fixture.ts'
import { cerebrasCase } from './cerebras/cerebras-case.fixture.ts'
import { cloudflareCase } from './cloudflare/cloudflare-case.fixture.ts'
import { cohereCase } from './cohere/cohere-case.fixture.ts'
import { cometCase } from './comet/comet-case.fixture.ts'
import { deepseekCase } from './deepseek/deepseek-case.fixture.ts'
import { fireworksCase } from './fireworks/fireworks-case.fixture.ts'
import { googleCase } from './google/google-case.fixture.ts'
import { vertexCase } from './google/vertex-case.fixture.ts'
import { groqCase } from './groq/groq-case.fixture.ts'
import { huggingFaceCase } from './huggingface/huggingface-case.fixture.ts'
import { litellmCase } from './litellm/litellm-case.fixture.ts'
import { lmStudioCase } from './lmstudio/lmstudio-case.fixture.ts'
import { localAICase } from './localai/localai-case.fixture.ts'
import { mistralCase } from './mistral/mistral-case.fixture.ts'
import { moonshotCase } from './moonshot/moonshot-case.fixture.ts'
import { nebiusCase } from './nebius/nebius-case.fixture.ts'
import { nvidiaCase } from './nvidia/nvidia-case.fixture.ts'
import { ollamaCase } from './ollama/ollama-case.fixture.ts'
import { openAICases } from './openai/openai-case.fixture.ts'
import { openRouterCase } from './openrouter/openrouter-case.fixture.ts'
import { perplexityCase } from './perplexity/perplexity-case.fixture.ts'
import { replicateCase } from './replicate/replicate-case.fixture.ts'
import { sambanovaCase } from './sambanova/sambanova-case.fixture.ts'
import { type ChatModelCase, isWithout } from './testing/chat-model-case.ts'
import { togetherAICase } from './togetherai/togetherai-case.fixture.ts'
import { watsonxCase, watsonxLlmCase } from './watsonx/watsonx-case.fixture.ts'
import { xaiCase } from './xai/xai-case.fixture.ts'

const OLDER = 'none: the older node has no param for it'

/** The older node of the same models: it has no params for what they see, hear and think. */
function asLlm({ sounds: _sounds, ...facts }: ChatModelCase, node: string): ChatModelCase {
  const thinksUnasked = !isWithout(facts.reasoning) && Object.keys(facts.reasoning).length === 0
  return { ...facts, node, images: OLDER, reasoning: thinksUnasked ? facts.reasoning : OLDER }
}

/** Every chat model of the catalogue but the Demo model, which calls nobody. */
export const chatModelCases: ChatModelCase[] = [
  ...openAICases,
  anthropicCase,
  azureCase,
  googleCase,
  groqCase,
  openRouterCase,
  deepseekCase,
  xaiCase,
  togetherAICase,
  fireworksCase,
  cerebrasCase,
  perplexityCase,
  alibabaCase,
  nvidiaCase,
  litellmCase,
  localAICase,
  lmStudioCase,
  sambanovaCase,
  cometCase,
  huggingFaceCase,
  mistralCase,
  ollamaCase,
  cohereCase,
  bedrockCase,
  vertexCase,
  watsonxCase,
  cloudflareCase,
  baiduCase,
  moonshotCase,
  nebiusCase,
  asLlm(openAICases[0], 'openAI'),
  asLlm(azureCase, 'azureOpenAI'),
  asLlm(cohereCase, 'cohere'),
  asLlm(ollamaCase, 'ollama'),
  asLlm(fireworksCase, 'fireworks'),
  asLlm(sambanovaCase, 'sambanova'),
  {
    ...asLlm(togetherAICase, 'togetherAI'),
    settings: {
      values: { temperature: 0.2, topK: 40, topP: 0.5, repeatPenalty: 1.1, stop: 'END' },
      body: { temperature: 0.2, top_k: 40, top_p: 0.5, repetition_penalty: 1.1, stop: ['END'] },
    },
  },
  asLlm(huggingFaceCase, 'huggingFaceInference_LLMs'),
  asLlm(bedrockCase, 'awsBedrock'),
  asLlm(vertexCase, 'googlevertexai'),
  watsonxLlmCase,
  replicateCase,
]
