import {
  type AuditAction,
  allRoutes,
  auditActionsOf,
  type RouteDefinition,
  type RouteName,
} from '@runnel/contract'
import type { AuditEntryRow } from '@runnel/db'
import { chainAudit } from '@runnel/operations'
import { canary } from '../canary-credentials.ts'
import type { PeopleScene } from '../people-scene.ts'
import type { TestAnswer, TestCaller } from '../test-caller.ts'
import type { TestServer } from '../test-server.ts'

/** What no entry may hold: keys, passwords, texts of documents and of chats. */
export const UNTOLD = canary('what no entry tells')

/** A call that is a privileged act, and all that it needs is there. */
export interface ReadyCall {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** The administrator, unless somebody else makes it. */
  by?: TestCaller
  /** What the entry says beside its name. */
  told?: object
  /** Acts that come with it, each an entry of its own. */
  beside?: readonly AuditAction[]
  /** What is left to do until the act is done. */
  goOn?(answer: TestAnswer): Promise<void>
  /** Takes away what would be in the way of other acts. */
  tidy?(answer: TestAnswer): Promise<unknown>
}

/** One of the acts of a route: by what name, and how the route is brought to do it and nothing else. */
export interface Act<Scene> {
  action: AuditAction
  ready(scene: Scene): Promise<ReadyCall>
}

/** Acts by the routes that do them. */
export type Acts<Scene> = Partial<Record<RouteName, readonly Act<Scene>[]>>

/** Where a test of acts is made. */
export interface ActScene {
  server: TestServer
  administrator: TestCaller
}

/** Where acts of people are made. */
export type PeopleActScene = Omit<PeopleScene, 'comeBack'>

/** How long the chain of each organisation is. */
export type Marks = Map<string, number>

/** Chains what was written down, and gives how far each chain goes. */
export async function markAudit({ context }: TestServer): Promise<Marks> {
  await chainAudit(context)
  const { audit } = context.db.system
  const marks: Marks = new Map()
  for (const owner of await audit.chains()) marks.set(owner, Number((await audit.head(owner)).split(':')[0]))
  return marks
}

/** What was written down since, in any organisation. */
export async function readAuditSince({ context }: TestServer, marks: Marks): Promise<AuditEntryRow[]> {
  await chainAudit(context)
  const { audit } = context.db.system
  const parts = (await audit.chains()).map((owner) => audit.chained(owner, marks.get(owner) ?? 0, 100))
  return (await Promise.all(parts)).flat()
}

const routes = Object.entries(allRoutes) as [RouteName, RouteDefinition][]

/** Every route that does a privileged act. */
export const auditedRoutes = routes.filter(([, route]) => auditActionsOf(route).length > 0)

/** Each act of these with its route. */
export const actsWithRoutes = <Scene>(acts: Acts<Scene>) =>
  routes.flatMap(([name, route]) => (acts[name] ?? []).map((act) => ({ name, route, ...act })))

/** Whether a path is one of a route. */
export const isPathOf = ({ path }: RouteDefinition, called: string): boolean =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?.*)?$`).test(called)
