import { AWS_KEYS, startBedrock } from './bedrock/bedrock-case.fixture.ts'
import { createServiceAccount } from './google/vertex-case.fixture.ts'
import type { FakeVendor } from './testing/chat-model-case.ts'
import { startFakeGoogle } from './testing/fake-google/fake-google-server.ts'
import { asBase64 } from './testing/fake-images/draw-picture.ts'
import { type ImageDialect, startFakeImages } from './testing/fake-images/fake-images-server.ts'
import { checkDrawing, type DrawingBody, writeDrawing } from './testing/fake-images/openai-dialect.ts'
import { startFakeOpenAI } from './testing/fake-openai-server.ts'
import type { ImageCase } from './testing/image-case.ts'

const KEY = 'test-key-of-images'
const refusal = (reply: { status: number; message: string; code?: string }) => ({
  reply,
  says: reply.message,
})
const SIZE = { values: { size: '1536x1024' }, body: { size: '1536x1024' } }
const RATIO = { values: { aspectRatio: '16:9' }, body: { aspect_ratio: '16:9' } }
const BLOCKED = refusal({ status: 400, code: 'moderation_blocked', message: 'Your request was rejected' })
const GPT_TOKENS = { inputTokens: 12, outputTokens: 1_056 }
const serviceAccount = createServiceAccount('ya29.test-token-of-images')

/** The fake of OpenAI itself, whose replies are those of its images. */
async function startOpenAI(): Promise<FakeVendor> {
  const { baseURL, requests, drawWith, close } = await startFakeOpenAI({ apiKey: KEY })
  return { origin: new URL(baseURL).origin, requests, respondWith: drawWith, close }
}

const openAIRefusal: ImageDialect['refusal'] = ({ message, code }) => ({
  error: { message, type: 'image_generation_user_error', param: null, code: code ?? null },
})

/** A server that speaks OpenAI's images, but for what is said here. */
const compatible = (own: Pick<ImageDialect, 'path'> & Partial<ImageDialect>) => () =>
  startFakeImages({
    key: ['authorization', `Bearer ${KEY}`],
    wrong: checkDrawing,
    answer: (pictures, body) => writeDrawing(body, { pictures }),
    refusal: openAIRefusal,
    ...own,
  })

/** What stands in a body that a vendor does not know. */
const unknownIn = (body: DrawingBody, known: string[]) => {
  const field = Object.keys(body).find((name) => !known.includes(name))
  return field && `Argument not supported: ${field}`
}

const asData = (pictures: Uint8Array[]) => ({
  data: pictures.map((picture) => ({ b64_json: asBase64(picture) })),
})

