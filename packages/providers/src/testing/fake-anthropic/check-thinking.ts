import { type ModelTraits, traitsOf } from './anthropic-models.ts'
import { AnthropicRefusal } from './anthropic-refusal.ts'
import { type AnthropicBody, isThinking } from './anthropic-request.ts'

const DOCS =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking'
const LEAST_BUDGET = 1024
const LEAST_TOP_P = 0.95

/** With this beta the budget counts for a whole turn with its tools, so it may be above `max_tokens`. */
const INTERLEAVED = 'interleaved-thinking-2025-05-14'

/** Checks how a call asks for thinking and what does not go together with that. */
export function checkThinking(body: AnthropicBody, betas: string[]): void {
  if (body.thinking === undefined) return
  checkType(body.thinking.type, traitsOf(body.model ?? ''))
  if (body.thinking.type === 'enabled') checkBudget(body, betas)
  if (isThinking(body)) checkCompany(body)
}

function checkType(type: string | undefined, traits: ModelTraits): void {
  const taken: Record<string, boolean> = {
    enabled: traits.budget,
    adaptive: traits.adaptive,
    between_tools: !traits.canStopThinking,
    disabled: traits.canStopThinking,
  }
  const isTaken = taken[type ?? '']
  if (isTaken === undefined) {
    throw new AnthropicRefusal(
      `thinking: Input tag '${type}' found using 'type' does not match any of the expected tags: 'adaptive', 'disabled', 'enabled'`,
    )
  }
  if (!isTaken) throw new AnthropicRefusal(`"thinking.type.${type}" is not supported for this model.`)
}

function checkBudget({ thinking, max_tokens: limit = 0 }: AnthropicBody, betas: string[]): void {
  const budget = thinking?.budget_tokens
  if (budget === undefined) throw new AnthropicRefusal('thinking.enabled.budget_tokens: Field required')
  if (!(budget >= LEAST_BUDGET)) {
    throw new AnthropicRefusal(
      `thinking.enabled.budget_tokens: Input should be greater than or equal to ${LEAST_BUDGET}`,
    )
  }
  if (budget >= limit && !betas.includes(INTERLEAVED)) {
    throw new AnthropicRefusal(`\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${DOCS}`)
  }
}

function checkCompany({ temperature, top_k, top_p, tool_choice: choice, thinking }: AnthropicBody): void {
  if (temperature !== undefined && temperature !== 1) {
    throw new AnthropicRefusal(`\`temperature\` may only be set to 1 when thinking is enabled. ${DOCS}`)
  }
  if (top_k !== undefined) {
    throw new AnthropicRefusal(`\`top_k\` must be unset when thinking is enabled. ${DOCS}`)
  }
  if (top_p !== undefined && top_p < LEAST_TOP_P) {
    throw new AnthropicRefusal(
      `\`top_p\` must be greater than or equal to ${LEAST_TOP_P} or unset when thinking is enabled. ${DOCS}`,
    )
  }
  const isForced = choice?.type === 'any' || choice?.type === 'tool'
  if (isForced && thinking?.type === 'enabled') {
    throw new AnthropicRefusal('Thinking may not be enabled when tool_choice forces tool use.')
  }
}
