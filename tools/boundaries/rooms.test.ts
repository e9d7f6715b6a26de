import { expect, test } from 'vitest'
import { ROOMS } from './rooms.ts'

type Arrows = Readonly<Record<string, readonly string[]>>

/** The first way that leads back to its beginning. */
function findCircle(arrows: Arrows, way: readonly string[]): readonly string[] | undefined {
  const [first, last] = [way[0], way.at(-1) ?? '']
  if (way.length > 1 && first === last) return way
  if (new Set(way).size < way.length) return undefined
  for (const next of arrows[last] ?? []) {
    const circle = findCircle(arrows, [...way, next])
    if (circle) return circle
  }
  return undefined
}

test.each(ROOMS.filter((room) => room.folderArrows).map((room) => [room.name, room.folderArrows ?? {}]))(
  'the folders of %s stand on each other in one direction',
  (_name, arrows) => {
    const circles = Object.keys(arrows as Arrows).flatMap(
      (name) => findCircle(arrows as Arrows, [name]) ?? [],
    )
    expect(circles).toEqual([])
  },
)

test('the rooms stand on each other in one direction', () => {
  const arrows = Object.fromEntries(ROOMS.map((room) => [room.name, room.mayEnter]))
  expect(ROOMS.flatMap(({ name }) => findCircle(arrows, [name]) ?? [])).toEqual([])
})
