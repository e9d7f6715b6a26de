import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'
import { OPENAI_MODEL_NAMES } from './openai-model-names.ts'

/** Models of OpenAI that are for other work than chat. */
const NOT_FOR_CHAT =
  /embedding|whisper|transcribe|tts|dall-e|image|moderation|realtime|live|audio|codex|sora|babbage|davinci|instruct|translate/

/** The chat models of OpenAI, or of the server of `basepath`. */
export const listOpenAIModels = listVendorModels({
  ...OPENAI_HOME,
  known: OPENAI_MODEL_NAMES,
  keyField: OPENAI_KEY.field,
  path: '/models',
  fits: (name) => !NOT_FOR_CHAT.test(name),
})
