import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { FakeAnthropicRequest } from './anthropic-request.ts'

const PAGE = 20
const MOST = 1000

/** The vendor's list of models, page by page (`limit`, `after_id`), or one of them by name. */
export function listModels({ path, query }: FakeAnthropicRequest, models: string[]): object {
  const name = path.slice('/v1/models/'.length)
  if (name !== '') {
    if (!models.includes(name)) throw new AnthropicRefusal(`model: ${name}`, 404)
    return describe(name)
  }
  const limit = Number(query.limit ?? PAGE)
  if (!(limit >= 1 && limit <= MOST)) {
    throw new AnthropicRefusal(`limit: Input should be less than or equal to ${MOST}`)
  }
  const start = query.after_id === undefined ? 0 : models.indexOf(query.after_id) + 1
  const page = models.slice(start, start + limit)
  return {
    data: page.map(describe),
    has_more: start + limit < models.length,
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
  }
}

function describe(id: string) {
  return { type: 'model', id, display_name: displayName(id), created_at: '2026-01-01T00:00:00Z' }
}

function displayName(id: string): string {
  return id.replace(/^claude-/, 'Claude ').replace(/-/g, ' ')
}
