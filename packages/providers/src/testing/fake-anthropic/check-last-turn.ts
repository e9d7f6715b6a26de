import { traitsOf } from './anthropic-models.ts'
import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBody } from './anthropic-request.ts'
import type { Turn } from './read-turns.ts'

/** Checks an assistant's turn at the end, which the model is to go on with. */
export function checkLastTurn({ model = '' }: AnthropicBody, turns: Turn[]): void {
  const last = turns.at(-1)
  if (last?.role !== 'assistant') return
  const end = last.blocks.at(-1)?.block
  if (/^server_tool_use$|_tool_result$/.test(end?.type ?? '')) return
  if (!traitsOf(model).prefill) {
    throw new AnthropicRefusal(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    )
  }
  if (end?.type === 'text' && /\s$/.test(String(end.text))) {
    throw new AnthropicRefusal('messages: final assistant content cannot end with trailing whitespace')
  }
}
