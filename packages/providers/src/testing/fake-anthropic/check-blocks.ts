import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBlock, AnthropicBody } from './anthropic-request.ts'
import { isEncrypted } from './anthropic-signature.ts'
import { checkMedia } from './check-media.ts'
import { isRecord, type PlacedBlock, type Turn } from './read-turns.ts'

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,200}$/
const ID = /^[a-zA-Z0-9_-]+$/

/** What may stand in messages of whom. */
const ALLOWED: Record<Turn['role'], Set<string>> = {
  user: new Set(['text', 'image', 'document', 'search_result', 'tool_result', 'container_upload']),
  assistant: new Set([
    'text',
    'thinking',
    'redacted_thinking',
    'tool_use',
    'server_tool_use',
    'web_search_tool_result',
    'web_fetch_tool_result',
    'code_execution_tool_result',
    'mcp_tool_use',
    'mcp_tool_result',
  ]),
}

/** Checks every block of a call by itself: those of `system` and those of the messages. */
export function checkBlocks({ system }: AnthropicBody, turns: Turn[]): void {
  if (Array.isArray(system)) for (const block of system) checkSystemBlock(block)
  for (const { role, blocks } of turns) {
    for (const placed of blocks) checkBlock(placed, role)
  }
}

function checkSystemBlock(block: AnthropicBlock): void {
  if (block.type !== 'text') throw new AnthropicRefusal("system.0.type: Input should be 'text'")
  checkText(block.text, 'system')
}

function checkBlock({ block, place }: PlacedBlock, role: Turn['role']): void {
  if (!ALLOWED[role].has(block.type)) {
    throw new AnthropicRefusal(
      `${place}: Input tag '${block.type}' found using 'type' does not match any of the expected tags: ${[...ALLOWED[role]].map((type) => `'${type}'`).join(', ')}`,
    )
  }
  CHECKS[block.type]?.(block, place)
}

/** How blocks of a type are checked; the others only have to be allowed where they stand. */
const CHECKS: Record<string, (block: AnthropicBlock, place: string) => void> = {
  text: ({ text }) => checkText(text, 'messages'),
  image: (block, place) => checkMedia(block, `${place}.image`),
  document: (block, place) => checkMedia(block, `${place}.document`),
  tool_use: (block, place) => checkToolUse(block, `${place}.tool_use`),
  tool_result: checkToolResult,
  web_search_tool_result: checkSearchResult,
}

function checkText(text: unknown, where: string): void {
  if (typeof text !== 'string') throw new AnthropicRefusal(`${where}: text: Input should be a valid string`)
  if (text === '') throw new AnthropicRefusal(`${where}: text content blocks must be non-empty`)
  if (text.trim() === '') {
    throw new AnthropicRefusal(`${where}: text content blocks must contain non-whitespace text`)
  }
}

function checkToolUse({ id, name, input }: AnthropicBlock, place: string): void {
  if (!ID.test(String(id ?? ''))) {
    throw new AnthropicRefusal(`${place}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  }
  if (!TOOL_NAME.test(String(name ?? ''))) {
    throw new AnthropicRefusal(`${place}.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'`)
  }
  if (!isRecord(input)) throw new AnthropicRefusal(`${place}.input: Input should be a valid dictionary`)
}

function checkToolResult({ content, is_error: isError }: AnthropicBlock, place: string): void {
  if (isError && (content === undefined || content === '' || (Array.isArray(content) && !content.length))) {
    throw new AnthropicRefusal(`${place}: content cannot be empty if \`is_error\` is true`)
  }
  if (content === undefined || typeof content === 'string') return
  if (!Array.isArray(content))
    throw new AnthropicRefusal(`${place}.tool_result.content: Input should be a valid list`)
  for (const [index, part] of content.entries()) {
    checkResultPart(part as AnthropicBlock, { place: `${place}.tool_result.content.${index}`, isError })
  }
}

const RESULT_PARTS = ['document', 'image', 'search_result', 'text', 'tool_reference']

function checkResultPart(
  part: AnthropicBlock,
  { place, isError }: { place: string; isError: unknown },
): void {
  if (!RESULT_PARTS.includes(part.type)) {
    throw new AnthropicRefusal(
      `${place}: Input tag '${part.type}' found using 'type' does not match any of the expected tags: ${RESULT_PARTS.map((type) => `'${type}'`).join(', ')}`,
    )
  }
  if (isError && part.type !== 'text') {
    throw new AnthropicRefusal(`${place}: all content must be type "text" if \`is_error\` is true`)
  }
  CHECKS[part.type]?.(part, place)
}

/** What a search found is enclosed by the vendor and must come back as it was. */
function checkSearchResult({ content }: AnthropicBlock, place: string): void {
  if (!Array.isArray(content)) return
  for (const [index, result] of content.entries()) {
    if (!isRecord(result) || !isEncrypted(String(result.encrypted_content))) {
      throw new AnthropicRefusal(
        `${place}.web_search_tool_result.content.${index}: Invalid \`encrypted_content\` in \`search_result\` block`,
      )
    }
  }
}
