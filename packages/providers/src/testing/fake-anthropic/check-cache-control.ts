import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBody, CacheControl } from './anthropic-request.ts'
import { isRecord } from './read-turns.ts'

const MOST = 4
const KEPT_NOT = new Set(['thinking', 'redacted_thinking'])

interface Breakpoint {
  place: string
  control: CacheControl
}

/** Checks how many prefixes are to be kept, for how long, and that their ends may stand where they do. */
export function checkCacheControl(body: AnthropicBody): void {
  const breakpoints = [
    ...(body.tools ?? []).flatMap((tool, index) => breakpointOf(tool, `tools.${index}`)),
    ...systemBreakpoints(body),
    ...(body.messages ?? []).flatMap(({ content }, index) =>
      messageBreakpoints(content, `messages.${index}`),
    ),
    ...breakpointOf(body, ''),
  ]
  for (const { control, place } of breakpoints) checkControl(control, place)
  if (breakpoints.length > MOST) {
    throw new AnthropicRefusal(
      `A maximum of ${MOST} blocks with cache_control may be provided. Found ${breakpoints.length}.`,
    )
  }
  const shortAt = breakpoints.findIndex(({ control }) => control.ttl !== '1h')
  const late =
    shortAt < 0 ? undefined : breakpoints.slice(shortAt).find(({ control }) => control.ttl === '1h')
  if (late) {
    throw new AnthropicRefusal(
      `${late.place}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.`,
    )
  }
}

function systemBreakpoints({ system }: AnthropicBody): Breakpoint[] {
  return Array.isArray(system) ? system.flatMap((block, index) => breakpointOf(block, `system.${index}`)) : []
}

function messageBreakpoints(content: unknown, place: string): Breakpoint[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown, index) => {
    if (!isRecord(block)) return []
    const where = `${place}.content.${index}.${block.type}`
    return [...breakpointOf(block, where), ...messageBreakpoints(block.content, where)]
  })
}

function breakpointOf(owner: object, place: string): Breakpoint[] {
  if (!('cache_control' in owner) || !owner.cache_control) return []
  const type = 'type' in owner ? String(owner.type) : ''
  if (KEPT_NOT.has(type)) throw new AnthropicRefusal(`${place}.cache_control: Extra inputs are not permitted`)
  if (type === 'text' && 'text' in owner && owner.text === '') {
    throw new AnthropicRefusal(`${place}: cache_control cannot be set for empty text blocks`)
  }
  return [{ place, control: owner.cache_control as CacheControl }]
}

function checkControl({ type, ttl }: CacheControl, place: string): void {
  if (type !== 'ephemeral') {
    throw new AnthropicRefusal(`${place}.cache_control.type: Input should be 'ephemeral'`)
  }
  if (ttl !== undefined && ttl !== '5m' && ttl !== '1h') {
    throw new AnthropicRefusal(`${place}.cache_control.ephemeral.ttl: Input should be '5m' or '1h'`)
  }
}
