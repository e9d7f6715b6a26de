import { expect, test } from 'vitest'
import { listOrganizations, listWorkspacesIn, tellsOrganization } from './organizations.ts'

const place = (name: string, organization: string) => ({
  id: name,
  name,
  role: 'member',
  organizationId: organization.toLowerCase(),
  organization,
})
const user = {
  assignedWorkspaces: [place('Market', 'Umbrella'), place('Lab', 'Acme'), place('Annexe', 'Umbrella')],
}

test('each organisation stands once, by name, and holds its own workspaces in the order of the switcher', () => {
  expect(listOrganizations(user)).toEqual([
    { id: 'acme', name: 'Acme' },
    { id: 'umbrella', name: 'Umbrella' },
  ])
  expect(listWorkspacesIn(user, 'umbrella').map(({ name }) => name)).toEqual(['Annexe', 'Market'])
  expect(listOrganizations(null)).toEqual([])
  expect(listWorkspacesIn(null, 'acme')).toEqual([])
})

test('the organisation is told in the cloud, and elsewhere where it tells something apart', () => {
  const [first] = user.assignedWorkspaces
  const ofOne = { assignedWorkspaces: first ? [first] : [] }
  expect(tellsOrganization('cloud', ofOne)).toBe(true)
  expect(tellsOrganization('enterprise', ofOne)).toBe(false)
  expect(tellsOrganization('enterprise', user)).toBe(true)
  expect(tellsOrganization('enterprise', { ...ofOne, mayMakeOrganization: true })).toBe(true)
  expect(tellsOrganization('open source', null)).toBe(false)
})
