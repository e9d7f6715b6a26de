import type { CanvasSession } from './canvas-session.ts'

const kept = new Map<string, CanvasSession>()

/** Keeps an open flow over the change of address that its first save brings: nothing on the screen is lost by it. */
export function keepSession(id: string, session: CanvasSession): void {
  kept.set(id, session)
}

/** Whether an open flow is to go on under its new address. */
export function isKept(session: CanvasSession): boolean {
  return [...kept.values()].includes(session)
}

/** The open flow that waits for its new address; undefined when there is none. */
export function findKeptSession(id: string): CanvasSession | undefined {
  return kept.get(id)
}

/** The new address has taken it over. */
export function releaseSession(id: string): void {
  kept.delete(id)
}
