import { expect, test } from 'vitest'
import { sortWorkspaces } from './sort-workspaces.ts'

test('workspaces stand by name, numbers by their value, names that begin with a symbol last [S5-SWITCH-03]', () => {
  const names = ['zebra', '#ops', 'Team 10', 'team 2', '_old', 'Ärzte', 'Alpha', '3rd']
  expect(sortWorkspaces(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual(
    ['3rd', 'Alpha', 'Ärzte', 'Team 2', 'team 10', 'zebra', '_old', '#ops'].map((name) =>
      names.find((each) => each.toLowerCase() === name.toLowerCase()),
    ),
  )
})
