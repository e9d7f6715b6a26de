import { alibabaCase } from '../alibaba/alibaba-case.fixture.ts'
import { anthropicCase } from '../anthropic/anthropic-case.fixture.ts'
import { azureCase } from '../azure/azure-case.fixture.ts'
import { bedrockCase } from '../bedrock/bedrock-case.fixture.ts'
import { cerebrasCase } from '../cerebras/cerebras-case.fixture.ts'
import { cloudflareCase } from '../cloudflare/cloudflare-case.fixture.ts'
import { cohereCase } from '../cohere/cohere-case.fixture.ts'
import { cometCase } from '../comet/comet-case.fixture.ts'
import { deepseekCase } from '../deepseek/deepseek-case.fixture.ts'
import { fireworksCase } from '../fireworks/fireworks-case.fixture.ts'
import { googleCase } from '../google/google-case.fixture.ts'
import { vertexCase } from '../google/vertex-case.fixture.ts'
import { groqCase } from '../groq/groq-case.fixture.ts'
import { huggingFaceCase } from '../huggingface/huggingface-case.fixture.ts'
import { litellmCase } from '../litellm/litellm-case.fixture.ts'
import { lmStudioCase } from '../lmstudio/lmstudio-case.fixture.ts'
import { localAICase } from '../localai/localai-case.fixture.ts'
import { mistralCase } from '../mistral/mistral-case.fixture.ts'
import { nvidiaCase } from '../nvidia/nvidia-case.fixture.ts'
import { ollamaCase } from '../ollama/ollama-case.fixture.ts'
import { openAICases } from '../openai/openai-case.fixture.ts'
import { openRouterCase } from '../openrouter/openrouter-case.fixture.ts'
import { perplexityCase } from '../perplexity/perplexity-case.fixture.ts'
import { sambanovaCase } from '../sambanova/sambanova-case.fixture.ts'
import { togetherAICase } from '../togetherai/togetherai-case.fixture.ts'
import { watsonxCase } from '../watsonx/watsonx-case.fixture.ts'
import { xaiCase } from '../xai/xai-case.fixture.ts'
import type { ChatModelCase } from './chat-model-case.ts'

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
]
