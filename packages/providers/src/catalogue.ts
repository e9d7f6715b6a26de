import type { Provider } from '@runnel/node-kit'
import { alibabaProvider } from './alibaba/alibaba-provider.ts'
import { anthropicProvider } from './anthropic/anthropic-provider.ts'
import { assemblyAIProvider } from './assemblyai/assemblyai-provider.ts'
import { azureProvider } from './azure/azure-provider.ts'
import { baiduProvider } from './baidu/baidu-provider.ts'
import { bedrockProvider } from './bedrock/bedrock-provider.ts'
import { cerebrasProvider } from './cerebras/cerebras-provider.ts'
import { cloudflareProvider } from './cloudflare/cloudflare-provider.ts'
import { cohereProvider } from './cohere/cohere-provider.ts'
import { cometProvider } from './comet/comet-provider.ts'
import { deepseekProvider } from './deepseek/deepseek-provider.ts'
import { demoProvider } from './demo/demo-provider.ts'
import { elevenLabsProvider } from './elevenlabs/elevenlabs-provider.ts'
import { fireworksProvider } from './fireworks/fireworks-provider.ts'
import { googleProvider } from './google/google-provider.ts'
import { groqProvider } from './groq/groq-provider.ts'
import { httpProvider } from './http/http-provider.ts'
import { huggingFaceProvider } from './huggingface/huggingface-provider.ts'
import { jinaProvider } from './jina/jina-provider.ts'
import { litellmProvider } from './litellm/litellm-provider.ts'
import { lmStudioProvider } from './lmstudio/lmstudio-provider.ts'
import { localAIProvider } from './localai/localai-provider.ts'
import { mistralProvider } from './mistral/mistral-provider.ts'
import { moonshotProvider } from './moonshot/moonshot-provider.ts'
import { nebiusProvider } from './nebius/nebius-provider.ts'
import { nvidiaProvider } from './nvidia/nvidia-provider.ts'
import { ollamaProvider } from './ollama/ollama-provider.ts'
import { openAIProvider } from './openai/openai-provider.ts'
import { openRouterProvider } from './openrouter/openrouter-provider.ts'
import { perplexityProvider } from './perplexity/perplexity-provider.ts'
import { replicateProvider } from './replicate/replicate-provider.ts'
import { sambanovaProvider } from './sambanova/sambanova-provider.ts'
import { togetherAIProvider } from './togetherai/togetherai-provider.ts'
import { voyageProvider } from './voyage/voyage-provider.ts'
import { watsonxProvider } from './watsonx/watsonx-provider.ts'
import { xaiProvider } from './xai/xai-provider.ts'

/** Every model vendor: one line and one folder each. */
export const providerCatalogue: Provider[] = [
  openAIProvider,
  anthropicProvider,
  azureProvider,
  googleProvider,
  groqProvider,
  openRouterProvider,
  deepseekProvider,
  xaiProvider,
  togetherAIProvider,
  fireworksProvider,
  cerebrasProvider,
  perplexityProvider,
  alibabaProvider,
  nvidiaProvider,
  litellmProvider,
  localAIProvider,
  lmStudioProvider,
  sambanovaProvider,
  cometProvider,
  huggingFaceProvider,
  mistralProvider,
  ollamaProvider,
  cohereProvider,
  bedrockProvider,
  watsonxProvider,
  cloudflareProvider,
  voyageProvider,
  jinaProvider,
  baiduProvider,
  assemblyAIProvider,
  elevenLabsProvider,
  replicateProvider,
  moonshotProvider,
  nebiusProvider,
  demoProvider,
  httpProvider,
]
