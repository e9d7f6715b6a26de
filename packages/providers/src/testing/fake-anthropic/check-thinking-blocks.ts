import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBody } from './anthropic-request.ts'
import { isEncrypted, verify } from './anthropic-signature.ts'
import type { PlacedBlock, Turn } from './read-turns.ts'

const THINKING = new Set(['thinking', 'redacted_thinking'])
const UNTOUCHED =
  '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.'

/** By the id of a use of a tool: the signatures and enclosed data of the thinking that led to it. */
export type IssuedThinking = ReadonlyMap<string, readonly string[]>

/**
 * Checks the thinking that comes back: signed by the vendor, untouched, complete and where it must be. The vendor lets
 * changed thinking of older turns pass; here it is refused too, for nothing may ever change it.
 */
export function checkThinkingBlocks(body: AnthropicBody, turns: Turn[], issued: IssuedThinking): void {
  for (const { blocks } of turns) {
    for (const placed of blocks) checkSeal(placed)
  }
  for (const turn of turns.filter(({ role }) => role === 'assistant')) {
    if (THINKING.has(turn.blocks.at(-1)?.block.type ?? '')) {
      throw new AnthropicRefusal(
        `${turn.place}: The final block in an assistant message cannot be \`thinking\`.`,
      )
    }
  }
  if (body.thinking?.type === 'enabled') checkStart(turns)
  if (body.thinking?.type === 'enabled' || body.thinking?.type === 'adaptive') {
    for (const turn of currentTurns(turns)) checkComplete(turn, issued)
  }
}

function checkSeal({ block, place }: PlacedBlock): void {
  if (block.type === 'redacted_thinking' && !isEncrypted(String(block.data))) {
    throw new AnthropicRefusal(`${place}: Invalid \`data\` in \`redacted_thinking\` block`)
  }
  if (block.type !== 'thinking') return
  if (typeof block.thinking !== 'string') {
    throw new AnthropicRefusal(`${place}.thinking.thinking: Field required`)
  }
  if (typeof block.signature !== 'string') {
    throw new AnthropicRefusal(`${place}.thinking.signature: Field required`)
  }
  const verdict = verify(block.thinking, block.signature)
  if (verdict === 'forged')
    throw new AnthropicRefusal(`${place}: Invalid \`signature\` in \`thinking\` block`)
  if (verdict === 'of another text') throw new AnthropicRefusal(`${place}: ${UNTOUCHED}`)
}

/** Everything since a person spoke last: the assistant's turns between which only tools answered. */
function currentTurns(turns: Turn[]): Turn[] {
  const spoke = turns.findLastIndex(
    ({ role, blocks }) => role === 'user' && !blocks.some(({ block }) => block.type === 'tool_result'),
  )
  return turns.slice(spoke + 1).filter(({ role }) => role === 'assistant')
}

function checkStart(turns: Turn[]): void {
  const first = currentTurns(turns)[0]?.blocks[0]
  if (!first || THINKING.has(first.block.type)) return
  throw new AnthropicRefusal(
    `${first.place}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.block.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
  )
}

function checkComplete({ blocks, place }: Turn, issued: IssuedThinking): void {
  const given = new Set(blocks.map(({ block }) => block.signature ?? block.data))
  const wanted = blocks.flatMap(({ block }) =>
    block.type === 'tool_use' ? (issued.get(String(block.id)) ?? []) : [],
  )
  if (!wanted.every((mark) => given.has(mark))) throw new AnthropicRefusal(`${place}: ${UNTOUCHED}`)
}
