import { type ModelTraits, traitsOf } from './anthropic-models.ts'
import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBody } from './anthropic-request.ts'

/** Everything that the body of a call may hold at the top. */
const KNOWN = new Set([
  'model',
  'messages',
  'max_tokens',
  'system',
  'metadata',
  'stop_sequences',
  'stream',
  'temperature',
  'top_k',
  'top_p',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'cache_control',
  'container',
  'context_management',
  'mcp_servers',
  'service_tier',
  'inference_geo',
  'speed',
])

/** Checks names, ranges and what does not go together among the settings of a call. */
export function checkParameters(body: AnthropicBody): void {
  const extra = Object.keys(body).find((key) => !KNOWN.has(key))
  if (extra !== undefined) throw new AnthropicRefusal(`${extra}: Extra inputs are not permitted`)
  if (typeof body.model !== 'string') throw new AnthropicRefusal('model: Field required')
  const traits = traitsOf(body.model)
  checkMaxTokens(body, traits)
  checkSampling(body, traits)
  checkEffort(body, traits)
  for (const sequence of body.stop_sequences ?? []) {
    if (typeof sequence !== 'string' || sequence.trim() === '') {
      throw new AnthropicRefusal('stop_sequences: each stop sequence must contain non-whitespace')
    }
  }
}

function checkMaxTokens({ max_tokens: limit, model }: AnthropicBody, { maxTokens }: ModelTraits): void {
  if (limit === undefined) throw new AnthropicRefusal('max_tokens: Field required')
  if (!Number.isInteger(limit)) throw new AnthropicRefusal('max_tokens: Input should be a valid integer')
  if (limit < 1) throw new AnthropicRefusal('max_tokens: Input should be greater than or equal to 1')
  if (limit > maxTokens) {
    throw new AnthropicRefusal(
      `max_tokens: ${limit} > ${maxTokens}, which is the maximum allowed number of output tokens for ${model}`,
    )
  }
}

function checkSampling({ temperature, top_p, top_k }: AnthropicBody, traits: ModelTraits): void {
  checkRange('temperature', temperature)
  checkRange('top_p', top_p)
  if (top_k !== undefined && (!Number.isInteger(top_k) || top_k < 0)) {
    throw new AnthropicRefusal('top_k: Input should be greater than or equal to 0')
  }
  const sampler = Object.entries({ temperature, top_p, top_k }).find(([, value]) => value !== undefined)
  if (sampler && !traits.sampling) {
    throw new AnthropicRefusal(`\`${sampler[0]}\` is deprecated for this model.`)
  }
  if (temperature !== undefined && top_p !== undefined && !traits.bothSamplers) {
    throw new AnthropicRefusal(
      '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    )
  }
}

function checkRange(name: string, value: number | undefined): void {
  if (value === undefined) return
  if (typeof value !== 'number') throw new AnthropicRefusal(`${name}: Input should be a valid number`)
  if (value < 0) throw new AnthropicRefusal(`${name}: Input should be greater than or equal to 0`)
  if (value > 1) throw new AnthropicRefusal(`${name}: Input should be less than or equal to 1`)
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max']

function checkEffort({ output_config: config }: AnthropicBody, traits: ModelTraits): void {
  if (config?.effort === undefined) return
  if (!EFFORTS.includes(config.effort)) {
    throw new AnthropicRefusal(
      "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    )
  }
  if (!traits.effort) throw new AnthropicRefusal('This model does not support the effort parameter.')
}
