import type { FakeAnswer } from '../fake-openai-reply.ts'
import { asBase64, drawPicture } from './draw-picture.ts'

/** The body of a call of `/images/generations`. */
export interface DrawingBody {
  model?: unknown
  prompt?: unknown
  n?: unknown
  size?: unknown
  quality?: unknown
  response_format?: unknown
  [key: string]: unknown
}

/** What a family of models takes. */
interface DrawingRules {
  fields: string[]
  sizes: string[]
  qualities: string[]
  most: number
}

const GPT_IMAGE: DrawingRules = {
  fields: [
    'model',
    'prompt',
    'n',
    'size',
    'quality',
    'background',
    'moderation',
    'output_format',
    'output_compression',
    'user',
  ],
  sizes: ['auto', '1024x1024', '1536x1024', '1024x1536'],
  qualities: ['low', 'medium', 'high', 'auto'],
  most: 10,
}
const DALL_E: DrawingRules = {
  fields: ['model', 'prompt', 'n', 'size', 'quality', 'style', 'response_format', 'user'],
  sizes: ['1024x1024', '1792x1024', '1024x1792'],
  qualities: ['standard', 'hd'],
  most: 1,
}
const DALL_E_3 = 'dall-e-3'

/** What OpenAI refuses of a drawing, in its words; undefined when all is well. */
export function checkDrawing(body: DrawingBody): string | undefined {
  const { model, prompt } = body
  if (model !== DALL_E_3 && !String(model).includes('gpt-image-'))
    return `Invalid value: '${String(model)}'. Value must be 'dall-e-3' or a GPT image model.`
  if (typeof prompt !== 'string' || prompt === '') return "Missing required parameter: 'prompt'."
  return checkFields(body, model === DALL_E_3 ? DALL_E : GPT_IMAGE)
}

function checkFields(
  body: DrawingBody,
  { fields, sizes, qualities, most }: DrawingRules,
): string | undefined {
  const { n = 1, size = sizes[0], quality = qualities[0] } = body
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`
  if (!(Number(n) >= 1 && Number(n) <= most)) return `Invalid 'n': ${String(n)}.`
  if (!sizes.includes(String(size)))
    return `Invalid size '${String(size)}'. Supported sizes are ${sizes.join(', ')}.`
  return qualities.includes(String(quality)) ? undefined : `Invalid value: '${String(quality)}'.`
}

/** What is drawn for a call: what a test scripted, else what was asked for. */
export function picturesOf(answer: FakeAnswer | undefined, prompt: unknown): Uint8Array[] {
  return answer?.pictures ?? [drawPicture(String(prompt))]
}

/** An answer of `/images/generations`. Only GPT image models tell of tokens. */
export function writeDrawing(body: DrawingBody, answer?: FakeAnswer): object {
  const data = picturesOf(answer, body.prompt).map((picture) =>
    body.model === DALL_E_3 && body.response_format !== 'b64_json'
      ? { url: 'https://pictures.example/1.png' }
      : { b64_json: asBase64(picture) },
  )
  if (body.model === DALL_E_3) return { created: 1_767_355_200, data }
  const usage = { input_tokens: 12, output_tokens: 1_056, total_tokens: 1_068 }
  return { created: 1_767_355_200, data, usage }
}
