import { expect, test } from 'vitest'
import { listReceivers } from './list-receivers.ts'

const user = {
  activeWorkspaceId: 'home',
  activeOrganizationId: 'acme',
  assignedWorkspaces: [
    { id: 'home', name: 'Home', organizationId: 'acme' },
    { id: 'market', name: 'Market', organizationId: 'acme' },
    { id: 'abroad', name: 'Abroad', organizationId: 'other' },
  ],
}

test('something is shared with one’s other workspaces of the organisation, and with those that have it already', () => {
  expect(listReceivers(user, [])).toEqual([{ id: 'market', name: 'Market' }])
  const shares = [
    { workspaceId: 'annexe', workspaceName: 'Annexe' },
    { workspaceId: 'market', workspaceName: 'Market' },
  ]
  expect(listReceivers(user, shares)).toEqual([
    { id: 'annexe', name: 'Annexe' },
    { id: 'market', name: 'Market' },
  ])
})
