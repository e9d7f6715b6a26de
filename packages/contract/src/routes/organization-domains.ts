import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { dateSchema } from './parts.ts'

/** Domains that an organisation may name. */
export const MOST_ORGANIZATION_DOMAINS = 50

/** A domain of e-mail that an organisation says is its own, and what its directory of names has to say for it. */
export const organizationDomainSchema = z.object({
  domain: z.string(),
  /** The record (TXT) that shows it: under which name, and what it says. */
  record: z.object({ name: z.string(), text: z.string() }),
  /** Since when it is shown; null while it is not. */
  provedDate: dateSchema.nullable(),
  checkedDate: dateSchema.nullable(),
})
export type OrganizationDomain = z.infer<typeof organizationDomainSchema>

const manages = {
  gate: 'session',
  permissions: ['sso:manage'],
  feature: 'feat:sso-config',
} as const
const tag = 'Single sign-on'
const params = z.strictObject({ domain: z.string().trim().toLowerCase().min(1).max(253) })

/** The domains of an organisation, whose people its providers may bring. */
export const organizationDomainRoutes = {
  listOrganizationDomains: defineRoute({
    method: 'GET',
    path: '/loginmethod/domains',
    tag,
    summary: 'The domains of e-mail that the organisation says are its own',
    policy: manages,
    response: z.object({
      /** Whether the providers of the organisation bring people of proved domains alone. */
      isNeeded: z.boolean(),
      domains: z.array(organizationDomainSchema),
    }),
  }),
  addOrganizationDomain: defineRoute({
    method: 'POST',
    path: '/loginmethod/domains',
    tag,
    summary: 'Name a domain; it counts once a record in its directory of names shows it',
    policy: manages,
    audit: 'domain.added',
    body: params,
    status: 201,
    response: organizationDomainSchema,
    idempotent: true,
  }),
  checkOrganizationDomain: defineRoute({
    method: 'POST',
    path: '/loginmethod/domains/:domain/check',
    tag,
    summary: 'Look for the record; a domain whose record is gone counts no more',
    policy: manages,
    audit: ['domain.proved', 'domain.lost'],
    params,
    response: organizationDomainSchema,
  }),
  deleteOrganizationDomain: defineRoute({
    method: 'DELETE',
    path: '/loginmethod/domains/:domain',
    tag,
    summary: 'Name a domain no more; accounts that are there stay',
    policy: manages,
    audit: 'domain.removed',
    params,
    response: z.object({ message: z.string() }),
  }),
}
