import { expect, test } from 'vitest'
import type { OperationContext } from './context.ts'
import { findMakingHindrance } from './making-hindrance.ts'

const on = (platformType: OperationContext['settings']['platformType'], makesOrganizations: boolean) =>
  ({ settings: { platformType, makesOrganizations } }) as Pick<OperationContext, 'settings'>
const administrator = { isOrganizationAdmin: true }
const member = { isOrganizationAdmin: false }
const byProvider = { ...administrator, signOnOrganizationId: 'acme' }

test.each([
  ['enterprise', true, administrator, undefined],
  ['enterprise', true, member, 'administrator_needed'],
  ['enterprise', true, byProvider, 'organization_by_provider'],
  ['enterprise', false, administrator, 'organizations_closed'],
  ['cloud', true, member, undefined],
  ['cloud', true, byProvider, 'organization_by_provider'],
  ['cloud', false, administrator, 'organizations_closed'],
  ['open source', true, administrator, 'organizations_closed'],
] as const)('on %s, allowed %s, %o: %s', (...[platform, isAllowed, maker, hindrance]) => {
  expect(findMakingHindrance(on(platform, isAllowed), maker)).toBe(hindrance)
})
