import { type AuditAction, auditActionsOf, type RouteDefinition } from '@runnel/contract'
import type { AuditEntryRow } from '@runnel/db'
import { expect } from 'vitest'
import {
  type Act,
  type ActScene,
  isPathOf,
  markAudit,
  type ReadyCall,
  readAuditSince,
  UNTOLD,
} from '../testing/acts/act.ts'

/** Acts of which nothing can be told but that they were done. */
const UNTELLABLE: AuditAction[] = [
  'invitation.resent',
  'password.changed',
  'password.reset',
  'password-reset.requested',
  'recovery-codes.replaced',
]
const MADE = /\.(created|imported|added|invited|provisioned|linked|connected|processed|refreshed|upserted)$/
const GONE = /\.(deleted|removed|unlinked|disconnected|revoked|ended|stopped|withdrawn|vectors-deleted)$/

/** What an entry tells: what there is now of what was made, what there was of what is gone, both of what was changed. */
function partsOf(action: AuditAction): ('before' | 'after')[] {
  if (UNTELLABLE.includes(action)) return []
  if (MADE.test(action)) return ['after']
  return GONE.test(action) ? ['before'] : ['before', 'after']
}

const parse = (entry: AuditEntryRow) => ({
  ...entry,
  before: entry.before === null ? null : (JSON.parse(entry.before) as unknown),
  after: entry.after === null ? null : (JSON.parse(entry.after) as unknown),
})

function call(scene: ActScene, route: RouteDefinition, { by, path, body, headers }: ReadyCall) {
  expect([path, isPathOf(route, path)]).toEqual([path, true])
  const wants = route.body === undefined ? undefined : {}
  return (by ?? scene.administrator).call(route.method, path, body ?? wants, headers)
}

/** Does an act and expects its one entry: who, what, before and after, and from where. */
export async function expectAudited<Scene extends ActScene>(
  scene: Scene,
  { route, action, ready }: Act<Scene> & { route: RouteDefinition },
): Promise<void> {
  const prepared = await ready(scene)
  const marks = await markAudit(scene.server)
  const answer = await call(scene, route, prepared)
  expect([200, 201, 204], answer.text).toContain(answer.status)
  await prepared.goOn?.(answer)
  // Some links are mailed after the answer, so that its time tells nothing.
  await expect.poll(async () => (await readAuditSince(scene.server, marks)).length).toBeGreaterThan(0)
  const entries = (await readAuditSince(scene.server, marks)).filter(({ outcome }) => outcome === 'done')
  await prepared.tidy?.(answer)
  const done = [action, ...(prepared.beside ?? [])]
  expect(entries.map((entry) => entry.action).toSorted()).toEqual(done.toSorted())
  expect(auditActionsOf(route)).toContain(action)
  const [entry] = entries.filter((each) => each.action === action).map(parse)
  expect(entry).toMatchObject({
    actorKind: 'user',
    actorId: expect.any(String),
    actorName: expect.stringContaining('@'),
    address: '127.0.0.1',
    subjectKind: expect.any(String),
    ...prepared.told,
  })
  for (const part of partsOf(action)) expect([part, entry?.[part]]).not.toEqual([part, null])
  expect(JSON.stringify(entry)).not.toContain(UNTOLD)
}
