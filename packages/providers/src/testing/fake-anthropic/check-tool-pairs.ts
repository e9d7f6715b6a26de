import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { PlacedBlock, Turn } from './read-turns.ts'

/** Checks that every use of a tool has its one result at the start of the next turn, and no result is without use. */
export function checkToolPairs(turns: Turn[]): void {
  const seen = new Set<string>()
  for (const [index, turn] of turns.entries()) {
    if (turn.role === 'assistant') {
      checkUses(turn, { next: turns[index + 1], seen })
      checkServerTools(turn)
    } else {
      checkResults(turn, turns[index - 1])
    }
  }
}

interface Surroundings {
  next: Turn | undefined
  seen: Set<string>
}

function checkUses(turn: Turn, { next, seen }: Surroundings): void {
  const uses = turn.blocks.filter(({ block }) => block.type === 'tool_use')
  for (const { block, place } of uses) {
    const id = String(block.id)
    if (seen.has(id)) throw new AnthropicRefusal(`${place}: \`tool_use\` ids must be unique`)
    seen.add(id)
  }
  const answered = new Set(leadingResults(next).map(({ block }) => block.tool_use_id))
  const open = uses.map(({ block }) => String(block.id)).filter((id) => !answered.has(id))
  if (open.length > 0) {
    throw new AnthropicRefusal(
      `${turn.place}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    )
  }
}

/** Results that stand before everything else: others do not count as an answer. */
function leadingResults(turn: Turn | undefined): PlacedBlock[] {
  const blocks = turn?.blocks ?? []
  const end = blocks.findIndex(({ block }) => block.type !== 'tool_result')
  return end < 0 ? blocks : blocks.slice(0, end)
}

function checkResults(turn: Turn, before: Turn | undefined): void {
  const uses = new Set(
    before?.blocks.filter(({ block }) => block.type === 'tool_use').map(({ block }) => block.id),
  )
  const answered = new Set<unknown>()
  for (const { block, place } of turn.blocks.filter(({ block }) => block.type === 'tool_result')) {
    const id = block.tool_use_id
    if (!uses.has(id)) {
      throw new AnthropicRefusal(
        `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    }
    if (answered.has(id)) {
      throw new AnthropicRefusal(
        `${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      )
    }
    answered.add(id)
  }
}

/** What the vendor's own tools brought stands behind their use, in the same turn. */
function checkServerTools(turn: Turn): void {
  const uses = new Set<unknown>()
  for (const { block, place } of turn.blocks) {
    if (block.type === 'server_tool_use') uses.add(block.id)
    if (!/^(web_|code_execution).*_tool_result$/.test(block.type)) continue
    if (uses.delete(block.tool_use_id)) continue
    throw new AnthropicRefusal(
      `${place}: unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${block.tool_use_id}. Each \`${block.type}\` block must have a corresponding \`server_tool_use\` block before it.`,
    )
  }
  const [open] = uses
  const isLast = turn.blocks.at(-1)?.block.type === 'server_tool_use'
  if (open !== undefined && !isLast) {
    throw new AnthropicRefusal(
      `${turn.place}: \`web_search\` tool use with id \`${open}\` was found without a corresponding \`web_search_tool_result\` block`,
    )
  }
}
