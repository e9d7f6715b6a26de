import { expect, test } from 'vitest'
import { ROOMS } from './rooms.ts'

const ARROWS = ROOMS.flatMap(({ name, folderArrows }) => (folderArrows ? [{ name, folderArrows }] : []))

test.each(ARROWS)('the folders of $name stand on one another in one direction only', ({ folderArrows }) => {
  const below = (folder: string, path: readonly string[]): readonly string[] => {
    if (path.includes(folder)) return [...path, folder]
    const targets = folderArrows[folder] ?? []
    return targets.map((target) => below(target, [...path, folder])).find((cycle) => cycle.length > 0) ?? []
  }
  const cycles = Object.keys(folderArrows).map((folder) => below(folder, []))
  expect(cycles.filter((cycle) => cycle.length > 0)).toEqual([])
})
