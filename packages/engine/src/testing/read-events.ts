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

/** The text of each step as readers hold it: when a step begins again they drop what it said, not its sub-flow's steps. */
export function foldTexts(events: RunEvent[]): Record<string, string> {
  const texts = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'text-delta') texts.set(event.path, (texts.get(event.path) ?? '') + event.text)
    if (event.type === 'step-restarted') texts.delete(event.path)
  }
  return Object.fromEntries([...texts].filter(([, text]) => text !== ''))
}
