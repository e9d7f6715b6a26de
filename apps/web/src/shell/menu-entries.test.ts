import { expect, test } from 'vitest'
import type { Viewer } from '../session/display-rules.ts'
import { shownEntries } from './menu-entries.ts'

const viewer: Viewer = {
  platformType: 'enterprise',
  isGlobal: false,
  permissions: [],
  features: {},
  activeWorkspaceId: undefined,
}
const idsFor = (more: Partial<Viewer>) => shownEntries({ ...viewer, ...more }).map(({ id }) => id)

test('the menu shows what the person may open, in its order', () => {
  expect(idsFor({ isGlobal: true })).toEqual(['chatflows', 'agentflows', 'executions', 'apikey'])
  expect(idsFor({ permissions: ['apikeys:view', 'agentflows:view'] })).toEqual(['agentflows', 'apikey'])
  expect(idsFor({ platformType: 'open source' })).toHaveLength(4)
  expect(idsFor({})).toEqual([])
})
