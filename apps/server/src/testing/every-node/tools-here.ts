import type { ToolCase } from '@runnel/nodes/testing'
import { isHere } from './run-elsewhere.ts'

/** What is otherwise in the world of a server than where the world is played. */
const LIVE: Record<string, Partial<ToolCase>> = {
  currentDateTime: { says: 'Europe/Berlin' },
  // A credential is of one type; the case has the fields of both.
  jiraTool: { credential: { bearerToken: 'test-bearer-of-jira' } },
}

/** The cases that run whole here: those whose world is a server, or nothing at all. */
export function toolsHere(cases: readonly ToolCase[]): ToolCase[] {
  return cases.filter(isHere).map((tool) => ({ ...tool, ...LIVE[tool.node] }))
}
