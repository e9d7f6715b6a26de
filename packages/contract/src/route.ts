import type { z } from 'zod'
import type { AuditAction, UnauditedReason } from './audit-actions.ts'
import type { Feature, Permission } from './permissions.ts'

/** Prefix of every path of the API. It stands apart from the routes, whose schemas a browser leaves out. */
export const API_PREFIX = '/api/v1'

/** Header of a page's calls: the workspace that it shows. A session that is in another one answers none of them. */
export const WORKSPACE_HEADER = 'x-workspace-id'

/** Header of a page's calls: the person whose page it is. Another one's session answers none of them. */
export const PERSON_HEADER = 'x-user-id'

/**
 * Who may call a route. `public`: anyone; `session`: a signed-in user; `caller`: a signed-in user or an API key.
 * `permissions`: any of them suffices; `every-caller` when a route asks for none beyond its gate, `organization-admins`
 * when no permission suffices; one that counts in the whole organisation (`countsInOrganization`) is to be held in all of
 * its workspaces. `feature`: its flag must be on as well; what is asked for by permissions that not every platform gives has one
 * (`asked-permissions.test.ts`).
 */
export type RoutePolicy =
  /** `asStranger`: the answer depends on nobody, so that no cookie and no key of the caller is looked at. */
  | { gate: 'public'; asStranger?: true }
  /** A token of an organisation for SCIM, which opens these routes and no others. Nothing else opens them. */
  | { gate: 'provisioning' }
  | {
      gate: 'session' | 'caller'
      permissions: readonly [Permission, ...Permission[]] | 'every-caller' | 'organization-admins'
      feature?: Feature
      /** Answers also who lost the workspace of their session, or whose page shows another one. */
      anyWorkspace?: true
      /** Answers also a page of somebody else: it asks whose the session is. */
      anyPerson?: true
    }

/**
 * Which origins may call a route from a browser: those of the flow that its path names, those of the flow of the run
 * that it names, those of the flow that its body names, or `CORS_ORIGINS` only.
 */
export type RouteOrigins = 'flow' | 'run' | 'flow of body' | 'closed'

/**
 * A privileged act, by the name under which the audit log has it, or by those that it may be: who is refused is written
 * down under the first. That it was done is written by its operation, in the transaction of the act.
 */
export type RouteAudit =
  | AuditAction
  | readonly [AuditAction, ...AuditAction[]]
  | { readonly none: UnauditedReason }

/** A route of the API as data: client, server and OpenAPI are made from it. Paths are relative to `/api/v1`. */
export interface RouteDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` places, such as `/chatflows/:id`. */
  path: string
  summary: string
  tag: string
  policy: RoutePolicy
  /** Our client calls it without cookies: it answers everybody alike. */
  withoutCredentials?: true
  origins?: RouteOrigins
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** A body of whole flows (more values than others, and long texts; no stranger sends one), or of files of questions. */
  holds?: 'flows' | 'files'
  /** What it begins may last as long as a vendor takes, and many come at once. */
  runsFlow?: true
  /** The answer's allow-list. `stream` when the answer may be an event stream, `text` or `file` when no JSON. */
  response: z.ZodType | 'stream' | 'text' | 'file'
  /** Where the body asks for it, the answer is an event stream instead. */
  mayStream?: true
  /** Status of success; 200 when absent. */
  status?: number
  /** Absent for reads alone: whatever else a call does is a privileged act, or says why not. */
  audit?: RouteAudit
  /**
   * Who may keep the answer: everybody between us and the caller, or the caller's own browser, which then asks anew or for an
   * hour not at all. Absent for all others: nobody keeps those.
   */
  caching?: 'everybody' | 'caller'
  /** Creates something: honours `Idempotency-Key`. `by its run` when the answer is that of a run, which may last: the key names the run. */
  idempotent?: boolean | 'by its run'
}

/** Returns the definition with its exact types. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route
}

/** The privileged acts that a route may be; none for one that is no act. */
export function auditActionsOf({ audit }: Pick<RouteDefinition, 'audit'>): readonly AuditAction[] {
  if (audit === undefined) return []
  if (typeof audit === 'string') return [audit]
  return 'none' in audit ? [] : audit
}
