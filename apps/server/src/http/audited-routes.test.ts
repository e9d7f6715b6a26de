import { allRoutes, auditActions, auditActionsOf, type RouteDefinition } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { auditedRoutes } from '../testing/acts/act.ts'
import { contentActs } from '../testing/acts/content-acts.ts'
import { organizationActs } from '../testing/acts/organization-acts.ts'

const routes = Object.entries(allRoutes) as [string, RouteDefinition][]
const acts: Record<string, readonly { action: string }[] | undefined> = {
  ...contentActs,
  ...organizationActs,
}

/** What the log has of a route only where somebody is refused: what was done is told more precisely. */
const OF_REFUSALS: Record<string, string> = { updateOrganizationUser: 'user.updated' }

/** What nobody does by a call. */
const BY_ITSELF = ['credential.connection-lost']

describe('a call that is no read', () => {
  test.each(routes.filter(([, { method }]) => method !== 'GET'))(
    '%s names its privileged act, or says why it is none',
    (_name, { audit }) => expect(audit).toBeDefined(),
  )

  test.each(auditedRoutes)('%s is tried, in each act that it may be', (name, route) => {
    const tried = (acts[name] ?? []).map(({ action }) => action)
    const named = auditActionsOf(route).filter((action) => action !== OF_REFUSALS[name])
    expect(tried.toSorted()).toEqual(named.toSorted())
  })
})

test('a name that the log may have is that of a call, or of what happens by itself', () => {
  const named = auditedRoutes.flatMap(([, route]) => auditActionsOf(route))
  expect([...new Set([...named, ...BY_ITSELF])].toSorted()).toEqual([...auditActions].toSorted())
})