const gemini = (node: string, says: string): Omit<ImageCase, 'credential' | 'host' | 'startFake'> => ({
  node,
  values: { modelName: 'gemini-2.5-flash-image' },
  settings: {
    values: { aspectRatio: '16:9' },
    body: { generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9' } } },
  },
  refusesContent: { reply: { pictures: [], finishReason: 'IMAGE_SAFETY' }, says },
  tokens: { inputTokens: 1, outputTokens: 1 },
})

/** Every image model of the catalogue. */
export const imageCases: ImageCase[] = [
  {
    node: 'openAIImages',
    values: { modelName: 'gpt-image-1' },
    credential: { openAIApiKey: KEY },
    host: 'api.openai.com',
    startFake: startOpenAI,
    settings: {
      values: { size: '1536x1024', quality: 'high', background: 'transparent', outputFormat: 'webp' },
      body: { size: '1536x1024', quality: 'high', background: 'transparent', output_format: 'webp', n: 1 },
    },
    refusesContent: BLOCKED,
    tokens: GPT_TOKENS,
  },
  {
    node: 'azureOpenAIImages',
    values: { deployment: 'pictures' },
    credential: { azureOpenAIApiKey: KEY },
    account: {
      azureOpenAIApiInstanceName: 'my-instance',
      azureOpenAIApiDeploymentName: 'gpt-4o',
      azureOpenAIApiVersion: '2025-04-01-preview',
    },
    nameParam: false,
    host: 'my-instance.openai.azure.com',
    startFake: compatible({
      key: ['api-key', KEY],
      path: '/openai/deployments/pictures/images/generations?api-version=2025-04-01-preview',
      wrong: (body) => checkDrawing({ ...body, model: 'gpt-image-1' }),
    }),
    settings: SIZE,
    refusesContent: refusal({ status: 400, code: 'content_policy_violation', message: 'Filtered' }),
    tokens: GPT_TOKENS,
  },
  {
    ...gemini('googleImages', 'IMAGE_SAFETY'),
    credential: { googleGenerativeAPIKey: KEY },
    host: 'generativelanguage.googleapis.com',
    startFake: () => startFakeGoogle({ apiKey: KEY }),
  },
  {
    ...gemini('googleVertexImages', 'its filters hold it back'),
    values: { modelName: 'gemini-2.5-flash-image', region: 'europe-west4' },
    credential: serviceAccount.credential,
    host: 'europe-west4-aiplatform.googleapis.com',
    startFake: serviceAccount.startFake,
  },
  {
    node: 'awsBedrockImages',
    values: { model: 'amazon.nova-canvas-v1:0', region: 'eu-central-1' },
    credential: AWS_KEYS,
    nameParam: 'model',
    host: 'bedrock-runtime.eu-central-1.amazonaws.com',
    startFake: () => startBedrock('eu-central-1'),
    settings: {
      values: { size: '1280x720', quality: 'premium', seed: 7 },
      body: { imageGenerationConfig: { width: 1280, height: 720, quality: 'premium', seed: 7 } },
    },
    refusesContent: refusal({ status: 400, message: 'This request has been blocked by our content filters' }),
  },
  {
    node: 'xaiImages',
    values: { modelName: 'grok-imagine-image' },
    credential: { xaiApiKey: KEY },
    host: 'api.x.ai',
    startFake: compatible({
      path: '/v1/images/generations',
      wrong: (body) =>
        unknownIn(body, ['model', 'prompt', 'n', 'aspect_ratio', 'response_format']) ??
        (body.response_format === 'b64_json' ? undefined : 'The picture would come as an address.'),
      answer: asData,
      refusal: ({ message }) => ({ code: 'Client specified an invalid argument', error: message }),
    }),
    settings: RATIO,
    refusesContent: refusal({ status: 400, message: 'Generated image rejected by content moderation' }),
  },
  {
    node: 'togetherAIImages',
    values: { modelName: 'black-forest-labs/FLUX.1-schnell' },
    credential: { togetherAIApiKey: KEY },
    host: 'api.together.xyz',
    startFake: compatible({
      path: '/v1/images/generations',
      wrong: (body) =>
        unknownIn(body, ['model', 'prompt', 'n', 'width', 'height', 'seed', 'response_format']) ??
        (body.response_format === 'base64' ? undefined : 'The picture would come as an address.'),
      answer: asData,
    }),
    settings: { values: { size: '1280x720', seed: 7 }, body: { width: 1280, height: 720, seed: 7 } },
    refusesContent: refusal({ status: 422, message: 'The image may contain NSFW content' }),
  },
  {
    node: 'fireworksImages',
    values: { modelName: 'accounts/fireworks/models/flux-1-schnell-fp8' },
    credential: { fireworksApiKey: KEY },
    host: 'api.fireworks.ai',
    startFake: compatible({
      path: '/inference/v1/workflows/accounts/fireworks/models/flux-1-schnell-fp8/text_to_image',
      wrong: (body) => unknownIn(body, ['prompt', 'samples', 'aspect_ratio', 'seed']),
      answer: ([picture = new Uint8Array()]) => picture,
      refusal: ({ message }) => ({ error: message }),
    }),
    settings: RATIO,
    refusesContent: 'none: it publishes no word by which it tells such a refusal from others',
    isBare: true,
  },
  {
    node: 'localAIImages',
    values: { modelName: 'stablediffusion', basePath: 'https://localai.example/v1' },
    credential: { localAIApiKey: KEY },
    host: 'localai.example',
    startFake: compatible({
      path: '/v1/images/generations',
      wrong: (body) =>
        body.response_format === 'b64_json' ? undefined : 'The picture would come as an address.',
      answer: asData,
    }),
    settings: { values: { size: '512x512' }, body: { size: '512x512' } },
    refusesContent: 'none: open models draw what they are asked for',
    worksWithoutKey: true,
  },
  {
    node: 'litellmImages',
    values: { modelName: 'openai/gpt-image-1', basePath: 'https://litellm.example' },
    credential: { litellmApiKey: KEY },
    host: 'litellm.example',
    startFake: compatible({ path: '/images/generations' }),
    settings: {
      values: { size: '1536x1024', outputFormat: 'webp' },
      body: { size: '1536x1024', output_format: 'webp' },
    },
    refusesContent: BLOCKED,
    tokens: GPT_TOKENS,
    worksWithoutKey: true,
  },
]
