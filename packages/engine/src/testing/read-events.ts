import type { RunEvent } from '@runnel/contract'

/** What readers saw, in short: `path:text` for texts, `type path` for all else. */
export function summarizeEvents(events: RunEvent[]): string[] {
  return events.map((event) => {
    if (event.type === 'text-delta') return `${event.path}:${event.text}`
    return 'path' in event ? `${event.type} ${event.path}` : event.type
  })
}

/** The text of the answer as readers put it together. */
export function joinText(events: RunEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
}
