import { accountActs } from './account-acts.ts'
import type { Acts } from './act.ts'
import { factorActs } from './factor-acts.ts'
import { peopleActs } from './people-acts.ts'
import { type ScimActScene, scimActs } from './scim-acts.ts'
import { type SignOnActScene, signOnActs } from './sign-on-acts.ts'

/** All that the acts on an organisation and its people are tried with. */
export type OrganizationScene = SignOnActScene & ScimActScene

/** What is done to an organisation, its people, and the ways by which they come in. */
export const organizationActs: Acts<OrganizationScene> = {
  ...peopleActs,
  ...accountActs,
  ...factorActs,
  ...signOnActs,
  ...scimActs,
}
