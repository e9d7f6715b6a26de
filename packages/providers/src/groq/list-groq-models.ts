import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { GROQ_HOME, GROQ_KEY_FIELD } from './groq-home.ts'

const GROQ_MODEL_NAMES = [
  'llama-3.3-70b-versatile',
  'llama-3.1-8b-instant',
  'openai/gpt-oss-120b',
  'openai/gpt-oss-20b',
  'qwen/qwen3.8-27b',
  'qwen/qwen3.6-27b',
  'qwen/qwen3-32b',
  'moonshotai/kimi-k2-instruct-0905',
]

/** The chat models that Groq serves. */
export const listGroqModels = listVendorModels({
  ...GROQ_HOME,
  known: GROQ_MODEL_NAMES,
  keyField: GROQ_KEY_FIELD,
  path: '/models',
  fits: (name) => !/whisper|tts|guard/.test(name),
})
